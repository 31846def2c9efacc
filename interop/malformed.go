package main

import (
	"bytes"
	"encoding/gob"
	"math"
	"strings"
)

// Kinds of fault, as the command names them.
const (
	ok            = "ok"
	truncated     = "truncated"
	corrupt       = "corrupt"
	extraData     = "extra-data"
	duplicateType = "duplicate-type"
	badTypeID     = "bad-type-id"
	unknownType   = "unknown-type"
	badType       = "bad-type"
	tooBig        = "too-big"
	tooDeep       = "too-deep"
	notGob        = "not-gob"
)

func init() {
	xy := []wireField{{"X", idInt}, {"Y", idInt}}
	def := structDef(64, "Point", xy...)
	good := message(intBytes(64), 1, 2, 1, 4, 0)
	one := join(def, good) // a sound stream of one value
	three := message(idInt<<1, 0, 6)
	point, number, pass := into(Point{}), into(0), into(skip{})
	anyDef := structDef(65, "Any", wireField{"I", idInterface})
	huge := uintBytes(1 << 40)
	past := uintBytes(1 << 63)

	// Messages and their lengths.
	spoil("empty", ok, 0, "nothing at all: no value and no fault", point)
	spoil("message-empty", corrupt, 0, "a message of no bytes", point, 0)
	spoil("message-empty-later", corrupt, 1, "a message of no bytes behind a good value", point, one, 0, good)
	spoil("message-short", truncated, 0, "the input ends inside a definition", point, def[:20])
	spoil("message-short-value", truncated, 1, "the input ends inside the second value", point, one, good[:5])
	spoil("message-short-at-start", truncated, 1, "the input ends behind a message's length", point, one, 7)
	spoil("length-cut", truncated, 0, "the input ends inside the first length", point, 0xfe, 1)
	spoil("length-cut-later", truncated, 1, "the input ends inside a later length", point, one, 0xfd, 1, 2)
	spoil("definitions-only", truncated, 0, "definitions and no value", point, def)
	spoil("definitions-last", truncated, 1, "a good value, then a definition and no value", point, one, sliceDef(65, "", idInt))
	spoil("length-impossible", notGob, 0, "the first byte cannot begin a number: 0x80", point, 0x80, def)
	spoil("length-impossible-f7", notGob, 0, "the first byte cannot begin a number: 0xf7", point, 0xf7, def)
	spoil("length-impossible-later", corrupt, 1, "a later length cannot begin a number", point, one, 0x89, good)
	spoil("length-8gib", tooBig, 0, "a message of 8 GiB", point, uintBytes(1<<33), def)
	spoil("length-2-40", tooBig, 1, "a message of 2^40 bytes behind a good value", point, one, huge, "junk")
	spoil("length-max", tooBig, 1, "a message of 2^64-1 bytes", point, one, uintBytes(math.MaxUint64))
	spoil("length-bad-count", tooBig, 0, "six bytes that announce more than 700 GiB", pass, 0xfb, 0xb6, 0x91, 0x3e, 0xd9, 0x02)
	spoil("length-under-8gib", truncated, 0, "a message just below the limit, a string, of which three bytes are there", into(""), uintBytes(1<<33-1), 12, 0, uintBytes(1<<33-9), "abc")

	// Definitions.
	spoil("definition-of-int", badTypeID, 0, "a definition of id 2", point, structDef(2, "Point", xy...), good)
	spoil("definition-of-63", badTypeID, 0, "a definition of id 63", point, structDef(63, "Point", xy...), good)
	spoil("definition-of-16", badTypeID, 1, "a definition of id 16, which describes types, behind a good value", point, one, structDef(16, "wireType", xy...))
	strictly(2, "definition-twice", duplicateType, 1, "a definition once more, the same", point, one, def, good)
	strictly(2, "definition-changed", duplicateType, 1, "id 64 defined anew as a slice", point, one, sliceDef(64, "", idInt), message(intBytes(64), 0, 1, 2))
	strictly(1, "definition-extra", extraData, 0, "a byte behind a definition", point, message(def[1:], 0), good)
	strictly(1, "definition-extra-value", extraData, 0, "a value in the message of a definition", point, message(def[1:], intBytes(64), 1, 2, 0), good)
	spoil("definition-no-kind", badType, 0, "a definition that says nothing, and a value of it", point, message(intBytes(-64), 0), good)
	spoil("definition-no-kind-skipped", badType, 0, "the same, skipped", pass, message(intBytes(-64), 0), good)
	spoil("definition-no-kind-field", badType, 0, "a field whose type's definition says nothing", pass, structDef(64, "", wireField{"A", 65}), message(intBytes(-65), 0), message(intBytes(64), 1, 2, 0))
	spoil("definition-two-kinds", ok, 2, "a definition that is a struct and a slice: Go looks at the kind it needs, the struct first", into(Point{}, skip{}), message(intBytes(-64), 2, 1, common("", 64), 1, 4, 0, 1, structShape(64, "Point", xy...)[1:]), good, good)
	spoil("definition-field-8", corrupt, 0, "a definition with a field that no definition has", point, message(intBytes(-64), 9, 1, 2, 0, 0), good)
	spoil("definition-cut", corrupt, 0, "a definition that ends in its message's middle", point, message(def[1:20]), good)
	spoil("definition-name-long", corrupt, 0, "a name longer than the message", point, message(intBytes(-64), 3, 1, 1, 100, "Point"), good)
	spoil("definition-fields-many", corrupt, 0, "2^40 fields announced", point, message(intBytes(-64), 3, 1, common("", 64), 1, huge, 0, 0), good)
	spoil("definition-field-nameless", badType, 0, "a field without a name", point, structDef(64, "Point", wireField{"", idInt}), message(intBytes(64), 1, 2, 0))
	spoil("definition-array-negative", corrupt, 0, "an array of -1 elements", into([1]int{}), arrayDef(64, "", idInt, -1), message(intBytes(64), 0, uintBytes(math.MaxUint64)))
	spoil("definition-delta-negative", corrupt, 0, "a field number of 2^63 in a definition", point, message(intBytes(-64), past, 1, 0), good)

	// Type ids.
	spoil("id-unknown", unknownType, 1, "a value of a type that was never defined, into a struct", into(Point{}), one, message(intBytes(77), 1, 2, 0))
	spoil("id-unknown-into-int", unknownType, 0, "the same, into an int", number, message(intBytes(77), 0, 2))
	spoil("id-unknown-skipped", unknownType, 0, "the same, skipped", pass, message(intBytes(77), 0, 2))
	spoil("id-zero", unknownType, 0, "a value of type 0", point, 1, 0, 1, 0)
	spoil("id-reserved", unknownType, 0, "a value of type 9, which is reserved", number, message(9<<1, 0, 2))
	spoil("id-25", unknownType, 0, "a value of type 25, which nothing has", number, message(25<<1, 0, 2))
	spoil("id-head-missing", unknownType, 0, "a stream whose definitions were cut off", point, good, good)
	spoil("id-elem-unknown", unknownType, 0, "a slice of a type that was never defined", into([]Point{}), sliceDef(64, "", 77), message(intBytes(64), 0, 1, 0))
	spoil("id-field-unknown", unknownType, 0, "a field of a type that was never defined, and is not sent", point, structDef(64, "", wireField{"X", idInt}, wireField{"Z", 77}), message(intBytes(64), 1, 2, 0))
	spoil("id-interface-unknown", unknownType, 0, "a value in an interface of a type that was never defined", into(Any{}), anyDef, message(intBytes(65), 1, textBytes("main.Point"), intBytes(77), 3, 1, 2, 0, 0))
	spoil("id-map-of-itself", unknownType, 0, "Go's own output for type D []map[string]D: the map's element has id 0", into(Deck0{}), func(e *gob.Encoder) { must(e.Encode(Deck0{{"k": nil}})) })

	// Field numbers.
	spoil("singleton-delta", corrupt, 0, "a number not led by 0", number, message(4, 1, 6))
	spoil("singleton-delta-skipped", corrupt, 0, "the same, skipped", pass, message(4, 1, 6))
	spoil("delta-negative", corrupt, 1, "a field number of 2^63", point, one, message(intBytes(64), past, 2, 0))
	spoil("delta-negative-skipped", corrupt, 1, "the same, skipped", pass, one, message(intBytes(64), past, 2, 0))
	spoil("delta-overflow", corrupt, 1, "field numbers that add up to more than 2^63", point, one, message(intBytes(64), 1, 2, 0xf8, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0))
	spoil("delta-too-far", corrupt, 1, "a third field of a struct of two", point, one, message(intBytes(64), 3, 2, 0))
	spoil("delta-too-far-skipped", corrupt, 1, "the same, skipped", pass, one, message(intBytes(64), 2, 2, 1, 2, 0))

	// Numbers and byte strings past the end of their message.
	spoil("int-missing", corrupt, 1, "a message that ends where a number should begin", point, one, message(intBytes(64), 1))
	spoil("int-cut", corrupt, 1, "a message that ends inside a number", point, one, message(intBytes(64), 1, 0xfe, 1))
	spoil("int-impossible", corrupt, 1, "a byte that cannot begin a number", point, one, message(intBytes(64), 1, 0x91, 0))
	spoil("value-missing", corrupt, 0, "a message that ends behind the type", number, message(4))
	spoil("value-missing-0", corrupt, 0, "a message that ends behind the leading 0", number, message(4, 0))
	spoil("value-nil-pointer", corrupt, 0, "what Go itself sends for a pointer to a nil pointer: a type and nothing", number, func(e *gob.Encoder) { var p *int; must(e.Encode(&p)) })
	spoil("id-missing", corrupt, 0, "a message that ends inside the id", point, def, message(0xff))
	spoil("float-cut", corrupt, 0, "a float cut short", into(0.0), message(8, 0, 0xfe, 0x31))
	spoil("complex-half", corrupt, 0, "a complex number without its second part", into(0i), message(14, 0, 0xfe, 0xf0, 0x3f))
	spoil("string-long", corrupt, 0, "a string longer than its message", into(""), message(12, 0, 5, "abc"))
	spoil("string-long-skipped", corrupt, 0, "the same, skipped", pass, message(12, 0, 5, "abc"))
	spoil("string-huge", corrupt, 0, "a string of 2^63 bytes", into(""), message(12, 0, past, "abc"))
	spoil("bytes-long", corrupt, 0, "a byte string longer than its message", into([]byte{}), message(10, 0, 5, "abc"))
	spoil("bytes-huge", corrupt, 0, "a byte string of 2^40 bytes", into([]byte{}), message(10, 0, huge, "abc"))
	spoil("string-long-in-slice", corrupt, 0, "a string in a slice longer than its message", into([]string{}), sliceDef(64, "", idString), message(intBytes(64), 0, 2, textBytes("a"), 9, "b"))
	spoil("opaque-long", corrupt, 0, "an opaque value longer than its message", into(GobValue{}), opaqueDef(4, 64, "V"), message(intBytes(64), 0, 9, "abc"))
	spoil("opaque-long-skipped", corrupt, 0, "the same, skipped", pass, opaqueDef(5, 64, "V"), message(intBytes(64), 0, 9, "abc"))

	// Counts.
	spoil("slice-huge", corrupt, 0, "2^40 numbers announced", into([]int{}), sliceDef(64, "", idInt), message(intBytes(64), 0, huge, 2))
	spoil("slice-2-63", corrupt, 0, "2^63 numbers announced", into([]int{}), sliceDef(64, "", idInt), message(intBytes(64), 0, past, 2))
	spoil("slice-long", corrupt, 0, "five numbers announced, two there", into([]int{}), sliceDef(64, "", idInt), message(intBytes(64), 0, 5, 2, 4))
	spoil("slice-long-skipped", corrupt, 0, "the same, skipped", pass, sliceDef(64, "", idInt), message(intBytes(64), 0, 5, 2, 4))
	spoil("slice-of-structs-long", corrupt, 1, "2000000000 structs announced in a message of nine bytes", into([]Point{}), def, sliceDef(65, "", 64), message(intBytes(65), 0, 1, 1, 2, 0), message(intBytes(65), 0, uintBytes(2_000_000_000), 1))
	spoil("slice-of-slices-long", corrupt, 0, "a slice in a slice announces too much", into([][]int{}), sliceDef(64, "", 65), sliceDef(65, "", idInt), message(intBytes(64), 0, 2, 1, 2, 9, 4))
	spoil("slice-smashed", corrupt, 0, "the count of a good slice of strings overwritten", into([]string{}), smashed())
	spoil("array-count", corrupt, 0, "an array of two with three elements", into([2]int{}), arrayDef(64, "", idInt, 2), message(intBytes(64), 0, 3, 2, 4, 6))
	spoil("array-count-skipped", corrupt, 0, "the same, skipped", pass, arrayDef(64, "", idInt, 2), message(intBytes(64), 0, 3, 2, 4, 6))
	spoil("array-short", corrupt, 0, "an array of two with one element", into([2]int{}), arrayDef(64, "", idInt, 2), message(intBytes(64), 0, 1, 2))
	spoil("array-cut", corrupt, 0, "an array whose second element is missing", into([2]int{}), arrayDef(64, "", idInt, 2), message(intBytes(64), 0, 2, 2))
	spoil("map-long", corrupt, 0, "three entries announced, one there", into(map[string]int{}), mapDef(64, "", idString, idInt), message(intBytes(64), 0, 3, textBytes("a"), 2))
	spoil("map-half", corrupt, 0, "a key without its value", into(map[string]int{}), mapDef(64, "", idString, idInt), message(intBytes(64), 0, 1, textBytes("a")))
	spoil("map-huge", corrupt, 0, "2^40 entries announced", into(map[string]int{}), mapDef(64, "", idString, idInt), message(intBytes(64), 0, huge, textBytes("a"), 2))
	spoil("map-2-63", ok, 1, "2^63 entries announced: for Go a negative count, so an empty map", into(map[string]int{}), mapDef(64, "", idString, idInt), message(intBytes(64), 0, past))
	spoil("map-duplicate-keys", ok, 1, "one key twice: for Go the last wins", into(map[string]int{}), mapDef(64, "", idString, idInt), message(intBytes(64), 0, 2, textBytes("a"), 2, textBytes("a"), 4))

	// Interfaces.
	iface := func(parts ...any) []byte { return join(anyDef, message(intBytes(65), 1, join(parts...))) }
	spoil("interface-name-long", corrupt, 0, "the name of an interface's type longer than the message", into(Any{}), iface(50, "int", 4, 2, 0, 6, 0))
	spoil("interface-name-long-skipped", corrupt, 0, "the same, skipped", pass, iface(50, "int", 4, 2, 0, 6, 0))
	spoil("interface-name-1280", corrupt, 0, "a name of more than 1024 bytes", into(Any{}), iface(textBytes(strings.Repeat("a", 1280)), 4, 2, 0, 6, 0))
	spoil("interface-name-unregistered", ok, 1, "a name that the Go program does not know", into(Any{}), iface(textBytes("main.T"), 4, 2, 0, 6, 0))
	spoil("interface-name-huge", corrupt, 0, "a name of 2^63 bytes", into(Any{}), iface(past, "int", 4, 2, 0, 6, 0))
	spoil("interface-count-long-skipped", ok, 1, "the count before the payload too large: only skipping minds, and it need not", pass, iface(textBytes("int"), 4, 99, 0, 6, 0))
	spoil("interface-ends-at-name", truncated, 0, "the message ends behind the name, and no other follows", into(Any{}), iface(textBytes("int")))
	spoil("interface-ends-at-id", corrupt, 0, "the message ends behind the id", into(Any{}), iface(textBytes("int"), 4))
	spoil("interface-ends-in-value", corrupt, 0, "the message ends in the payload", into(Any{}), iface(textBytes("int"), 4, 2, 0))
	spoil("interface-delta", corrupt, 0, "a payload not led by 0", into(Any{}), iface(textBytes("int"), 4, 2, 1, 6, 0))
	spoil("interface-defines-int", badTypeID, 0, "a definition of id 2 in an interface", into(Any{}), iface(textBytes("main.Point"), intBytes(-2), structShape(2, "Point", xy...)), message(4, 2, 0, 6, 0))
	strictly(2, "interface-defines-twice", duplicateType, 1, "a definition in an interface of an id that has one", into(Point{}, Any{}), one, iface(textBytes("main.Point"), intBytes(-64), structShape(64, "Point", xy...)), message(intBytes(64), 5, 1, 2, 1, 4, 0, 0))
	spoil("interface-cut", truncated, 0, "the input ends where an interface's value goes on in the next message", into(Any{}), iface(textBytes("main.Point"), intBytes(-64), structShape(64, "Point", xy...)))
	spoil("interface-cut-nested", truncated, 0, "the same, one message later", into(Any{}), iface(textBytes("main.Point"), intBytes(-64), structShape(64, "Point", xy...)), message(intBytes(64), 5, 1, 2)[:5])
	spoil("interface-half-value", corrupt, 0, "what Go leaves behind when the second part of a value cannot be encoded, with the next value", into([]any{}), halfValue)

	// Go refuses these for the type it decodes into; a reader without types reads them.
	spoil("into-struct", ok, 1, "a number where the program wants a struct", point, three)
	spoil("into-uint", ok, 1, "an int where the program wants a uint", into(uint(0)), three)
	spoil("into-string", ok, 1, "a byte string where the program wants a string", into(""), message(10, 0, textBytes("a")))
	spoil("into-int-slice", ok, 1, "a byte string where the program wants numbers", into([]int{}), message(10, 0, textBytes("a")))
	spoil("into-slice", ok, 1, "a struct without name and fields where the program wants a slice", into([]int{}), structDef(64, ""), message(intBytes(64), 0))
	spoil("into-interface", ok, 1, "a number where the program wants an interface", into(struct{ I any }{}), structDef(64, "", wireField{"I", idInt}), message(intBytes(64), 1, 2, 0))
	spoil("into-interface-top", ok, 1, "the same, at top level", into(anything{}), three)
	spoil("into-array-length", ok, 1, "an array of three where the program has two", into([2]int{}), arrayDef(64, "", idInt, 3), message(intBytes(64), 0, 3, 2, 4, 6))
	spoil("into-no-fields", ok, 1, "no field in common", into(struct{ Other int }{}), one)
	spoil("into-field-type", ok, 1, "a field of another type", into(struct{ X uint }{}), one)
	spoil("into-int8", ok, 1, "a number that does not fit", into(struct{ X int8 }{}), def, message(intBytes(64), 1, intBytes(300), 0))
	spoil("into-int8-slice", ok, 1, "an element that does not fit", into([]int8{}), sliceDef(64, "", idInt), message(intBytes(64), 0, 1, intBytes(300)))
	spoil("into-float32", ok, 1, "a float that does not fit", into(float32(0)), message(8, 0, floatBytes(1e300)))
	spoil("into-not-assignable", ok, 1, "a type without the interface's methods", into(ShapeBox{}), structDef(64, "", wireField{"A", idInterface}), structDef(65, "", xy...), message(intBytes(64), 1, textBytes("main.Point"), intBytes(65), 5, 1, 2, 1, 4, 0, 0))
	spoil("into-opaque", ok, 1, "a struct where the program has a type that decodes itself", into(GobValue{}), one)
	spoil("into-other-opaque", ok, 1, "a BinaryMarshaler where the program has a GobDecoder", into(GobValue{}), opaqueDef(5, 64, "V"), message(intBytes(64), 0, textBytes("a")))
	spoil("into-opaque-error", ok, 1, "an opaque value that its own type refuses", into(GobValue{}), opaqueDef(4, 64, "V"), message(intBytes(64), 0, 0))
	spoil("into-nil-embedded", ok, 1, "a field that would land behind a nil embedded pointer: Go panics", into(struct{ *Point }{}), one)

	// Live defects of Go 1.27.3.
	spoil("skip-nil-interface", ok, 2, "a slice with a nil interface, skipped: Go loses its way", pass, sliceDef(65, "", idInterface), message(intBytes(65), 0, 2, 0, textBytes("int"), 4, 2, 0, 6), three)
	spoil("skip-nested-interface", ok, 1, "a nested interface that defines a type, skipped: Go loses its way", pass, nestedDefinition)
	spoil("deep-slice", tooDeep, 0, "a slice of itself, 20000 levels: Go reads it, at three million levels it dies of its stack", into(Rec{}), sliceDef(64, "Rec", 64), message(intBytes(64), 0, bytes.Repeat([]byte{1}, 20_000), 0))
	spoil("deep-struct", tooDeep, 0, "a struct of itself, 60000 levels: Go reads it, at two million levels it dies of its stack", into(Linked{}), structDef(64, "Linked", wireField{"Next", 64}), message(intBytes(64), bytes.Repeat([]byte{1}, 60_000), bytes.Repeat([]byte{0}, 60_001)))
	hostile("map-of-nothing", corrupt, 0, "2^62 entries of empty structs announced, none there", "it counts to the end", mapDef(64, "", 65, 65), structDef(65, ""), message(intBytes(64), 0, uintBytes(1<<62)))
	hostile("map-of-nothing-2-26", corrupt, 0, "2^26 entries of empty structs announced, three there", "20 seconds", mapDef(64, "", 65, 65), structDef(65, ""), message(intBytes(64), 0, uintBytes(1<<26), 0, 0, 0, 0))
	hostile("slices-in-slices", corrupt, 0, "slices in slices, each of which claims 400000 elements", "2 GB", sliceDef(64, "RS", 64), message(intBytes(64), 0, bytes.Repeat(uintBytes(400_000), 200), 0))
	hostile("maps-in-maps", corrupt, 0, "maps in maps, each of which claims 400000 entries", "5 GB and half a minute", mapDef(64, "RM", idString, 64), message(intBytes(64), 0, bytes.Repeat(join(uintBytes(400_000), 0), 120), 0))
	spoil("wide-zeros", tooBig, 0, "65536 elements of one byte, each of a struct with 1000 fields", pass, wideDef(65, 1000), sliceDef(64, "", 65), message(intBytes(64), 0, uintBytes(65_536), make([]byte, 65_536)))
	spoil("types-as-tree", ok, 1, "thirty types, each with two fields of the next: a tree of 2^30 if spelled out", pass, typeTree(30))
	spoil("types-as-chain", ok, 1, "slices of slices, two thousand types deep, and nothing in them", pass, typeChain(2000))
	spoil("array-of-itself", corrupt, 0, "an array of one that holds itself: no value of it ends", pass, arrayDef(64, "", 64, 1), message(intBytes(64), 0, 1, 1, 1, 1))

	// Other files.
	spoil("foreign-archive", notGob, 0, "a game archive: GOB and a version", pass, "GOB ", 0x14, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, make([]byte, 100))
	spoil("foreign-png", notGob, 0, "a picture", pass, 0x89, "PNG\r\n", 0x1a, "\n", 0, 0, 0, 13, "IHDR", noise(9, 40))
	spoil("foreign-noise", notGob, 0, "400 bytes of noise", pass, 0xa7, noise(11, 399))
}

// Deck0 is a type that Go 1.27.3 describes wrongly: when it comes to the map's element, the slice has no id yet.
type Deck0 []map[string]Deck0

// smashed is a good slice of strings whose count was overwritten with a huge one, in place.
func smashed() []byte {
	b := join(sliceDef(64, "", idString), message(intBytes(64), 0, 6, textBytes("abcdefgh"), textBytes("b"), 0, 0, 0, 0))
	i := bytes.Index(b, []byte{6, 8, 'a'})
	b[i] = 0xfa
	return b
}

// halfValue is what stays in the stream when encoding fails behind an interface that was flushed.
func halfValue(e *gob.Encoder) {
	gob.Register(Bools{})
	if e.Encode([]any{Bools{A: true}, 7, Circle{1}}) == nil {
		fail("a type that was not registered went out")
	}
	must(e.Encode([]any{"next"}))
}

func nestedDefinition(e *gob.Encoder) {
	gob.Register(Any{})
	gob.Register(Tagged{})
	must(e.Encode(Any{Any{Tagged{"n", "s", 3}}}))
}

func wideDef(id int64, fields int) []byte {
	list := make([]wireField, fields)
	for i := range list {
		list[i] = wireField{"F" + textOfLength(3) + string(rune('A'+i/26%26)) + string(rune('A'+i%26)) + string(rune('A'+i/676)), idInt}
	}
	return structDef(id, "Wide", list...)
}

func typeTree(n int64) (b []byte) {
	for id := int64(64); id < 64+n; id++ {
		b = join(b, structDef(id, "", wireField{"L", id + 1}, wireField{"R", id + 1}))
	}
	return join(b, structDef(64+n, "", wireField{"N", idInt}), message(intBytes(64), 1, 0, 0))
}

func typeChain(n int64) (b []byte) {
	for id := int64(64); id < 64+n; id++ {
		b = join(b, sliceDef(id, "", id+1))
	}
	return join(b, sliceDef(64+n, "", idInt), message(intBytes(64), 0, 0))
}

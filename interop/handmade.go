package main

import (
	"encoding/gob"
	"math"
	"reflect"
	"time"
)

// Streams that Go's Decoder takes though no Encoder of today writes them. Each is read by Go before it counts.
func init() {
	xy := []wireField{{"X", idInt}, {"Y", idInt}}
	point := func(id int64, x, y int64) []byte { return message(intBytes(id), 1, intBytes(x), 1, intBytes(y), 0) }

	add("hand-id-65", "1.4", "ids from 65, as Go wrote until 1.20", handmade(join(structDef(65, "Point", xy...), point(65, 22, 33)), Point{22, 33}))
	add("hand-ids-sparse", "1.4", "ids far apart and out of order, up to 2^31-1", handmade(join(
		structDef(math.MaxInt32, "Point", xy...), point(math.MaxInt32, 1, 2),
		sliceDef(70_000, "[]main.Point", math.MaxInt32), message(intBytes(70_000), 0, 1, 1, intBytes(3), 0),
		mapDef(100, "", idString, 70_000), message(intBytes(100), 0, 1, textBytes("k"), 0),
		sliceDef(65_535, "", idInt), message(intBytes(65_535), 0, 1, intBytes(5)), sliceDef(65_536, "", idInt), message(intBytes(65_536), 0, 1, intBytes(6))),
		Point{1, 2}, []Point{{3, 0}}, map[string][]Point{"k": {}}, []int{5}, []int{6}))
	add("hand-id-truncated", "1.1", "an id of more than 32 bits loses what is above them: 2^32+2 is int", handmade(message(intBytes(1<<32+idInt), 0, 6), 3))
	add("hand-forward", "1.5 definitions", "definitions that refer to later ones", handmade(join(
		sliceDef(64, "", 65), structDef(65, "Outer", wireField{"A", 66}, wireField{"B", 67}), arrayDef(66, "", 67, 2), structDef(67, "Point", xy...),
		message(intBytes(64), 0, 1, 1, 2, 1, 2, 0, 0, 1, 1, 4, 0, 0)),
		[]struct {
			A [2]Point
			B Point
		}{{[2]Point{{1, 0}, {}}, Point{2, 0}}}))
	add("hand-inner-first", "1.5 definitions", "parts defined before the whole", handmade(join(
		structDef(64, "Point", xy...), sliceDef(65, "", 64), structDef(66, "", wireField{"L", 65}), message(intBytes(66), 1, 1, 1, 2, 0, 0)),
		struct{ L []Point }{[]Point{{1, 0}}}))
	add("hand-unused-types", "1.5 definitions", "definitions that nothing uses, also of types that do not exist", handmade(join(
		sliceDef(64, "", 999), structDef(65, "", wireField{"A", 998}), structDef(66, "Point", xy...), opaqueDef(4, 67, "Time"), mapDef(68, "", 64, 65), arrayDef(69, "", 5, 7), point(66, 1, 2)),
		Point{1, 2}))
	add("hand-inner-id-wrong", "1.5 CommonType.Id", "ids inside definitions that are wrong, or a built-in one, or missing", handmade(join(
		message(intBytes(-64), structShape(77, "Point", xy...)), point(64, 1, 2),
		message(intBytes(-65), structShape(2, "Point", xy...)), point(65, 3, 4),
		message(intBytes(-66), structShape(0, "Point", xy...)), point(66, 5, 6),
		message(intBytes(-67), structShape(-5, "", xy...)), point(67, 7, 8)),
		Point{1, 2}, Point{3, 4}, Point{5, 6}, Point{7, 8}))
	add("hand-names-empty", "1.5 names", "no type has a name", handmade(join(
		structDef(64, "", wireField{"A", 65}, wireField{"M", 66}), sliceDef(65, "", idString), mapDef(66, "", idInt, idBool), message(intBytes(64), 1, 1, textBytes("a"), 1, 1, 2, 1, 0)),
		struct {
			A []string
			M map[int]bool
		}{[]string{"a"}, map[int]bool{1: true}}))
	add("hand-names-odd", "1.5 names", "names of types that are no identifiers: the word for another type, spaces, bytes that are no UTF-8, long", handmade(join(
		structDef(64, "int", xy...), point(64, 1, 2), structDef(65, "a b\n", xy...), point(65, 3, 4), structDef(66, "\xff\x00", xy...), point(66, 5, 6), structDef(67, textOfLength(2000), xy...), point(67, 7, 8)),
		Point{1, 2}, Point{3, 4}, Point{5, 6}, Point{7, 8}))
	add("hand-field-names", "1.9 struct matching", "names of fields that Go passes over, as other writers have them", func(s *stream) {
		s.shown(join(structDef(64, "", wireField{"x", idInt}, wireField{"Y", idInt}, wireField{"with space", idString}, wireField{"日本", idBool}, wireField{"_Z", idInt}),
			message(intBytes(64), 1, 2, 1, 4, 1, textBytes("s"), 1, 1, 1, 6, 0)), struct{ Y int }{}, `{"x":1,"Y":2,"with space":"s","日本":true,"_Z":3}`)
		s.shown(message(intBytes(64), 2, 4, 0), struct{ Y int }{}, `{"x":0,"Y":2,"with space":"","日本":false,"_Z":0}`)
	})
	add("hand-field-twice", "1.9 struct matching", "two fields of one name: Go gives both to one field, the picture shows both", func(s *stream) {
		s.shown(join(structDef(64, "", wireField{"A", idInt}, wireField{"A", idInt}), message(intBytes(64), 1, 2, 1, 4, 0)), struct{ A int }{}, `{"A":1,"A":2}`)
	})
	padded := join(0xff, 0x7f, 0xfe, 0, 3, 0xff, 1, 1, 0xff, 5, "Point", 1, 0xfe, 0, 0x80, 0, 1, 0xfd, 0, 0, 2, 1, 1, "X", 1, 0xff, 4, 0, 1, 1, "Y", 1, 4, 0, 0xff, 0, 0)
	add("hand-padded", "1.1 uint", "numbers in longer forms than needed, everywhere", handmade(join(0xfe, 0, len(padded), padded,
		0xf8, 0, 0, 0, 0, 0, 0, 0, 20, 0xfe, 0, 0x80, 0xff, 1, 0xfe, 0, 44, 1, 0xf8, 0, 0, 0, 0, 0, 0, 0, 66, 0xff, 0,
		message(0xff, 4, 0xfe, 0, 0, 0xfe, 0, 6), message(0xfe, 0, 12, 0, 0xff, 1, "s"), message(2, 0, 0xff, 1), message(8, 0, 0xf9, 0, 0, 0, 0, 0, 0x31, 0x40)),
		Point{22, 33}, 3, "s", true, 17.0))
	add("hand-bool", "1.1 bool", "any number but 0 is true", handmade(join(message(2, 0, 5), message(2, 0, 0xf8, 0xff, 0, 0, 0, 0, 0, 0, 0)), true, true))
	add("hand-no-terminator", "1.10 end of message", "structs whose final 00 the end of the message replaces", handmade(join(
		structDef(64, "Point", xy...), message(intBytes(64), 1, 2, 1, 4), message(intBytes(64), 1, 2), message(intBytes(64)),
		structDef(65, "", wireField{"P", 64}, wireField{"N", idInt}), message(intBytes(65), 1, 1, 2),
		sliceDef(66, "", 64), message(intBytes(66), 0, 2, 1, 2, 0, 1, 4)),
		Point{1, 2}, Point{1, 0}, Point{}, struct {
			P Point
			N int
		}{P: Point{1, 0}}, []Point{{1, 0}, {2, 0}}))
	add("hand-no-terminator-map", "1.10 end of message", "the last element of a map without its 00", handmade(join(
		structDef(64, "", xy...), mapDef(65, "", idString, 64), message(intBytes(65), 0, 1, textBytes("k"), 1, 2), message(intBytes(65), 0, 1, textBytes("k"))),
		map[string]Point{"k": {1, 0}}, map[string]Point{"k": {}}))
	add("hand-no-terminator-interface", "1.10 end of message; 1.7", "both structs of an interface without their 00", func(s *stream) {
		gob.Register(Point{})
		handmade(join(structDef(64, "", wireField{"I", idInterface}), structDef(65, "", xy...), message(intBytes(64), 1, textBytes("main.Point"), intBytes(65), 3, 1, 2)), Any{Point{1, 0}})(s)
	})
	add("hand-stray-bytes", "1.10 end of message", "bytes behind a value that Go passes over", handmade(join(
		structDef(64, "Point", xy...), message(intBytes(64), 1, 2, 1, 4, 0, "stray"), message(intBytes(64), 1, 6, 0, 0), message(4, 0, 6, 0xff, 0xff), message(12, 0, textBytes("s"), 0)),
		Point{1, 2}, Point{3, 0}, 3, "s"))
	add("hand-zeros-sent", "1.6", "zeros that need not have been sent", handmade(join(
		structDef(64, "", wireField{"A", idInt}, wireField{"S", idString}, wireField{"B", idBool}, wireField{"L", 65}, wireField{"I", idInterface}, wireField{"F", idFloat}), sliceDef(65, "", idInt),
		message(intBytes(64), 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0)),
		struct {
			A int
			S string
			B bool
			L []int
			I any
			F float64
		}{}))
	add("hand-interface-count", "1.7", "the count before an interface's payload is never looked at: 0, too small, too large", func(s *stream) {
		gob.Register(Point{})
		s.raw(join(structDef(64, "Any", wireField{"I", idInterface}), structDef(65, "Point", xy...)))
		for _, n := range []int{0, 1, 127} {
			s.raw(message(intBytes(64), 1, textBytes("main.Point"), intBytes(65), n, 1, 2, 1, 4, 0, 0), Any{Point{1, 2}})
		}
		s.raw(message(intBytes(64), 1, textBytes("int"), 4, 0xfe, 0xff, 0xff, 0, 6, 0), Any{3})
	})
	add("hand-interface-early", "1.7", "the type of an interface's value was defined before the value, so that it fits one message", func(s *stream) {
		gob.Register(Any{})
		gob.Register(Point{})
		s.raw(join(structDef(64, "Any", wireField{"I", idInterface}), structDef(65, "Point", xy...),
			message(intBytes(64), 1, textBytes("main.Any"), intBytes(64), 1, 1, textBytes("main.Point"), intBytes(65), 5, 1, 2, 1, 4, 0, 0, 0)), Any{Any{Point{1, 2}}})
	})
	add("hand-interface-extra", "1.7", "definitions in an interface that the value does not need", func(s *stream) {
		s.raw(join(structDef(64, "Any", wireField{"I", idInterface}),
			message(intBytes(64), 1, textBytes("int"), intBytes(-65), structShape(65, "Unused", xy...)), sliceDef(66, "", 65), message(4, 2, 0, 6, 0)), Any{3})
		s.raw(message(intBytes(64), 1, textBytes("string"), 12, 4, 0, 1, "s", 0), Any{"s"})
	})
	add("hand-interface-names", "1.7 names", "names that no program knows, and those of other types: the id decides", func(s *stream) {
		s.shown(join(structDef(64, "Any", wireField{"I", idInterface}), structDef(65, "P", xy...)), nil, "")
		for _, name := range []string{"example.com/gone.Type", "int", "\xff", textOfLength(1024)} {
			s.shown(message(intBytes(64), 1, textBytes(name), intBytes(65), 5, 1, 2, 1, 4, 0, 0), nil, `{"I":{"X":1,"Y":2}}`)
		}
	})
	add("hand-map-duplicates", "1.13 map duplicate keys", "one key twice: Go keeps the last, the picture shows what is there", func(s *stream) {
		s.shown(join(mapDef(64, "", idString, idInt), message(intBytes(64), 0, 2, textBytes("a"), 2, textBytes("a"), 4)), map[string]int{}, `{"a":1,"a":2}`)
		s.shown(join(mapDef(65, "", idInt, idInt), message(intBytes(65), 0, 2, 2, 2, 2, 4)), map[int]int{}, `[[1,1],[1,2]]`)
	})
	add("hand-text-marshaler", "1.5 TextMarshalerT; 1.8", "a text type: declared in the format, never sent by Go, which can only skip it", func(s *stream) {
		s.shown(join(opaqueDef(6, 64, "Text"), message(intBytes(64), 0, textBytes("some text"))), nil, `"c29tZSB0ZXh0"`)
		s.shown(join(structDef(65, "", wireField{"T", 64}, wireField{"N", idInt}), message(intBytes(65), 1, textBytes("\xff"), 1, 2, 0)), nil, `{"T":"/w==","N":1}`)
		s.shown(message(intBytes(65), 2, 2, 0), nil, `{"T":null,"N":1}`)
	})
	add("hand-opaque-anonymous", "1.5; 2", "opaque types whose definitions hold nothing: only a time is told by its form", func(s *stream) {
		t, _ := day.MarshalBinary()
		s.pic.fixed = map[reflect.Type]string{reflect.TypeFor[time.Time](): ""}
		s.raw(join(opaqueDef(4, 64, ""), message(intBytes(64), 0, uintBytes(uint64(len(t))), t)), day)
		t[9] = 0xff // a fraction of more than a second
		s.shown(message(intBytes(64), 0, uintBytes(15), t), time.Time{}, string(appendBase64(nil, t)))
		s.shown(message(intBytes(64), 0, textBytes("\x01too short")), OpaqueBytes(""), `"AXRvbyBzaG9ydA=="`)
	})
	add("hand-builtin-structs", "1.4", "values of the types that describe types, which need no definition", func(s *stream) {
		s.shown(message(intBytes(18), 1, textBytes("abc"), 1, intBytes(5), 0), gob.CommonType{}, `{"Name":"abc","Id":5}`)
		s.shown(message(intBytes(21), 2, intBytes(7), 0), struct {
			Name string
			Id   int
		}{}, `{"Name":"","Id":7}`)
	})
	add("hand-many-types", "1.12 types", "three hundred types", func(s *stream) {
		for id := int64(64); id < 364; id++ {
			s.raw(join(structDef(id, "T", wireField{"N", idInt}), message(intBytes(id), 1, intBytes(id), 0)), struct{ N int }{int(id)})
		}
	})
	add("hand-many-messages", "1.7 several messages", "one value over three hundred messages: each element defines the same type anew under another id", func(s *stream) {
		b := sliceDef(64, "", idInterface)
		list := []any{}
		rest := join(intBytes(64), 0, uintBytes(300))
		for id := int64(65); id < 365; id++ {
			def := sliceDef(id, "", idInt)
			b = join(b, message(rest, textBytes("[]int"), def[1:]))
			rest = join(intBytes(id), 3, 0, 1, intBytes(id-300))
			list = append(list, []int{int(id - 300)})
		}
		s.raw(join(b, message(rest)), list)
	})
	add("hand-time-payloads", "2 time.Time", "payloads under the name of time that are none: version, length, fraction", func(s *stream) {
		t, _ := day.MarshalBinary()
		put := func(change func([]byte) []byte) {
			b := change(append([]byte(nil), t...))
			s.shown(message(intBytes(64), 0, textBytes(string(b))), OpaqueBytes(""), string(appendBase64(nil, b)))
		}
		s.shown(opaqueDef(4, 64, "Time"), nil, "")
		put(func(b []byte) []byte { b[0] = 2; return b })
		put(func(b []byte) []byte { b[0] = 3; return b })
		put(func(b []byte) []byte { return b[:14] })
		put(func(b []byte) []byte { return append(b, 0) })
		put(func(b []byte) []byte { b[9], b[10] = 0x3b, 0x9b; return b })
		put(func(b []byte) []byte { b[9] = 0xff; return b })
		put(func(b []byte) []byte { return nil })
	})
	add("hand-big-payloads", "2 big.Int, big.Rat", "forms of numbers that Go takes though it does not write them: plain bytes", func(s *stream) {
		s.shown(opaqueDef(4, 64, "Int"), nil, "")
		s.shown(message(intBytes(64), 0, textBytes("\x02\x00\x00\x01")), nil, `"AgAAAQ=="`)
		s.shown(message(intBytes(64), 0, textBytes("")), nil, `""`)
		s.shown(message(intBytes(64), 0, textBytes("\x03")), nil, `"Aw=="`)
		s.shown(message(intBytes(64), 0, textBytes("\x04\x01")), nil, `"BAE="`)
	})
	add("hand-empty-composites", "1.2", "no elements, and elements of no size", handmade(join(
		sliceDef(64, "", 65), structDef(65, ""), message(intBytes(64), 0, 3, 0, 0, 0), mapDef(66, "", 65, 65), message(intBytes(66), 0, 1, 0, 0), arrayDef(67, "", idInt, 0), message(intBytes(67), 0, 0), sliceDef(68, "", 67), message(intBytes(68), 0, 2, 0, 0)),
		[]struct{}{{}, {}, {}}, map[struct{}]struct{}{{}: {}}, [0]int{}, [][0]int{{}, {}}))
	add("hand-marshaled-by-other", "1.9", "an opaque value of another program's type, read by whatever takes bytes", handmade(join(opaqueDef(5, 64, "Other"), message(intBytes(64), 0, textBytes("pay"))), BinText("pay")))
	add("hand-float-forms", "1.1 float", "floats with fewer or more bytes than they need", handmade(join(message(8, 0, 1), message(8, 0, 0xf8, 0, 0, 0, 0, 0, 0, 0, 0x40), message(8, 0, 0x7f)),
		math.Float64frombits(1<<56), 2.0, math.Float64frombits(0x7f<<56)))
	add("hand-definition-padding", "1.5", "a definition that sends its zeros: length 0, id 0, no fields", handmade(join(
		message(intBytes(-64), 1, 1, 1, 0, 1, 0, 0, 1, 4, 1, 0, 0, 0), message(intBytes(64), 0, 0),
		message(intBytes(-65), 3, 1, 1, 0, 0, 1, 0, 0, 0), message(intBytes(65), 0)),
		[0]int{}, struct{}{}))
}

func handmade(b []byte, want ...any) func(*stream) {
	return func(s *stream) {
		s.pic.fixed = map[reflect.Type]string{reflect.TypeFor[time.Time](): "", reflect.TypeFor[BinText](): "Other"}
		s.raw(b, want...)
	}
}

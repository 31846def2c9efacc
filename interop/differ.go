package main

import (
	"bufio"
	"bytes"
	"encoding"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// differ is the other half of the differential test: it answers requests on its standard input, a batch at a time, until
// that ends. Batches, requests and answers are framed by their length; crates/gobstream/tests/differential.rs is the asker.
//
//	J values stream    what Rust wrote of the values: does the Decoder find them, and what does an Encoder write of them?
//	I choices          invent values by these choices, and encode them
//
// A value is its type, as Go prints it, and its parts in the order of the type: see feed.value.
func differ() {
	serve(func(batch []byte) (reply []byte) {
		for f := (feed{rest: batch}); len(f.rest) > 0; {
			reply = putText(reply, answer(f.text()))
		}
		return reply
	})
}

// serve answers what comes on the standard input, framed as its answers are, until that ends.
func serve(answer func([]byte) []byte) {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		var size [4]byte
		if _, err := io.ReadFull(in, size[:]); err == io.EOF {
			return
		} else {
			must(err)
		}
		request := make([]byte, binary.LittleEndian.Uint32(size[:]))
		_, err := io.ReadFull(in, request)
		must(err)
		_, err = out.Write(putText(nil, answer(request)))
		must(err)
		must(out.Flush())
	}
}

// The first byte of an answer.
const (
	fine    = iota
	wrong   // what is wrong, as text
	skipped // why, as text
)

func answer(request []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			reply = fmt.Appendf([]byte{wrong}, "%v", p)
		}
	}()
	asLikeNew()
	if request[0] == 'I' {
		return invent(request[1:])
	}
	return judgeStream(request[1:])
}

// judgeStream compares what the Decoder finds in Rust's stream with what it finds in ours, and then what an Encoder makes of both.
func judgeStream(request []byte) []byte {
	f := feed{rest: request}
	var sent []reflect.Value
	for range f.u32() {
		v := reflect.New(typeOf(string(f.text()))).Elem()
		f.value(v)
		sent = append(sent, v)
	}
	theirs := f.text()
	ours := encodeAll(sent)
	want, got := decodeAll("Go's own stream", ours, sent), decodeAll("Rust's stream", theirs, sent)
	for i := range want {
		if w, g := putValue(nil, want[i]), putValue(nil, got[i]); !bytes.Equal(w, g) {
			fail := fmt.Sprintf("value %d: want %+v, got %+v", i+1, want[i], got[i])
			return append([]byte{wrong}, fail[:min(len(fail), 4000)]...)
		}
	}
	asLikeNew()
	again := encodeAll(got)
	if f.several { // in another order: as values
		again, ours := decodeAll("what was encoded again", again, sent), want
		for i := range ours {
			if !bytes.Equal(putValue(nil, ours[i]), putValue(nil, again[i])) {
				return fmt.Appendf([]byte{wrong}, "value %d is another when encoded again", i+1)
			}
		}
	} else if !bytes.Equal(again, ours) {
		return fmt.Appendf([]byte{wrong}, "encoded again %x, at first %x", again, ours)
	}
	return append([]byte{fine}, ours...)
}

func encodeAll(values []reflect.Value) []byte {
	var b bytes.Buffer
	enc := gob.NewEncoder(&b)
	for i, v := range values {
		if err := enc.EncodeValue(v); err != nil {
			panic(fmt.Sprintf("encoding value %d: %v", i+1, err))
		}
	}
	return b.Bytes()
}

func decodeAll(whose string, stream []byte, like []reflect.Value) (found []reflect.Value) {
	dec := gob.NewDecoder(bytes.NewReader(stream))
	for i, v := range like {
		into := reflect.New(v.Type())
		if err := dec.DecodeValue(into); err != nil {
			panic(fmt.Sprintf("%s, value %d: %v", whose, i+1, err))
		}
		found = append(found, into.Elem())
	}
	if err := dec.DecodeValue(reflect.Value{}); err != io.EOF {
		panic(fmt.Sprintf("%s: more than was sent: %v", whose, err))
	}
	return found
}

// chosen gives the choices of others as random numbers, and when they run out the simplest one.
type chosen struct{ list []uint64 }

func (c *chosen) Uint64() uint64 {
	if len(c.list) == 0 {
		return 1 << 33
	}
	first := c.list[0]
	c.list = c.list[1:]
	return first
}

func invent(request []byte) []byte {
	f, choices := feed{rest: request}, &chosen{}
	for len(f.rest) > 0 {
		choices.list = append(choices.list, f.u64())
	}
	m := maker{rand.New(choices)}
	values := make([]reflect.Value, 1+m.IntN(3))
	reply := binary.LittleEndian.AppendUint32([]byte{fine}, uint32(len(values)))
	for i := range values {
		v := reflect.New(strip(m.typ(4))).Elem()
		m.fill(v, 6, false)
		values[i] = v
		reply = putValue(putText(reply, []byte(v.Type().String())), v)
	}
	stream := encodeAll(values)
	if strings.Contains(selfCheck(stream, values), "name too long") {
		return append([]byte{skipped}, "a type's name is too long for an interface"...)
	}
	return putText(reply, stream)
}

// selfCheck is what Go has against its own stream.
func selfCheck(stream []byte, values []reflect.Value) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprint(p)
		}
	}()
	decodeAll("Go's own stream", stream, values)
	return ""
}

// A feed is taken apart from its front.
type feed struct {
	rest    []byte
	several bool // there was a map of several entries
}

func (f *feed) take(n int) []byte {
	b := f.rest[:n]
	f.rest = f.rest[n:]
	return b
}
func (f *feed) u8() byte     { return f.take(1)[0] }
func (f *feed) u32() uint32  { return binary.LittleEndian.Uint32(f.take(4)) }
func (f *feed) u64() uint64  { return binary.LittleEndian.Uint64(f.take(8)) }
func (f *feed) text() []byte { return f.take(int(f.u32())) }

func putText(b, text []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(text))), text...)
}

// none is the length of a nil slice or map.
const none = math.MaxUint32

// value reads the parts of v: numbers as 8 bytes (complex ones as 16), bools and nils as one, texts and payloads with their length,
// slices and maps with their count, interfaces as the type and the value that they hold.
func (f *feed) value(v reflect.Value) {
	t := v.Type()
	switch {
	case t.Kind() == reflect.Pointer:
		if f.u8() == 1 {
			v.Set(reflect.New(t.Elem()))
			f.value(v.Elem())
		}
		return
	case opaque(t) == gobEncoder:
		must(v.Addr().Interface().(gob.GobDecoder).GobDecode(f.text()))
		return
	case opaque(t) == binaryMarshaler:
		must(v.Addr().Interface().(encoding.BinaryUnmarshaler).UnmarshalBinary(f.text()))
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(f.u8() == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.u64()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(f.u64())
	case reflect.Float32, reflect.Float64:
		v.SetFloat(math.Float64frombits(f.u64()))
	case reflect.Complex64, reflect.Complex128:
		re := math.Float64frombits(f.u64())
		v.SetComplex(complex(re, math.Float64frombits(f.u64())))
	case reflect.String:
		v.SetString(string(f.text()))
	case reflect.Slice:
		if n := f.u32(); n != none {
			v.Set(reflect.MakeSlice(t, int(n), int(n)))
			f.elements(v)
		}
	case reflect.Array:
		f.elements(v)
	case reflect.Map:
		if n := f.u32(); n != none {
			f.several = f.several || n > 1
			v.Set(reflect.MakeMap(t))
			for range n {
				key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
				f.value(key)
				f.value(elem)
				v.SetMapIndex(key, elem)
			}
			if v.Len() != int(n) {
				panic("keys are equal in Go")
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if fieldSent(t.Field(i)) {
				f.value(v.Field(i))
			}
		}
	case reflect.Interface:
		if f.u8() == 1 {
			held := reflect.New(typeOf(string(f.text()))).Elem()
			f.value(held)
			gob.Register(held.Interface())
			v.Set(held)
		}
	default:
		panic("no value of " + t.String())
	}
}

func (f *feed) elements(v reflect.Value) {
	for i := range v.Len() {
		f.value(v.Index(i))
	}
}

// putValue writes what feed.value reads, maps sorted, so that equal values give equal bytes.
func putValue(b []byte, v reflect.Value) []byte {
	le := binary.LittleEndian
	t := v.Type()
	if t.Kind() == reflect.Pointer {
		if v.IsNil() {
			return append(b, 0)
		}
		return putValue(append(b, 1), v.Elem())
	}
	if opaque(t) != plain {
		_, data := payload(v)
		return putText(b, data)
	}
	switch t.Kind() {
	case reflect.Bool:
		return append(b, map[bool]byte{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return le.AppendUint64(b, uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return le.AppendUint64(b, v.Uint())
	case reflect.Float32, reflect.Float64:
		return le.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		return le.AppendUint64(le.AppendUint64(b, math.Float64bits(real(c))), math.Float64bits(imag(c)))
	case reflect.String:
		return putText(b, []byte(v.String()))
	case reflect.Slice:
		if v.IsNil() {
			return le.AppendUint32(b, none)
		}
		return putElements(le.AppendUint32(b, uint32(v.Len())), v)
	case reflect.Array:
		return putElements(b, v)
	case reflect.Map:
		if v.IsNil() {
			return le.AppendUint32(b, none)
		}
		var entries [][]byte
		for it := v.MapRange(); it.Next(); {
			entries = append(entries, putValue(putValue(nil, it.Key()), it.Value()))
		}
		slices.SortFunc(entries, bytes.Compare)
		return append(le.AppendUint32(b, uint32(len(entries))), bytes.Join(entries, nil)...)
	case reflect.Struct:
		for i := range v.NumField() {
			if fieldSent(t.Field(i)) {
				b = putValue(b, v.Field(i))
			}
		}
		return b
	case reflect.Interface:
		if v.IsNil() {
			return append(b, 0)
		}
		held := v.Elem()
		return putValue(putText(append(b, 1), []byte(held.Type().String())), held)
	}
	panic("no value of " + t.String())
}

func putElements(b []byte, v reflect.Value) []byte {
	for i := range v.Len() {
		b = putValue(b, v.Index(i))
	}
	return b
}

// typesByName are the types that can be asked for: first those that a program must declare, then all that were built of them.
var typesByName = map[string]reflect.Type{}

func init() {
	for _, t := range slices.Concat(scalarTypes, fixedTypes, otherTypes) {
		collect(t)
	}
}

// otherTypes are scalars, and declared types that recurse, embed or hide, beyond those that random.go invents with.
var otherTypes = []reflect.Type{
	reflect.TypeFor[int32](), reflect.TypeFor[uint16](), reflect.TypeFor[uintptr](), reflect.TypeFor[complex64](), reflect.TypeFor[*GobPointer](),
	reflect.TypeFor[Scalars](), reflect.TypeFor[Floats](), reflect.TypeFor[Maps](), reflect.TypeFor[Pointers](), reflect.TypeFor[Doc](), reflect.TypeFor[Mixed](), reflect.TypeFor[Skipping](),
	reflect.TypeFor[Shared](), reflect.TypeFor[Everything](), reflect.TypeFor[Folder](), reflect.TypeFor[Quad](), reflect.TypeFor[Fork](), reflect.TypeFor[Rec1](), reflect.TypeFor[Parent](),
	reflect.TypeFor[RingA](), reflect.TypeFor[Even](), reflect.TypeFor[Deck](), reflect.TypeFor[Bag](), reflect.TypeFor[Chain](), reflect.TypeFor[Around](), reflect.TypeFor[Blob](), reflect.TypeFor[Octets](),
	reflect.TypeFor[Ratio](), reflect.TypeFor[Phase](), reflect.TypeFor[Flag](), reflect.TypeFor[Code](), reflect.TypeFor[Ints](), reflect.TypeFor[Dict](), reflect.TypeFor[Triple](),
}

// collect takes in t and what it is made of.
func collect(t reflect.Type) {
	if _, known := typesByName[t.String()]; known {
		return
	}
	typesByName[t.String()] = t
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		collect(t.Elem())
	case reflect.Map:
		collect(t.Key())
		collect(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if fieldSent(t.Field(i)) {
				collect(t.Field(i).Type)
			}
		}
	}
}

// typeOf builds the type that Go prints so.
func typeOf(text string) reflect.Type {
	if t, ok := typesByName[text]; ok {
		return t
	}
	p := typeText{text}
	t := p.parse()
	if p.rest != "" || t.String() != text {
		panic(fmt.Sprintf("type %q: %q is left, %v is read", text, p.rest, t))
	}
	typesByName[text] = t
	return t
}

type typeText struct{ rest string }

func (p *typeText) skip(prefix string) bool {
	rest, ok := strings.CutPrefix(p.rest, prefix)
	p.rest = rest
	return ok
}

func (p *typeText) until(stop string) string {
	i := strings.IndexAny(p.rest, stop)
	if i < 0 {
		i = len(p.rest)
	}
	text := p.rest[:i]
	p.rest = p.rest[i:]
	return text
}

func (p *typeText) parse() reflect.Type {
	switch {
	case p.skip("*"):
		return reflect.PointerTo(p.parse())
	case p.skip("[]"):
		return reflect.SliceOf(p.parse())
	case p.skip("["):
		n, err := strconv.Atoi(p.until("]"))
		must(err)
		p.skip("]")
		return reflect.ArrayOf(n, p.parse())
	case p.skip("map["):
		key := p.parse()
		p.skip("]")
		return reflect.MapOf(key, p.parse())
	case p.skip("interface {}"):
		return reflect.TypeFor[any]()
	case p.skip("struct {}"):
		return reflect.TypeFor[struct{}]()
	case p.skip("struct {"):
		return p.fields()
	}
	name := p.until(" ;]}")
	t, ok := typesByName[name]
	if !ok {
		panic("no type " + name)
	}
	return t
}

func (p *typeText) fields() reflect.Type {
	var fields []reflect.StructField
	for !p.skip(" }") {
		p.skip(";")
		p.skip(" ")
		name := p.until(" ")
		p.skip(" ")
		fields = append(fields, reflect.StructField{Name: name, Type: p.parse()})
	}
	return reflect.StructOf(fields)
}

package main

import (
	"encoding/gob"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"time"
)

func init() {
	add("iface-nil", "1.7 nil", "nil interfaces in every place, other values around them", values(
		Box{Before: 1, After: 2}, Box{1, nil, []any{nil, 5, nil, "x"}, map[string]any{"none": nil}, [2]any{nil, true}, 2}, []any{nil}, [1]any{}, map[string]any{"n": nil}))
	add("iface-nil-top", "1.6 top level", "a pointer to a nil interface at top level", func(s *stream) {
		var x any
		s.put(&x)
	})
	add("iface-top", "1.7", "a pointer to an interface at top level: the value is of interface type", func(s *stream) {
		gob.Register(Point{})
		for _, x := range []any{1, "s", Point{1, 2}, []int{3}} {
			s.put(&x)
		}
	})
	add("iface-basics", "1.7 preregistered", "every scalar kind that gob registers by itself",
		values([]any{1, int8(-8), int16(16), int32(-32), int64(64), uint(1), uint8(8), uint16(16), uint32(32), uint64(1 << 63), uintptr(9),
			float32(0.5), 0.1, complex64(1i), 2 - 1i, true, "text", []byte{1, 0xff}, 'r'}))
	add("iface-basic-slices", "1.7 preregistered; 4.2 TestGobMapInterfaceEncode", "every slice that gob registers by itself: each defines its type in the value",
		values([]any{[]int{1}, []int8{-1}, []int16{2}, []int32{-3}, []int64{4}, []uint{5}, []uint16{6}, []uint32{7}, []uint64{8}, []uintptr{9},
			[]float32{0.5}, []float64{0.25}, []complex64{1i}, []complex128{1}, []bool{true, false}, []string{"a", ""}}))
	add("iface-zeros", "1.7; 1.6", "zeros in interfaces are sent", values([]any{0, false, "", uint(0), 0.0, 0i, []byte{}, []int{}, []string(nil)}, Any{0}, Any{""}, Any{[]byte(nil)}))
	add("iface-int", "1.7", "the worked example: Iface{3}", values(Any{3}))
	add("iface-string", "1.7", "the worked example: Iface{\"s\"}", values(Any{"s"}))
	add("iface-named", "1.7 names", "named scalars carry the name they are registered under",
		registering(kinds{Weekday(0), Key(""), Flag(false), Blob(nil), Phase(0)}, []any{Weekday(3), Key("k"), Flag(true), Blob{1, 2}, Phase(1i)}))
	add("iface-struct", "1.7 new type inside", "a type is defined in the middle of a value: two messages", registering(Point{}, Any{Point{1, 2}}))
	add("iface-struct-zero", "1.7", "a struct of zeros in an interface", registering(Point{}, Any{Point{}}, []any{Point{}, Point{0, 1}}))
	add("iface-struct-known", "1.7", "the type was defined before: one message", registering(Point{}, Point{9, 8}, Any{Point{1, 2}}))
	add("iface-struct-twice", "1.7", "the second use of a type finds it defined", registering(Point{}, []any{Point{1, 2}, Point{3, 4}, 5, Point{}}, Any{Point{6, 7}}))
	add("iface-many-types", "1.7 several messages", "one value over many messages: each new type flushes what was built",
		registering(kinds{Point{}, Line{}, Link{}, Letters{}, Empty{}, Bools{}}, []any{"start", Point{1, 2}, Line{Name: "l"}, 3, Link{Name: "k", To: &Point{5, 5}}, Letters{E: []int{1}}, Empty{}, Bools{B: true}, "end"}))
	add("iface-fields-after", "1.7", "fields before and behind the interface that flushes", registering(kinds{Point{}, Line{}}, Around{1, Point{1, 2}, "mid", Line{Name: "l"}, []int{7}}))
	add("iface-pointer", "1.7 names; 4.2 TestTypeToPtrType", "pointers in interfaces are sent as what they point to", registering(kinds{Point{}}, []any{&Point{1, 2}, Point{3, 4}}, Any{&Point{5, 6}}))
	add("iface-pointer-registered", "1.7 names; 4.2 TestInterfaceIndirect", "registered by pointer: the name starts with *", registering(&Line{}, []any{&Line{Name: "p"}}))
	add("iface-pointer-pointer", "1.7", "a pointer to a pointer in an interface", func(s *stream) {
		p := &Point{1, 2}
		gob.Register(Point{})
		s.put(Any{&p})
		n := 5
		q := &n
		s.put(Any{&q})
	})
	add("iface-nested-1", "1.7 nested", "an interface in an interface", registering(Any{}, Any{Any{5}}, Any{Any{nil}}, Any{Any{Any{"deep"}}}))
	add("iface-nested-2", "1.7 nested", "a new type two interfaces deep: the payload comes in chunks", registering(kinds{Any{}, Point{}}, Any{Any{Point{1, 2}}}))
	add("iface-nested-3", "1.7 nested", "a new type three interfaces deep", registering(kinds{Any{}, Point{}}, Any{Any{Any{Point{1, 2}}}}))
	add("iface-nested-4", "1.7 nested", "a new type at each of five levels, with fields behind each",
		registering(kinds{N1{}, N2{}, N3{}, N4{}, Point{}}, Around{1, N1{1, N2{"a", N3{2, N4{true, Point{7, 8}, "z"}, "y"}, 5}, "x"}, "w", N4{true, 3, "v"}, []int{9}}))
	add("iface-nested-12", "1.7 nested", "a new type at each of twelve levels", func(s *stream) {
		v := reflect.ValueOf("innermost")
		for i := range 12 {
			t := reflect.StructOf([]reflect.StructField{
				{Name: fmt.Sprintf("Before%d", i), Type: reflect.TypeFor[int]()}, {Name: "I", Type: reflect.TypeFor[any]()}, {Name: fmt.Sprintf("After%d", i), Type: reflect.TypeFor[string]()}})
			level := reflect.New(t).Elem()
			level.Field(0).SetInt(int64(i))
			level.Field(1).Set(v)
			level.Field(2).SetString(textOfLength(i))
			gob.Register(level.Interface())
			v = level
		}
		s.put(v.Interface())
	})
	add("iface-nested-slices", "1.7 nested", "lists of interfaces in lists of interfaces, new types at several depths",
		registering(kinds{[]any{}, Point{}, Line{}, Bools{}}, []any{1, []any{Point{1, 2}, []any{Line{Name: "l"}, nil, []any{Bools{A: true}, "x"}}, 2}, Point{3, 4}}))
	add("iface-nested-tree", "1.7; case G29", "maps and lists of interfaces three levels deep, as plain JSON would be", func(s *stream) {
		gob.Register(map[string]any{})
		gob.Register([]any{})
		s.inOrder("tags", "meta", "owner", "limits", "size")
		s.put(map[string]any{"tags": []any{"a", 1, nil, true}, "meta": map[string]any{"owner": map[string]any{"id": 7}, "limits": []any{1.5, []any{}, map[string]any{}}}, "size": int64(1 << 40)})
	})
	add("iface-nested-known", "1.7 nested", "nested interfaces whose types are known come in one piece", registering(kinds{Any{}, Point{}}, Any{Any{Point{}}}, Any{Any{Point{1, 2}}}, Any{Any{Any{Point{3, 4}}}}))
	add("iface-nested-long", "1.7 nested", "chunks of more than 127 bytes", registering(kinds{Any{}, Pair[string, any]{}, Point{}},
		Any{Pair[string, any]{textOfLength(150), Pair[string, any]{textOfLength(300), Point{1, 2}}}}))
	add("iface-in-map", "1.7 in a map", "interfaces as elements of maps", registering(kinds{Point{}}, map[string]any{"p": Point{1, 2}}, map[int]any{1: "x"}, map[string]any{}))
	add("iface-in-map-key", "1.7 in a map", "a key that defines its type", registering(kinds{Point{}, [2]int{}}, map[any]any{Point{1, 2}: Point{3, 4}}, map[any]int{[2]int{1, 2}: 3}))
	add("iface-in-array", "1.7 in an array", "interfaces in an array", registering(Point{}, [3]any{Point{1, 2}, nil, "x"}))
	add("iface-typed", "1.7; 4.3 Example_interface", "interfaces with methods look alike on the wire", registering(kinds{Square(0), Circle{}}, []Shape{Square(2), Circle{1.5}, nil, &Circle{2}}, map[string]Shape{"c": Circle{1}}, ShapeBox{Square(1), nil}))
	add("iface-composites", "1.7 names", "unnamed composites, registered under their printed form",
		registering(kinds{[]Point{}, map[string]int{}, [2]int{}, struct{ A int }{}, map[Point][]string{}, [][]int{}},
			[]any{[]Point{{1, 2}}, map[string]int{"a": 1}, [2]int{3, 4}, struct{ A int }{5}, map[Point][]string{{}: {"s"}}, [][]int{{1}, {}}}))
	add("iface-named-composites", "1.7 names", "named composites", registering(kinds{Ints{}, Dict{}, Triple{}, Lines{}}, []any{Ints{1}, Dict{"k": "v"}, Triple{1, 2, 3}, Lines{{"a"}}}))
	add("iface-generic", "1.7 names; 1.5 generic", "generic types", registering(kinds{Pair[int, string]{}, List[Point]{}, Pair[Point, []Key]{}}, []any{Pair[int, string]{1, "a"}, List[Point]{{1, 2}}, Pair[Point, []Key]{Point{}, []Key{"k"}}}))
	add("iface-names-odd", "1.7 names; case G27", "names that programs chose: paths, spaces, quotes, beyond ASCII", func(s *stream) {
		type A struct{ N int }
		type B struct{ N int }
		type C struct{ N int }
		type D struct{ N int }
		type E struct{ N int }
		gob.RegisterName("example.com/old/path.MaxAge", A{})
		gob.RegisterName("*admin.GcRule_MaxVersions", &B{})
		gob.RegisterName("a name with \"quotes\" and \n", C{})
		gob.RegisterName("été.日本", D{})
		gob.RegisterName("\xff\x00", E{})
		s.put([]any{A{1}, &B{2}, C{3}, D{4}, E{5}})
	})
	add("iface-name-1024", "1.12 interface type name", "the longest name that Go stores", func(s *stream) {
		gob.RegisterName(strings.Repeat("n", 1024), Weekday(0))
		s.put(Any{Weekday(3)})
	})
	add("iface-name-of-builtin", "1.7 names", "a type that took the name of another", func(s *stream) {
		gob.RegisterName("main.Point", Line{})
		s.put(Any{Line{Name: "not a point"}})
	})
	add("iface-100", "4.2 Test29ElementSlice", "a count larger than the first message", func(s *stream) {
		gob.Register(Point{})
		l := make([]any, 100)
		for i := range l {
			l[i] = Point{i, -i}
		}
		s.put(l)
	})
	add("iface-time", "1.7; 2 time", "a time in an interface, defined there", registering(time.Time{}, []any{day, day.Add(1), 3}, map[string]any{"t": day}))
	add("iface-opaque-pointer", "1.7; 1.5 quirk b", "opaque values behind pointers in interfaces have no name", registering(kinds{time.Time{}, &big.Int{}}, []any{&day, big.NewInt(-5)}))
	add("iface-opaque", "1.7; 1.8", "own opaque types in interfaces", registering(kinds{GobValue{}, BinText("")}, []any{GobValue{"g", 1}, BinText("b"), GobValue{}}))
	add("iface-recursive", "1.7; 1.5", "a type that holds itself through an interface", registering(&Chain{}, Chain{1, &Chain{2, &Chain{3, nil}}}))
	add("iface-struct-of-ifaces", "1.7", "a new type whose own fields are interfaces with new types", registering(kinds{ShapeBox{}, Square(0), Circle{}, Around{}, Point{}}, Any{ShapeBox{Circle{1}, Square(2)}}, Any{Around{1, Point{1, 2}, "m", ShapeBox{nil, Circle{3}}, nil}}))
	add("iface-two-values", "1.7; 1.10", "types learned inside one value serve the next", registering(kinds{Point{}, Line{}}, Any{Point{1, 2}}, Any{Point{3, 4}}, Point{5, 6}, Any{Line{A: Point{7, 8}}}, Line{Name: "l"}))
	add("iface-parts-known", "1.7; 1.5 definitions", "a new type in an interface, its parts known from before", registering(kinds{Line{}, []Line{}}, Point{1, 2}, Any{Line{A: Point{3, 4}}}, Any{[]Line{{Name: "x"}}}))
	add("iface-map-multi", "1.7 in a map", "many entries of many types", func(s *stream) {
		s.flag("multi")
		for _, k := range []any{Point{}, Line{}, Bools{}, []Point{}, time.Time{}} {
			gob.Register(k)
		}
		s.put(map[string]any{"p": Point{1, 2}, "l": Line{Name: "n"}, "b": Bools{A: true}, "s": []Point{{3, 4}}, "t": day, "n": nil, "i": 1})
	})
	add("iface-session", "1.7; case G04", "a web session", sampleSession)
	add("iface-empty-struct", "1.7", "empty structs and empty maps in interfaces", registering(kinds{Empty{}, struct{}{}, map[string]any{}}, []any{Empty{}, struct{}{}, map[string]any{}, map[string]any{"e": Empty{}}}))
	add("iface-embedded", "1.7; 1.6 embedded", "structs with embedded parts in interfaces", registering(kinds{Doc{}, Audit{}}, []any{Doc{Base: Base{1, "b"}, Audit: &Audit{By: "me"}, Title: "t"}, Audit{"you", Base{}}}))
}

var day = time.Date(2026, 11, 30, 8, 15, 30, 123456789, time.UTC)

type (
	Any struct{ I any }
	Box struct {
		Before int
		Any    any
		Items  []any
		ByName map[string]any
		Two    [2]any
		After  int
	}
	Around struct {
		A     int
		First any
		B     string
		Last  any
		C     []int
	}
	N1 struct {
		A int
		I any
		B string
	}
	N2 struct {
		A string
		I any
		B int
	}
	N3 struct {
		A uint
		I any
		B string
	}
	N4 struct {
		A bool
		I any
		B string
	}
	Circle   struct{ R float64 }
	ShapeBox struct{ A, B Shape }
	Chain    struct {
		N    int
		Next any
	}
)

func (c Circle) Area() float64 { return 3 * c.R * c.R }

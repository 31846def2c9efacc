package main

import (
	"encoding/gob"
	"math"
)

func init() {
	add("large-strings", "1.12; case G47", "strings of 65535 and 65536 bytes", values(textOfLength(65535), textOfLength(65536), "after"))
	add("large-message-3-bytes", "1.3", "a message of 65536 bytes and more: its length takes three bytes more", values([]byte(noise(1, 65531)), []byte(noise(2, 65532))))
	add("large-ints", "1.10 slice growth; 4.1 TestLargeSlice", "20000 numbers of every width", func(s *stream) {
		l := make([]int64, 20000)
		for i := range l {
			l[i] = int64(i) * int64(i) * int64(1-i%2*2) << (i % 24)
		}
		s.put(l)
	})
	add("large-floats", "1.10 slice growth", "10000 floats", func(s *stream) {
		l := make([]float64, 10000)
		for i := range l {
			l[i] = float64(i*i) / 7 * float64(1-i%2*2)
		}
		s.put(l)
	})
	add("large-structs", "4.1 TestLargeSlice", "4000 structs", func(s *stream) {
		l := make([]Line, 4000)
		for i := range l {
			l[i] = Line{Point{i, -i}, Point{Y: i % 3}, textOfLength(i % 20)}
		}
		s.put(l)
	})
	add("large-strings-slice", "4.1 TestLargeSlice", "5000 strings", func(s *stream) {
		l := make([]string, 5000)
		for i := range l {
			l[i] = textOfLength(i % 50)
		}
		s.put(l)
	})
	add("large-interfaces", "1.7; 1.10", "3000 interfaces of changing types", func(s *stream) {
		gob.Register(Point{})
		gob.Register(Line{})
		l := make([]any, 3000)
		for i := range l {
			l[i] = []any{i, "s", Point{i, 1}, nil, Line{Name: "n"}, 0.5}[i%6]
		}
		s.put(l)
	})
	add("large-map-multi", "1.2 map; 4.2 TestLargeMap", "2000 entries", func(s *stream) {
		s.flag("multi")
		m := map[int]string{}
		for i := range 2000 {
			m[i*7919] = textOfLength(i % 30)
		}
		s.put(m)
	})
	add("large-map-value", "4.2 TestLargeMap", "a single entry of 8 KiB", values(map[string][]byte{"block": noise(5, 8192)}))
	add("large-wide-structs", "1.2 struct", "many structs of 200 fields of which few are sent", func(s *stream) {
		l := make([]Wide, 20)
		for i := range l {
			l[i].F000, l[i].F100 = i, -i
		}
		s.put(l)
	})

	// Each scalar as field 6 of a struct, as Go's own tests of the encoder have it.
	add("field-6", "4.1 TestScalarEncInstructions", "each scalar as the seventh field: a delta of 7", values(
		Seventh[bool]{G: true}, Seventh[int]{G: 17}, Seventh[int8]{G: -17}, Seventh[int16]{G: 17}, Seventh[int32]{G: 17}, Seventh[int64]{G: 17},
		Seventh[uint]{G: 17}, Seventh[uint8]{G: 17}, Seventh[uint16]{G: 17}, Seventh[uint32]{G: 17}, Seventh[uint64]{G: 17}, Seventh[uintptr]{G: 17},
		Seventh[float32]{G: 17}, Seventh[float64]{G: 17}, Seventh[complex64]{G: 17 + 19i}, Seventh[complex128]{G: 17 + 19i}, Seventh[[]byte]{G: []byte("hello")}, Seventh[string]{G: "hello"}))
	add("field-6-composites", "4.1 TestScalarEncInstructions", "each composite as the seventh field", registering(Point{},
		Seventh[[]int]{G: []int{1}}, Seventh[[2]int]{G: [2]int{1, 2}}, Seventh[map[string]int]{G: map[string]int{"a": 1}}, Seventh[Point]{G: Point{1, 2}}, Seventh[*Point]{G: &Point{}}, Seventh[any]{G: Point{3, 4}}, Seventh[GobValue]{G: GobValue{"g", 1}}, Seventh[Rec]{G: Rec{Rec{}}}))
	add("unsent-kinds", "1.6", "a struct of every kind of field with nothing sent but the last", values(
		Seventh[*[]int]{Last: 1}, Seventh[*map[string]int]{Last: 1}, Seventh[*[2]int]{Last: 1}, Seventh[*Empty]{Last: 1}, Seventh[*any]{Last: 1}, Seventh[*GobValue]{Last: 1}, Seventh[complex64]{Last: 1}, Seventh[*[]byte]{Last: 1}, Seventh[*bool]{Last: 1}, Seventh[*string]{Last: 1}, Seventh[*Rec]{Last: 1}))
	add("end-to-end", "4.1 TestEndToEnd", "pointers, maps with odd keys, pointers to composites", func(s *stream) {
		one, two, s1 := 1, 2.5, "a string"
		s.put(EndToEnd{
			A: 17, Strs: &[]string{"", "s"}, Nums: map[string]*int{"one": &one}, Cplx: map[complex128]string{1 + 2i: "c"}, Keys: map[[2]string][]*float64{{"a", "b"}: {&two, &two}},
			Arr: &[3]int{1, 0, 3}, Deep: &[]*map[string][]int{{"k": {1}}}, Empty: map[string]int{}, Text: &s1, None: nil, Point: &Point{}, Bytes: &[]byte{1}, Bools: [2]*bool{new(bool), new(bool)},
		})
	})
	add("map-in-interface-map", "4.2 TestPtrToMapOfMap", "a map of maps behind a pointer", func(s *stream) {
		gob.Register(map[string]any{})
		m := map[string]any{"sub": map[string]any{"thing": 1}}
		s.put(&m)
	})
	add("map-elem-types", "4.2 TestMapBug1", "the types of a named map's elements are sent", values(Elems{"k": {"name", 5}}, struct{ M Elems }{Elems{}}))
	add("defaults-in-array", "4.2 TestDefaultsInArray", "zeros in slices and arrays are sent", values(struct {
		B []bool
		I []int
		S []string
		F [2]float64
	}{[]bool{false, true, false}, []int{0, 1, 0}, []string{"", "x", ""}, [2]float64{0, 0.5}}))
	add("failed-encode", "1.11", "definitions whose value could not be encoded, then a good value", func(s *stream) {
		if s.enc.Encode(Any{Circle{1}}) == nil || s.enc.Encode(&struct{ C []Shape }{[]Shape{Square(1)}}) == nil {
			fail("a type that was not registered went out")
		}
		s.put(Any{5})
	})
	add("integer-precision", "case G23", "numbers that other tools round", values(Ends{math.MinInt8, math.MaxInt16, math.MinInt32, math.MaxInt64, math.MinInt64, math.MaxUint32, math.MaxUint64, 1<<53 + 1, 'é', math.MaxUint64}))
}

type (
	Seventh[T any] struct {
		A, B, C, D, E, F string
		G                T
		Last             int
	}
	EndToEnd struct {
		A     int
		Strs  *[]string
		Nums  map[string]*int
		Cplx  map[complex128]string
		Keys  map[[2]string][]*float64
		Arr   *[3]int
		Deep  *[]*map[string][]int
		Empty map[string]int
		Text  *string
		None  *string
		Point *Point
		Bytes *[]byte
		Bools [2]*bool
	}
	Elems map[string]struct {
		Name string
		ID   int
	}
	Ends struct {
		I8       int8
		I16      int16
		I32      int32
		Max, Min int64
		U32      uint32
		U64      uint64
		Past     int
		Rune     rune
		Ptr      uintptr
	}
)

package main

import "math"

type Point struct{ X, Y int }

func init() {
	add("slice-int", "1.2 slice; 1.5 slice", "[]int", values([]int{1, -2, 300}, []int{}, []int(nil)))
	add("slice-kinds", "1.2 slice; 4.2 TestEncodeIntSlice", "slices of every scalar kind",
		values([]bool{true, false}, []int8{-128, 127}, []int16{-1, 1}, []int32{1 << 20}, []int64{math.MinInt64},
			[]uint{1, 128}, []uint16{65535}, []uint32{1 << 31}, []uint64{math.MaxUint64}, []uintptr{9},
			[]float32{0.5}, []float64{0.1, math.NaN()}, []complex64{1i}, []complex128{2 + 3i}, []string{"", "a", "ü"}))
	add("slice-of-slice", "1.2 slice", "slices in slices, empty ones inside", values([][]int{{1, 2}, {}, nil, {3}}, [][][]string{{{"a"}}, {}}))
	add("slice-of-bytes", "1.2 slice; 1.1 bytes", "byte strings as elements", values([][]byte{{1}, {}, nil, []byte("xyz")}))
	add("slice-of-struct", "1.2 slice", "structs as elements, also all zero", values([]Point{{1, 2}, {}, {0, -3}}))
	add("slice-of-pointer", "1.2 slice; 1.5 names", "elements behind pointers: the struct loses its name", func(s *stream) {
		n := 5
		s.put([]*Point{{1, 2}, {3, 4}})
		s.put([]*int{&n, &n})
	})
	add("slice-of-map", "1.2 slice", "maps as elements: a nil map is sent as an empty one", values([]map[string]int{{"a": 1}, nil, {}}))
	add("slice-of-array", "1.2 slice", "arrays as elements", values([][2]int{{1, 2}, {0, 0}}))
	add("slice-named", "1.5 slice", "named slice types", values(Ints{1, 2}, Lines{{"x"}}))
	add("slice-of-named", "1.5 names", "elements of a named scalar type", values([]Weekday{1, 2}, []Code{3}))
	add("array-int", "1.2 array; 1.5 array", "arrays", values([2]int{22, 33}, [3]string{"a", "", "c"}, [1]float64{0.5}))
	add("array-zero-length", "1.2 array; 1.5", "an array of no elements: no length in its definition", values([0]int{}, struct{ A [0]string }{}))
	add("array-bytes", "1.2 array", "[N]byte is an array of numbers, those from 128 take two bytes", values([4]byte{0, 127, 128, 255}, [2]Octet{1, 200}))
	add("array-of-array", "1.2 array", "arrays in arrays", values([2][3]int{{1, 2, 3}, {4, 5, 6}}))
	add("array-of-struct", "1.2 array; 1.5 names", "structs in an array have no name", values([2]Point{{1, 2}, {}}))
	add("array-of-slice", "1.2 array", "slices in an array", values([2][]string{{"a"}, nil}))
	add("array-of-bytes", "1.2 array", "byte strings in an array", values([2][]byte{{1}, nil}))
	add("array-of-bool", "1.2 array", "bools in an array", values([3]bool{true, false, true}))
	add("array-pointer", "4.1 TestIndirectSliceMapArray", "pointers to array, slice and map", func(s *stream) {
		a, l, m := [2]int{1, 2}, []int{3}, map[string]int{"k": 4}
		pa := &a
		s.put(&pa)
		s.put(&l)
		s.put(&m)
	})
	add("array-named", "1.5 array", "a named array type", values(Triple{1, 2, 3}))
	add("array-large", "1.2 array", "an array of 200 numbers", func(s *stream) {
		var a [200]uint16
		for i := range a {
			a[i] = uint16(i * i)
		}
		s.put(a)
	})

	add("map-string", "1.2 map; 1.5 map", "string keys are an object", values(map[string]int{"a": 1}, map[string]int{}, map[string]int(nil)))
	add("map-key-int", "1.2 map", "other keys make pairs", values(map[int]string{-7: "x"}, map[int]string{}))
	add("map-key-uint", "1.2 map", "unsigned keys", values(map[uint8]bool{200: true}))
	add("map-key-bool", "1.2 map", "bool keys", values(map[bool]int{false: 1}))
	add("map-key-float", "1.2 map", "float keys", values(map[float64]string{0.5: "half"}, map[float64]int{math.Inf(1): 1}))
	add("map-key-nan", "1.2 map; 4.2 TestMarshalFloatMap", "NaN as a key", values(map[float64]int{math.NaN(): 1}))
	add("map-key-complex", "1.2 map", "complex keys", values(map[complex128]int{1 - 1i: 3}))
	add("map-key-struct", "1.2 map", "struct keys", values(map[Point]string{{1, 2}: "a"}))
	add("map-key-array", "1.2 map", "array keys", values(map[[2]string]int{{"a", "b"}: 1}))
	add("map-key-bytearray", "1.2 map", "[N]byte keys", values(map[[3]byte]string{{1, 2, 255}: "v"}))
	add("map-key-named", "1.2 map", "keys of a named string type make an object", values(map[Key]int{"k": 1}))
	add("map-key-pointer", "1.2 map", "keys behind pointers are plain keys", func(s *stream) {
		k := "p"
		s.put(map[*string]int{&k: 1})
	})
	add("map-key-interface", "1.2 map; 1.7", "interface keys make pairs, also if they are strings", values(map[any]int{"s": 1}, map[any]any{3: "x"}, map[any]string{2.5: "f"}))
	add("map-key-interface-struct", "1.2 map; 1.7", "an interface key that is a struct", registering(Point{}, map[any]int{Point{1, 2}: 3}))
	add("map-key-empty", "1.2 map", "the empty string as key", values(map[string]string{"": ""}))
	add("map-key-odd", "1.2 map; 1.1 string", "keys that need escapes or are no UTF-8", values(map[string]int{"a\"\n\\": 1}, map[string]int{"\xffk": 2}))
	add("map-of-struct", "1.2 map; 1.5 names", "structs as elements: they have no name", values(map[string]Point{"p": {1, 2}}))
	add("map-of-pointer", "1.2 map", "elements behind pointers", values(map[string]*Point{"p": {3, 0}}))
	add("map-of-slice", "1.2 map", "slices and byte strings as elements", values(map[string][]int{"a": nil}, map[string][]byte{"b": {1, 2}}))
	add("map-of-map", "1.2 map", "maps in maps, a nil one inside", values(map[string]map[int]string{"a": {1: "x"}}, map[string]map[int]string{"n": nil}))
	add("map-of-array", "1.2 map", "arrays as elements", values(map[string][2]bool{"a": {true, false}}))
	add("map-of-empty-struct", "1.2 map", "a set", values(map[string]struct{}{"member": {}}, map[int]struct{}{5: {}}))
	add("map-named", "1.5 map", "a named map type", values(Dict{"k": "v"}))
	add("map-ordered", "1.2 map", "several entries, in wire order", func(s *stream) {
		s.inOrder("zulu", "alpha", "mike")
		s.put(map[string]int{"zulu": 1, "alpha": 2, "mike": 3})
	})
	add("map-multi-int", "1.2 map", "many entries with number keys", func(s *stream) {
		s.flag("multi")
		m := map[int]string{}
		for i := range 20 {
			m[i*i*i-50] = textOfLength(i)
		}
		s.put(m)
	})
	add("map-multi-string", "1.2 map", "many entries with string keys", func(s *stream) {
		s.flag("multi")
		m := map[string]float64{}
		for i := range 30 {
			m[textOfLength(i)] = float64(i) / 4
		}
		s.put(m)
	})
	add("map-multi-nested", "1.2 map", "maps of several entries in maps", func(s *stream) {
		s.flag("multi")
		s.put(map[string]map[string][]int{"a": {"x": {1}, "y": {2, 3}}, "b": {}, "c": {"z": nil}})
	})
	add("map-multi-struct", "1.2 map", "many entries with struct keys", func(s *stream) {
		s.flag("multi")
		s.put(map[Point]Point{{1, 2}: {2, 1}, {3, 0}: {0, 3}, {}: {}})
	})
}

type (
	Ints   []int
	Lines  [][]string
	Triple [3]int
	Key    string
	Dict   map[string]string
)

package main

import "math"

func init() {
	add("point", "1.2 struct; 1.3", "the example of the package documentation", values(Point{22, 33}))
	add("point-stream", "1.3; 4.2 TestEncoderDecoder", "one definition, many values", values(Point{1, -1}, Point{2, -2}, Point{}, Point{0, 5}, Point{5, 0}))
	add("struct-zero", "1.3; 1.6", "a struct of zeros is one byte", values(Point{}))
	add("struct-scalars", "1.2 struct; 4.1 TestEndToEnd", "one field of each kind",
		values(Scalars{true, -1, -8, -16, -32, -64, 1, 8, 16, 32, 64, 2, 0.5, 0.1, 1i, 2 - 2i, "s", []byte{1, 2, 3}}, Scalars{}))
	add("struct-deltas", "1.2 struct", "fields left out between others", values(
		Letters{A: 1}, Letters{D: 4}, Letters{B: "b", E: []int{5}}, Letters{F: 1.5}, Letters{A: 1, F: 2}))
	add("struct-200-fields", "1.2 struct", "a delta of two bytes: 200 fields, a few of them sent", func(s *stream) {
		var w Wide
		w.F000, w.F199 = 1, 200
		s.put(w)
		s.put(Wide{F150: 150})
		s.put(Wide{})
	})
	add("struct-nested", "1.6 struct field", "structs in structs are always sent", values(Line{Point{1, 2}, Point{}, "l"}, Line{}))
	add("struct-nested-pointer", "1.6 nil pointer", "a nil pointer to a struct is not sent", values(Link{"a", &Point{1, 0}, nil}, Link{"b", &Point{}, &Point{0, 1}}, Link{}))
	add("struct-array-field", "1.6 array field", "arrays are always sent, also all zero", values(Arrays{[2]int{1, 2}, [0]int{}, [3]byte{9}, nil}, Arrays{}))
	add("struct-array-pointer", "1.6 array field", "a pointer to an array", values(Arrays{P: &[2]int{}}))
	add("struct-map-field", "1.6 map field", "nil is not sent, empty is, in every kind of key", values(
		Maps{}, Maps{S: map[string]int{}, I: map[int]string{}, P: &map[string]bool{}}, Maps{map[string]int{"a": 1}, map[int]string{2: "b"}, &map[string]bool{"c": true}}))
	add("struct-slice-field", "1.6 slice field", "empty slices are not sent, nil or not", values(
		Slices{}, Slices{[]int{}, []byte{}, []string{}, &[]int{}}, Slices{[]int{1}, []byte{2}, []string{""}, &[]int{3}}))
	add("struct-zero-pointers", "1.6 nil pointer; #4609", "a pointer to a zero arrives nil", func(s *stream) {
		b, i, t, f, u, c, one := false, 0, "", 0.0, uint(0), 0i, 1
		s.put(Pointers{&b, &i, &t, &f, &u, &c, &one})
		s.put(Pointers{})
	})
	add("struct-minus-zero", "1.6 scalar field", "-0 is lost in a field", values(Floats{math.Copysign(0, -1), complex(math.Copysign(0, -1), 0), []float64{math.Copysign(0, -1)}}))
	add("struct-nan", "1.6 scalar field", "NaN is not zero", values(Floats{math.NaN(), complex(0, math.NaN()), nil}))
	add("struct-empty", "1.6; 1.5", "a struct without fields", values(Empty{}, struct{}{}, []Empty{{}, {}}, Holder{}))
	add("struct-unexported", "1.6 field set; 4.1 TestUnexportedFields", "lower-case fields are no fields", values(Mixed{Name: "n", hidden: 1, Last: 2}))
	add("struct-chan-func", "1.6 field set; 4.2 TestChanFuncIgnored", "channels and functions are no fields", values(Skipping{Name: "n", C: make(chan int), After: 3}))
	add("struct-tags", "1.6 field set", "tags mean nothing to gob", values(Tagged{"n", "s", 3}))
	add("struct-embedded", "1.6 embedded", "embedded structs are fields named after their type", values(Doc{Base{1, "b"}, &Audit{"me", Base{2, "c"}}, nil, "t"}, Doc{}))
	add("struct-embedded-unexported", "1.6 embedded", "an embedded lower-case type is left out whole", values(WithHidden{hiddenBase{1}, 2}))
	add("struct-embedded-scalar", "1.6 embedded", "embedded types that are no structs", values(WithScalar{Weekday(2), Key("k"), Ints{1}}))
	add("struct-embedded-interface", "1.6 embedded; 1.7", "an embedded interface", registering(Square(0), WithShape{Square(3), "s"}, WithShape{}))
	add("struct-unnamed", "1.5 names", "a struct without a name", values(struct {
		A int
		B struct{ C string }
	}{1, struct{ C string }{"c"}}))
	add("struct-unnamed-slice", "1.5 names", "a slice of structs without a name", values([]struct{ N int }{{1}, {0}}))
	add("struct-names", "1.5 names; 1.6 field set", "names beyond ASCII", values(Größe{Ähre: 1, Ωmega: "o", Δ: 2}))
	add("struct-names-long", "1.2", "a field name of more than 127 bytes", values(LongName{AVeryLongFieldNameThatGoesOnAndOnBecauseGobSetsNoLimitOnTheLengthOfNamesWhichIsWhyAReaderMustNotReserveAFixedBufferForThemAsSomeReadersDo: 1}))
	add("struct-generic", "1.5 generic", "generic types carry their arguments in the name", values(Pair[int, string]{1, "a"}, Pair[Point, []int]{Point{1, 2}, []int{3}}, List[Pair[string, bool]]{{"x", true}}))
	add("struct-same-name", "1.5 names", "two types of one name in a stream", func(s *stream) {
		s.put(Point{1, 2})
		type Point struct{ Lat, Lon float64 }
		s.put(Point{0.5, -0.5})
	})
	add("struct-everything", "1.1 to 1.6", "many kinds nested in one value", func(s *stream) {
		s.inOrder("left", "right")
		s.put(Everything{
			Name: "all", Shape: [][]Point{{{1, 2}}, nil}, Grid: [2][2]float32{{0.5, 0}, {0, -0.5}},
			Sides: map[string]*Line{"left": {A: Point{1, 1}}, "right": {Name: "r"}},
			Raw:   [][]byte{{0xff}, nil}, Any: []any{1, "two", 3.0, nil, []byte{4}}, Next: &Everything{Name: "inner"},
		})
	})
	add("struct-padding-order", "1.5 definitions", "definitions come outer first, in the order of fields", values(Outer{Inner1{1, Deep{2}}, []Inner2{{3, [1]Deep{{4}}}}, map[string]Inner3{"k": {Deep{5}}}}))
	add("struct-shared-type", "1.5 definitions", "one type used in several places is defined once", values(Shared{Point{1, 2}, []Point{{3, 4}}, map[string]Point{"k": {5, 6}}, &Point{7, 8}, [1]Point{{9, 9}}}))
	add("struct-bool-only", "1.6", "false fields are not sent", values(Bools{true, false, true}, Bools{false, true, false}))
	add("struct-pointer-depth", "4.1 TestAutoIndirection", "one value through one to four pointers", func(s *stream) {
		i := 17
		p1 := &i
		p2 := &p1
		p3 := &p2
		s.put(Depths{&i, &p1, &p2, &p3})
		var nilp *int
		s.put(Depths{P2: &nilp})
	})
	add("struct-pointer-composites", "1.6; 4.1 TestEndToEnd", "pointers to composites, and to empty ones", values(
		Composites{&[]string{"a"}, &map[int]int{1: 2}, &[1]bool{true}, &Point{1, 2}, []*Point{{3, 4}}, map[string]*Point{"k": {}}},
		Composites{&[]string{}, &map[int]int{}, &[1]bool{}, &Point{}, []*Point{}, map[string]*Point{}}, Composites{}))
}

type (
	Scalars struct {
		B    bool
		I    int
		I8   int8
		I16  int16
		I32  int32
		I64  int64
		U    uint
		U8   uint8
		U16  uint16
		U32  uint32
		U64  uint64
		Ptr  uintptr
		F32  float32
		F64  float64
		C64  complex64
		C128 complex128
		S    string
		Raw  []byte
	}
	Letters struct {
		A int
		B string
		C bool
		D uint
		E []int
		F float64
	}
	Line struct {
		A, B Point
		Name string
	}
	Link struct {
		Name     string
		From, To *Point
	}
	Arrays struct {
		A [2]int
		Z [0]int
		B [3]byte
		P *[2]int
	}
	Maps struct {
		S map[string]int
		I map[int]string
		P *map[string]bool
	}
	Slices struct {
		I []int
		B []byte
		S []string
		P *[]int
	}
	Pointers struct {
		B    *bool
		I    *int
		S    *string
		F    *float64
		U    *uint
		C    *complex128
		Kept *int
	}
	Floats struct {
		F float64
		C complex128
		L []float64
	}
	Empty  struct{}
	Holder struct {
		E Empty
		P *Empty
		N int
	}
	Mixed struct {
		Name   string
		hidden int
		Last   int
	}
	Skipping struct {
		Name  string
		C     chan int
		F     func()
		P     *chan int
		After int
	}
	Tagged struct {
		Name string `json:"name" gob:"-"`
		Skip string `json:"-"`
		N    int    `json:",omitempty"`
	}
	Base struct {
		ID   int
		Name string
	}
	Audit struct {
		By string
		Base
	}
	Doc struct {
		Base
		*Audit
		Gone  *Base
		Title string
	}
	hiddenBase struct{ N int }
	WithHidden struct {
		hiddenBase
		Own int
	}
	WithScalar struct {
		Weekday
		Key
		Ints
	}
	Shape     interface{ Area() float64 }
	Square    float64
	WithShape struct {
		Shape
		Name string
	}
	Größe struct {
		Ähre  int
		Ωmega string
		Δ     float64
	}
	LongName struct {
		AVeryLongFieldNameThatGoesOnAndOnBecauseGobSetsNoLimitOnTheLengthOfNamesWhichIsWhyAReaderMustNotReserveAFixedBufferForThemAsSomeReadersDo int
	}
	Pair[A, B any] struct {
		First  A
		Second B
	}
	List[T any] []T
	Everything  struct {
		Name  string
		Shape [][]Point
		Grid  [2][2]float32
		Sides map[string]*Line
		Raw   [][]byte
		Any   []any
		Next  *Everything
	}
	Deep   struct{ N int }
	Inner1 struct {
		A int
		D Deep
	}
	Inner2 struct {
		B int
		D [1]Deep
	}
	Inner3 struct{ D Deep }
	Outer  struct {
		I1 Inner1
		I2 []Inner2
		I3 map[string]Inner3
	}
	Shared struct {
		A Point
		B []Point
		C map[string]Point
		D *Point
		E [1]Point
	}
	Bools  struct{ A, B, C bool }
	Depths struct {
		P1 *int
		P2 **int
		P3 ***int
		P4 ****int
	}
	Composites struct {
		S *[]string
		M *map[int]int
		A *[1]bool
		P *Point
		L []*Point
		D map[string]*Point
	}
)

func (s Square) Area() float64 { return float64(s * s) }

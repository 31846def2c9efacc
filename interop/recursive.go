package main

import "encoding/gob"

func init() {
	add("rec-struct", "1.5 recursive; 4.1 TestNesting", "a struct that holds itself through a pointer", values(Tree{5, &Tree{3, nil, nil}, &Tree{8, &Tree{7, nil, nil}, nil}}, Tree{}))
	add("rec-list", "1.5 recursive; case G14", "a list of 60 nodes", func(s *stream) { s.put(list(60)) })
	add("rec-list-deep", "1.12 data nesting", "a list of 1000 nodes", func(s *stream) { s.put(list(1000)) })
	add("rec-slice", "1.5 recursive; 4.2 TestRecursiveSliceType", "a slice of itself", values(Rec{Rec{}, Rec{Rec{}, Rec{}}}, Rec{}))
	add("rec-map", "1.5 recursive; 4.2 TestRecursiveMapType", "a map of itself", values(Dir{"usr": Dir{"bin": Dir{}}}, Dir{"n": nil}, Dir{}))
	add("rec-map-key", "1.5 recursive", "a map with number keys of itself", values(IntDir{1: {2: {}}}))
	add("rec-struct-slice", "1.5 recursive; 4.2 TestGobPtrSlices", "a struct with a slice of itself, and of pointers to itself", values(Menu{"file", []Menu{{Title: "open"}, {"more", []Menu{{}}, nil}}, []*Menu{{Title: "hidden"}}}))
	add("rec-struct-map", "1.5 recursive", "a struct with a map of itself", values(Folder{"root", map[string]Folder{"a": {"a", map[string]Folder{}, nil}}, nil}, Folder{Refs: map[string]*Folder{"r": {Name: "r"}}}))
	add("rec-array", "1.5 recursive", "a struct with an array of slices of itself", values(Quad{1, [2][]Quad{{{2, [2][]Quad{}}}, nil}}))
	add("rec-array-self", "1.5 recursive", "an array of slices of itself", values(Fork{{Fork{}, Fork{nil, {}}}, nil}))
	add("rec-mutual", "1.5 recursive", "two structs that hold each other", values(Hen{"h", &Egg{"e", &Hen{"c", nil}}}, Egg{"first", nil}))
	add("rec-mutual-slice", "1.5 recursive, worked case", "structs and slices that hold each other", values(Rec1{[]Rec2{{&Rec1{nil, map[string]Rec1{"k": {}}}}, {}}, nil}))
	add("rec-mutual-names", "1.5 recursive", "a slice that is met before its element is complete", values(Parent{[]Child{{"c", &Parent{}, nil}}}))
	add("rec-ring", "1.5 recursive", "three types in a ring", values(RingA{1, &RingB{2, []RingC{{3, map[string]RingA{"a": {4, nil}}}}}}))
	add("rec-slices-mutual", "1.5 recursive", "two slice types that hold each other", values(Even{Odd{Even{}, Even{Odd{}}}, nil}))
	add("rec-slice-struct", "1.5 recursive", "a slice of structs that hold the slice type again", values(Deck{{1, Deck{{N: 2}}}, {}}))
	add("rec-generic", "1.5 recursive; generic", "a generic node", values(Node[string]{"a", &Node[string]{"b", nil}}, Node[Point]{Point{1, 2}, nil}))
	add("rec-interface", "1.5 recursive; 1.7", "itself through an interface in a slice", func(s *stream) {
		gob.Register(Bag{})
		s.put(Bag{1, Bag{nil, "x"}, Bag{}})
	})
	add("rec-named-field", "1.5 recursive", "a recursive slice as a field", values(struct {
		R Rec
		N int
	}{Rec{Rec{}}, 1}, struct{ D *Dir }{&Dir{"d": {}}}))
	add("rec-names-first-path", "1.5 names", "the first path to a type fixes its name: here through a map", values(map[string]Tree{"t": {1, nil, nil}}, Tree{2, nil, nil}))
	add("rec-wide", "1.5 recursive", "a tree of 127 nodes", func(s *stream) { s.put(fullTree(6, 1)) })
	add("rec-slice-deep", "1.12 data nesting", "a slice of itself 2000 levels deep", func(s *stream) {
		r := Rec{}
		for range 2000 {
			r = Rec{r}
		}
		s.put(r)
	})
	add("deep-types", "1.12; 4.3 TestIgnoreDepthLimit", "types nested thirty levels without a cycle", values([][][][][][][][][][][][][][][][][][][][][][][][][][][][][][]int{{{{}}}}))
}

func list(n int) *Linked {
	var l *Linked
	for ; n > 0; n-- {
		l = &Linked{n, l}
	}
	return l
}

func fullTree(depth, val int) *Tree {
	if depth < 0 {
		return nil
	}
	return &Tree{val, fullTree(depth-1, 2*val), fullTree(depth-1, 2*val+1)}
}

type (
	Tree struct {
		Val         int
		Left, Right *Tree
	}
	Linked struct {
		N    int
		Next *Linked
	}
	Dir    map[string]Dir
	IntDir map[int]IntDir
	Menu   struct {
		Title string
		Items []Menu
		More  []*Menu
	}
	Folder struct {
		Name string
		Sub  map[string]Folder
		Refs map[string]*Folder
	}
	Quad struct {
		N    int
		Kids [2][]Quad
	}
	Fork [2][]Fork
	Hen  struct {
		Name string
		Lays *Egg
	}
	Egg struct {
		Name    string
		Hatches *Hen
	}
	Rec1 struct {
		A []Rec2
		M map[string]Rec1
	}
	Rec2   struct{ R *Rec1 }
	Parent struct{ Kids []Child }
	Child  struct {
		Name string
		Of   *Parent
		Sibs []Child
	}
	RingA struct {
		N int
		B *RingB
	}
	RingB struct {
		N int
		C []RingC
	}
	RingC struct {
		N int
		A map[string]RingA
	}
	Even []Odd
	Odd  []Even
	Deck []struct {
		N   int
		Sub Deck
	}
	Node[T any] struct {
		V    T
		Next *Node[T]
	}
	Bag []any
)

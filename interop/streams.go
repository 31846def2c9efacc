package main

import (
	"encoding/gob"
	"fmt"
	"time"
)

func init() {
	add("stream-types", "1.3; 1.10 many messages", "several types in one stream, some used again", values(
		Point{1, 2}, []int{3}, Line{Name: "l"}, "text", Point{4, 5}, map[string]Point{"k": {6, 7}}, []int{8}, 9, Line{A: Point{1, 0}}))
	add("stream-long", "1.3; 1.10 many messages", "three hundred small messages", func(s *stream) {
		for i := range 300 {
			s.put(Point{i, -i})
		}
	})
	add("stream-one-byte", "1.3", "the shortest messages there are", values(true, 1, Empty{}, Empty{}, ""))
	add("stream-message-lengths", "1.3", "lengths of messages where the count grows: 127, 128, 255, 256, 65535, 65536 bytes", func(s *stream) {
		for _, n := range []int{127, 128, 255, 256} {
			s.put(textOfLength(n - 2 - len(uintBytes(uint64(n-3)))))
		}
	})
	add("stream-rpc-client", "5.1; case G46", "what an RPC client sends: a header and a body for each call", values(
		Request{"Arith.Add", 0}, Args{7, 8}, Request{"Store.Put", 1}, map[string]string{"k": "v"}, Request{"Arith.Add", 2}, Args{}))
	add("stream-rpc-server", "5.1", "what an RPC server sends, an error and its placeholder among it", values(
		Response{"Arith.Add", 0, ""}, Reply{15}, Response{"Arith.Div", 1, "divide by zero"}, struct{}{}, Response{"Arith.Div", 2, "divide by zero"}, struct{}{}))
	add("appended-same", "1.10; case G01", "a second encoder appends values of the same type: a single Decoder stops at its definition", appended(samplePoints))
	add("appended-same-thrice", "1.10", "three encoders, one value each: a single Decoder reads the first", appended(func(s *stream) {
		for i := range 3 {
			s.put(Point{i, i})
			s.again()
		}
	}))
	add("appended-identical", "1.10", "the same stream twice: a single Decoder reads the first half", appended(func(s *stream) { s.from("point-stream"); s.from("point-stream") }))
	add("appended-clash", "1.10", "another program's types under the same ids: a single Decoder stops at the second definition of 64", appended(func(s *stream) {
		s.from("point")
		s.from("slice-int")
		s.from("map-string")
		s.from("opaque-gob-value")
		s.from("point")
	}))
	add("appended-fewer-types", "1.10", "the first stream defines more ids than the second: a single Decoder stops at the second", appended(func(s *stream) { s.from("stream-types"); s.from("point") }))
	add("appended-more-types", "1.10", "the second stream defines more ids than the first: a single Decoder stops at the second", appended(func(s *stream) { s.from("point"); s.from("stream-types") }))
	add("appended-builtin", "1.10", "streams of built-in types only, which a single Decoder reads too", func(s *stream) {
		s.put("first")
		s.put(1)
		s.again()
		s.put("second")
		s.put([]byte{2})
		s.single = -1
	})
	add("appended-builtin-first", "1.10", "built-in values, then a stream with types, then built-in ones: no definition twice, a single Decoder reads it", func(s *stream) {
		s.put("head")
		s.again()
		s.put(Point{1, 2})
		s.again()
		s.put(3)
		s.single = -1
	})
	add("appended-interfaces", "1.10; 1.7", "types defined inside values, in each of two streams: a single Decoder stops inside the second", appended(func(s *stream) { s.from("iface-many-types"); s.from("iface-nested-4") }))
	add("appended-interface-first", "1.10; 1.7", "the second stream begins anew in the middle of a value: a single Decoder stops there", appended(func(s *stream) {
		gob.Register(Point{})
		var x any = Point{1, 2}
		s.put(&x)
		s.again()
		s.put(&x)
		x = []any{1, Point{3, 4}}
		gob.Register(x)
		s.put(&x)
	}))
	add("appended-recursive", "1.10; 1.5 recursive", "recursive types in appended streams: a single Decoder stops at the second", appended(func(s *stream) { s.from("rec-struct"); s.from("rec-slice"); s.from("rec-map") }))
	add("appended-opaque", "1.10; 2", "an opaque type changes its name between streams: a single Decoder stops at the second", appended(func(s *stream) {
		s.put(struct{ T time.Time }{day})
		s.again()
		s.put(struct{ T *time.Time }{&day})
		s.again()
		s.put(map[string]time.Time{"t": day})
	}))
	add("appended-log", "1.10", "a log that opens its file for each line: a single Decoder reads the first", appended(func(s *stream) {
		for i := range 20 {
			s.put(Entry{time.Unix(int64(i)*86400, 0).UTC(), "line", map[string]string{"n": textOfLength(i)}})
			s.again()
		}
	}))
}

func appended(build func(*stream)) func(*stream) {
	return func(s *stream) {
		build(s)
		s.flag(fmt.Sprintf("appended:%d", s.single))
	}
}

type (
	Request struct {
		ServiceMethod string
		Seq           uint64
	}
	Response struct {
		ServiceMethod string
		Seq           uint64
		Error         string
	}
	Args  struct{ A, B int }
	Reply struct{ C int }
	Entry struct {
		At   time.Time
		Text string
		Tags map[string]string
	}
)

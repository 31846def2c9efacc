package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Names and meaning are those of ../src/ours/gob.rs.
func gobRows() []row {
	gob.Register(&Bench{})
	return []row{
		encode("[]int32", int32s(), hash),
		encode("[]int/one-byte", oneByteInts(), hash),
		encode("[]int/skewed", skewedInts(), hash),
		encode("[]int/mixed", mixedInts(), hash),
		encode("[]int/random", randomInts(), hash),
		encode("[]float64", same(1000, 1.23e4), hash),
		encode("[]float64/random", randomFloats(), hash),
		encode("[]complex128", same(1000, 1.2+3.4i), hash),
		encode("[]string", same(1000, text), hash),
		encode("[][]byte", same(1000, []byte(text)), hash),
		encode("[]byte/64K", bytes.Repeat([]byte("x"), 64<<10), hash),
		encodeToWriter("[]byte/64K", bytes.Repeat([]byte("x"), 64<<10)),
		encode("Bench", bench(1), hash),
		encode("Bench/1600B", bench(100), hash),
		encode("[]Bench", same(1000, bench(1)), hash),
		encode("map[string]int", stringMap(), sum),
		encode("[]any/string", same[any](1000, text), hash),
		encode("[]any/mixed", anyMixed(), hash),
		encodeFirst("Bench", bench(1)),
		reused("[]int32", same[int32](1000, 1234), encoded),
		named("decode-[]int32-events", reused("[]int32", same[int32](1000, 1234), total)),
		named("decode-[]int32-value", reused("[]int32", same[int32](1000, 1234), encoded)),
		reused("[]int/one-byte", oneByteInts(), encoded),
		reused("[]int/skewed", skewedInts(), encoded),
		reused("[]int/mixed", mixedInts(), encoded),
		reused("[]int/random", randomInts(), encoded),
		reused("[]float64", same(1000, 1.23e4), encoded),
		reused("[]float64/random", randomFloats(), encoded),
		reused("[]complex128", same(1000, 1.2+3.4i), encoded),
		reused("[]string", same(1000, text), encoded),
		owned("[]string-owned", same(1000, text), encoded),
		owned("[]string-borrowed", same(1000, text), encoded),
		reused("[][]byte", same(1000, []byte(text)), encoded),
		owned("[][]byte-owned", same(1000, []byte(text)), encoded),
		owned("[][]byte-borrowed", same(1000, []byte(text)), encoded),
		reused("[]byte/64K", bytes.Repeat([]byte("x"), 64<<10), encoded),
		reused("Bench", bench(1), encoded),
		owned("Bench-owned", bench(1), encoded),
		owned("Bench-borrowed", bench(1), encoded),
		named("decode-Bench-value", reused("Bench", bench(1), encoded)),
		reused("Bench/1600B", bench(100), encoded),
		reused("[]Bench", same(1000, bench(1)), encoded),
		owned("[]Bench-owned", same(1000, bench(1)), encoded),
		owned("[]Bench-borrowed", same(1000, bench(1)), encoded),
		reused("map[string]int", stringMap(), unordered),
		owned("map[string]int-owned", stringMap(), unordered),
		owned("map[string]int-borrowed", stringMap(), unordered),
		reused("[]any/string", same[any](1000, text), encoded),
		owned("[]any/string-owned", same[any](1000, text), encoded),
		reused("[]any/mixed", anyMixed(), encoded),
		owned("[]any/mixed-owned", anyMixed(), encoded),
		first("[]int32", same[int32](1000, 1234)),
		first("[]float64", same(1000, 1.23e4)),
		first("[]complex128", same(1000, 1.2+3.4i)),
		first("[]string", same(1000, text)),
		first("[][]string", same(1000, []string{text})),
		first("[][]byte", same(1000, []byte(text))),
		first("[]any/string", same[any](1000, text)),
		first("Bench", bench(1)),
		named("decode-Bench-first-slice", first("Bench", bench(1))),
		firstMap(),
		endToEnd("end-to-end-pipe", bench(100), pipe, encoded),
		endToEnd("end-to-end-buffer", bench(100), buffer, encoded),
		endToEnd("end-to-end-[]any", benches(), buffer, alike),
		{name: "gob-to-json", open: gobToJSON},
		{name: "json-to-gob", open: jsonToGob},
		named("large-encode", encodeToWriter("", large())),
		named("large-encode-streamed", encodeToWriter("", large())),
		decodeLarge("large-decode", encoded),
		decodeLarge("large-decode-elements", total),
	}
}

func named(name string, r row) row {
	r.name = name
	return r
}

// A steady encoder, into a buffer that is used again.
func encode(name string, value any, hash func([]byte) string) row {
	return row{name: "encode-" + name, open: func(string) (func(), func() string) {
		var out bytes.Buffer
		enc := gob.NewEncoder(&out)
		op := func() { out.Reset(); must(enc.Encode(value)) }
		return op, func() string { return hash(payload(out.Bytes())) }
	}}
}

func encodeToWriter(name string, value any) row {
	return row{name: "encode-" + name + "-to-writer", open: func(string) (func(), func() string) {
		out := &null{}
		enc := gob.NewEncoder(out)
		op := func() { *out = null{}; must(enc.Encode(value)) }
		return op, func() string { return fmt.Sprint(out.bytes, " bytes") }
	}}
}

func encodeFirst(name string, value any) row {
	return row{name: "encode-" + name + "-first", open: func(string) (func(), func() string) {
		var out bytes.Buffer
		op := func() { out.Reset(); must(gob.NewEncoder(&out).Encode(value)) }
		return op, func() string { return hash(payload(out.Bytes())) }
	}}
}

// A steady decoder, into the same destination.
func reused[T any](name string, value T, digest func(T) string) row {
	return row{name: "decode-" + name, open: func(string) (func(), func() string) {
		dec := gob.NewDecoder(loop(stream(value)))
		var dst T
		return func() { must(dec.Decode(&dst)) }, func() string { return digest(dst) }
	}}
}

// A steady decoder, into a new value each time.
func owned[T any](name string, value T, digest func(T) string) row {
	return row{name: "decode-" + name, open: func(string) (func(), func() string) {
		dec := gob.NewDecoder(loop(stream(value)))
		var last T
		op := func() {
			var fresh T
			must(dec.Decode(&fresh))
			last = fresh
		}
		return op, func() string { return digest(last) }
	}}
}

// A new decoder for each value, into the same destination, as in Go's benchmarks.
func first[T any](name string, value T) row {
	return row{name: "decode-" + name + "-first", open: func(string) (func(), func() string) {
		input, r := stream(value), bytes.Reader{}
		var dst T
		op := func() { r.Reset(input); must(gob.NewDecoder(&r).Decode(&dst)) }
		return op, func() string { return encoded(dst) }
	}}
}

func firstMap() row {
	return row{name: "decode-map[int]int-first", open: func(string) (func(), func() string) {
		input, r := stream(intMap()), bytes.Reader{}
		var last map[int]int
		op := func() {
			var fresh map[int]int
			r.Reset(input)
			must(gob.NewDecoder(&r).Decode(&fresh))
			last = fresh
		}
		return op, func() string { return unordered(last) }
	}}
}

func total(list []int32) string {
	total := 0
	for _, v := range list {
		total += int(v)
	}
	return fmt.Sprint("sum ", total)
}

// A new decoder and a new value each time.
func decodeLarge(name string, digest func([]int32) string) row {
	return row{name: name, open: func(string) (func(), func() string) {
		input, r := stream(large()), bytes.Reader{}
		var last []int32
		op := func() {
			var fresh []int32
			r.Reset(input)
			must(gob.NewDecoder(&r).Decode(&fresh))
			last = fresh
		}
		return op, func() string { return digest(last) }
	}}
}

func pipe() (io.Reader, io.Writer) {
	r, w, err := os.Pipe()
	must(err)
	return r, w
}

func buffer() (io.Reader, io.Writer) {
	var b bytes.Buffer
	return &b, &b
}

func endToEnd[T any](name string, value T, ends func() (io.Reader, io.Writer), digest func(T) string) row {
	return row{name: name, open: func(string) (func(), func() string) {
		r, w := ends()
		enc, dec := gob.NewEncoder(w), gob.NewDecoder(r)
		op := func() { must(enc.Encode(&value)); must(dec.Decode(&value)) }
		return op, func() string { return digest(value) }
	}}
}

func encoded[T any](v T) string { return hash(payload(stream(v))) }

func unordered[T any](v T) string { return sum(payload(stream(v))) }

func benches() []any {
	v := bench(0)
	return same[any](100, &v)
}

func alike(list []any) string {
	for _, v := range list {
		if b := v.(*Bench); b.A != 7 || b.B != 3.2 || b.C != text || len(b.D) > 0 {
			return "others"
		}
	}
	return fmt.Sprintf("%d structs, all alike", len(list))
}

// 100 structs and a slice of 1000 floats, each into the same destination, printed into the same buffer.
func gobToJSON(string) (func(), func() string) {
	records, list := mixedRecords()
	values := []any{}
	for _, r := range records {
		values = append(values, r)
	}
	dec := gob.NewDecoder(loop(stream(append(values, list)...)))
	record, floats, out := Bench{}, []float64{}, bytes.Buffer{}
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	op := func() {
		out.Reset()
		for range records {
			must(dec.Decode(&record))
			must(enc.Encode(&record))
		}
		must(dec.Decode(&floats))
		must(enc.Encode(floats))
	}
	return op, func() string { return hash(out.Bytes()) }
}

// 100 lines of JSON, each into a new struct, encoded into the same buffer.
func jsonToGob(string) (func(), func() string) {
	records, _ := mixedRecords()
	var input, out bytes.Buffer
	for i := range records {
		must(json.NewEncoder(&input).Encode(&records[i]))
	}
	lines, enc := bytes.NewReader(input.Bytes()), gob.NewEncoder(&out)
	op := func() {
		out.Reset()
		lines.Reset(input.Bytes())
		dec := json.NewDecoder(lines)
		for range records {
			var record Bench
			must(dec.Decode(&record))
			must(enc.Encode(&record))
		}
	}
	return op, func() string { return hash(payload(out.Bytes())) }
}

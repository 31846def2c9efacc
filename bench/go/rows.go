package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
)

// A row is one thing to measure: op does it once, digest says what came out of the last one.
type row struct {
	name string
	open func(dir string) (op func(), digest func() string)
}

// The names are those of the other columns; a row that is not here has no Go figure.
var rows = []row{
	{"decode-int32-slice", int32Slice},
	{"decode-int32-slice-value", int32Slice},
	{"decode-struct", smallStruct},
	{"decode-struct-value", smallStruct},
	{"gob-to-json", gobToJSON},
}

// Into the same slice each time.
func int32Slice(dir string) (func(), func() string) {
	dec, dst := gob.NewDecoder(openLooped(dir, "int32-slice")), []int32{}
	op := func() { must(dec.Decode(&dst)) }
	return op, func() string {
		sum := int64(0)
		for _, v := range dst {
			sum += int64(v)
		}
		return fmt.Sprintf("%d ints, sum %d", len(dst), sum)
	}
}

// Into the same struct each time.
func smallStruct(dir string) (func(), func() string) {
	dec, dst := gob.NewDecoder(openLooped(dir, "struct")), Bench{}
	op := func() { must(dec.Decode(&dst)) }
	return op, func() string {
		return fmt.Sprintf("%d %x %x %x", dst.A, math.Float64bits(dst.B), dst.C, dst.D)
	}
}

// 100 structs and a slice of 1000 floats, each into the same destination, printed into the same buffer.
func gobToJSON(dir string) (func(), func() string) {
	dec := gob.NewDecoder(openLooped(dir, "mixed"))
	record, floats, out := Bench{}, []float64{}, bytes.Buffer{}
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	op := func() {
		out.Reset()
		for range 100 {
			must(dec.Decode(&record))
			must(enc.Encode(&record))
		}
		must(dec.Decode(&floats))
		must(enc.Encode(floats))
	}
	return op, func() string {
		hash := fnv.New64a()
		hash.Write(out.Bytes())
		return fmt.Sprintf("%d bytes, FNV-1a %x", out.Len(), hash.Sum64())
	}
}

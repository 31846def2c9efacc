package main

import "fmt"

// The values of the gob rows, as in ../src/values.rs.

const text, look = "now is the time", "for all good men"

// Bench is the small struct of Go's own gob benchmarks.
type Bench struct {
	A int
	B float64
	C string
	D []byte
}

func bench(repeat int) Bench {
	var d []byte
	for range repeat {
		d = append(d, look...)
	}
	return Bench{7, 3.2, text, d}
}

func list[T any](n int, at func(i int) T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = at(i)
	}
	return all
}

func same[T any](n int, v T) []T {
	return list(n, func(int) T { return v })
}

func int32s() []int32 { return list(1000, func(i int) int32 { return int32(i * 100) }) }

func large() []int32 { return list(2_000_000, func(i int) int32 { return int32(i * 100) }) }

func oneByteInts() []int { return list(1000, func(i int) int { return i % 64 }) }

func skewedInts() []int {
	r := random(1)
	return list(100_000, func(int) int {
		switch v := r.next(); {
		case v%16 < 11:
			return int(v >> 58)
		case v%16 < 14:
			return int(v >> 49)
		default:
			return int(v >> 37)
		}
	})
}

func mixedInts() []int {
	r := random(1)
	return list(100_000, func(int) int { v := r.next(); return int(v) >> (v % 64) })
}

func randomInts() []int {
	r := random(1)
	return list(1000, func(int) int { return int(r.next()) })
}

func randomFloats() []float64 {
	r := random(1)
	return list(1000, func(int) float64 { return float64(r.next()>>11) / (1 << 53) })
}

func intMap() map[int]int {
	m := make(map[int]int, 1000)
	for i := range 1000 {
		m[i] = i
	}
	return m
}

func stringMap() map[string]int {
	m := make(map[string]int, 1000)
	for i := range 1000 {
		m[fmt.Sprint("key-", i)] = i
	}
	return m
}

func anyMixed() []any {
	return list(1000, func(i int) any {
		switch i % 3 {
		case 0:
			return i
		case 1:
			return text
		default:
			return float64(i) * 1.5
		}
	})
}

func mixedRecords() ([]Bench, []float64) {
	record := func(i int) Bench {
		return Bench{i*i + 1, float64(i) + 0.25, fmt.Sprintf("record \"%d\" of Müller", i), []byte("sixteen bytes ok")}
	}
	return list(100, record), list(1000, func(i int) float64 { return float64(i*i) / 100 })
}

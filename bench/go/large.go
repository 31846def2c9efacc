package main

import (
	"bufio"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
)

// Record takes about 1 KiB as gob: numbers, text, lists and bytes, as logs and caches have them.
type Record struct {
	ID     int
	When   uint64
	Price  float64
	User   string
	Note   string
	Tags   []string
	Counts []int
	Series []float64
	Data   []byte
}

const recordSize = 1024

// random is xorshift64: the same numbers in every run.
type random uint64

func (r *random) next() uint64 {
	*r ^= *r << 13
	*r ^= *r >> 7
	*r ^= *r << 17
	return uint64(*r)
}

// float is mostly a number of two decimals, each fourth time one of all digits.
func (r *random) float() float64 {
	if v := r.next(); v%4 > 0 {
		return float64(v>>40+1) / 100
	}
	return math.Ldexp(float64(r.next()>>11+1), -53)
}

const prose = "the quick brown fox jumps over the lazy dog; sphinx of black quartz, judge my \"vow\"; Zwölf Boxkämpfer jagen Viktor\n"

func (r *random) record(id int) Record {
	record := Record{ID: id, When: 1_700_000_000_000_000_000 + r.next()>>20, Price: r.float()}
	record.User = fmt.Sprintf("user-%d@example.com", r.next()%100_000)
	record.Note = strings.Repeat(prose, 3)
	for range 4 {
		record.Tags = append(record.Tags, fmt.Sprintf("tag-%d", r.next()%1000))
	}
	for range 50 {
		record.Counts = append(record.Counts, int(r.next()>>(20+r.next()%40))-100)
	}
	for range 20 {
		record.Series = append(record.Series, r.float())
	}
	record.Data = make([]byte, 120)
	for i := range record.Data {
		record.Data[i] = byte(r.next())
	}
	return record
}

func writeLarge(kind string, size int) error {
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	enc, r := gob.NewEncoder(out), random(1)
	switch kind {
	case "records":
		for id := range size / recordSize {
			if err := enc.Encode(r.record(id + 1)); err != nil {
				return err
			}
		}
	case "floats":
		floats := make([]float64, size/9)
		for i := range floats {
			floats[i] = r.float()
		}
		if err := enc.Encode(floats); err != nil {
			return err
		}
	default:
		return fmt.Errorf("no kind %q", kind)
	}
	return out.Flush()
}

// largeToJSON is what a Go program does that knows the types.
func largeToJSON(kind string) error {
	dec := gob.NewDecoder(bufio.NewReaderSize(os.Stdin, 64<<10))
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	convert := convertOne[Record]
	if kind == "floats" {
		convert = convertOne[[]float64]
	}
	for {
		if err := convert(dec, enc); errors.Is(err, io.EOF) {
			return out.Flush()
		} else if err != nil {
			return err
		}
	}
}

func convertOne[T any](dec *gob.Decoder, enc *json.Encoder) error {
	var value T
	if err := dec.Decode(&value); err != nil {
		return err
	}
	return enc.Encode(&value)
}

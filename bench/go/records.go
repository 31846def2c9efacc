package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// Short is the record of ../src/records.rs.
type Short struct {
	ID     uint64  `json:"id"`
	User   string  `json:"user"`
	Email  string  `json:"email"`
	Score  float64 `json:"score"`
	Active bool    `json:"active"`
	Count  int64   `json:"count"`
	Note   string  `json:"note"`
}

func shorts(n int) []Short {
	r := random(1)
	return list(n, func(i int) Short {
		v := r.next()
		note := "nothing special to say"
		if i%16 == 0 {
			note = "said \"hello\" and left\n"
		}
		return Short{
			uint64(i), fmt.Sprint("user-", v%100_000), fmt.Sprintf("user-%d@example.com", v%100_000),
			float64(v%1000*100+(v>>20)%99+1) / 100, v&1 == 1, int64(v>>32)%1000 - 500, note,
		}
	})
}

// A tally is of what was read of many records.
type tally struct {
	records, bytes int
	sum            float64
}

func (t *tally) add(r *Short) {
	t.records++
	t.sum += float64(r.ID) + r.Score + float64(r.Count)
	if r.Active {
		t.sum += 0.5
	}
	t.bytes += len(r.User) + len(r.Email) + len(r.Note)
}

func (t *tally) digest() string {
	return fmt.Sprintf("%d records, sum %.2f, %d bytes of text", t.records, t.sum, t.bytes)
}

// What a walk over a document met.
type walked struct {
	keys, text, numbers int
	sum                 float64
}

func (w *walked) digest() string {
	return fmt.Sprintf("%d B of keys, %d B of text, %d numbers, sum %.2f", w.keys, w.text, w.numbers, w.sum)
}

func read(dir, name string) []byte {
	b, err := os.ReadFile(filepath.Join(dir, name))
	must(err)
	return b
}

// The object of json-iterator's benchmark stream_encode_big_object, as in ../src/big_object.rs.
var (
	long        = [5]int{445, 865, 970, 844, 996}
	specialties = []string{"Web Design", "Go Programming", "Tennis", "Cycling", "Mixed martial arts"}
)

func proseOf(n int) string {
	const words = "the quick brown fox jumps over the lazy dog; sphinx of black quartz, judge my vow; "
	b := make([]byte, n)
	for i := range b {
		b[i] = words[i%len(words)]
	}
	return string(b)
}

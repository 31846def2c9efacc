package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Names and meaning are those of ../src/ours/json.rs.
func jsonRows() []row {
	rows := []row{
		{name: "write-records-serde", open: writeRecordsJSON},
		{name: "write-million-ints", open: writeMillionJSON},
		{name: "ndjson-serde", file: "records.ndjson", open: readRecordsJSON},
		{name: "encode_string_with_SetEscapeHTML", open: escapeHTML},
		{name: "json_large_file", file: "large-file.json", open: largeFileJSON},
	}
	for _, name := range []string{"twitter", "citm", "canada"} {
		rows = append(rows, row{name: "pull-" + name, file: name + ".json", open: func(dir string) (func(), func() string) {
			return pullJSON(read(dir, name+".json"))
		}})
	}
	return rows
}

func writeRecordsJSON(string) (func(), func() string) {
	var out bytes.Buffer
	records := shorts(1000)
	op := func() {
		out.Reset()
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		for i := range records {
			must(enc.Encode(&records[i]))
		}
	}
	return op, func() string { return hash(out.Bytes()) }
}

func millionInts() []int {
	return list(1_000_000, func(i int) int { return i * 7 })
}

// The Encoder writes a newline, which is not counted.
func writeMillionJSON(string) (func(), func() string) {
	ints, out := millionInts(), &null{}
	op := func() { out = &null{}; must(json.NewEncoder(out).Encode(ints)) }
	return op, func() string {
		return fmt.Sprintf("%d bytes # %d writes, the largest of %d", out.bytes-1, out.writes, out.largest)
	}
}

func readRecordsJSON(dir string) (func(), func() string) {
	var t tally
	op := func() {
		t = tally{}
		file, err := os.Open(filepath.Join(dir, "records.ndjson"))
		must(err)
		defer file.Close()
		dec := json.NewDecoder(file)
		for {
			var record Short
			if err := dec.Decode(&record); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				panic(err)
			}
			t.add(&record)
		}
	}
	return op, t.digest
}

// Small is that of json-iterator's benchmark.
type Small struct {
	S string
	B bool
	I int
}

func escapeHTML(string) (func(), func() string) {
	var last []byte
	op := func() {
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(true)
		must(enc.Encode(Small{"s", true, 233}))
		last = out.Bytes()
	}
	return op, func() string { return hash(last) }
}

func largeFileJSON(dir string) (func(), func() string) {
	var list []struct{}
	op := func() {
		list = nil
		must(json.Unmarshal(read(dir, "large-file.json"), &list))
	}
	return op, func() string { return fmt.Sprint(len(list)) }
}

// pullJSON asks for tokens, which say nothing of what is a key: it counts.
func pullJSON(input []byte) (func(), func() string) {
	var w walked
	op := func() {
		w = walked{}
		must(walkJSON(json.NewDecoder(bytes.NewReader(input)), &w))
	}
	return op, w.digest
}

func walkJSON(dec *json.Decoder, w *walked) error {
	token, err := dec.Token()
	switch t := token.(type) {
	case json.Delim:
		for dec.More() {
			if t == '{' {
				key, err := dec.Token()
				if err != nil {
					return err
				}
				w.keys += len(key.(string))
			}
			if err := walkJSON(dec, w); err != nil {
				return err
			}
		}
		_, err = dec.Token()
	case string:
		w.text += len(t)
	case float64:
		w.numbers++
		w.sum += t
	}
	return err
}

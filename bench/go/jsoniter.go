//go:build jsoniter

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	jsoniter "github.com/json-iterator/go"
)

func init() {
	columns["json-iterator"] = jsoniterRows
}

func jsoniterRows() []row {
	rows := []row{
		{name: "stream_encode_big_object", open: bigObjectIter},
		{name: "write-records", open: writeRecordsIter},
		{name: "write-records-serde", open: writeRecordsValIter},
		{name: "write-million-ints", open: writeMillionIter},
		{name: "lazy", file: "twitter.json", open: lazyIter},
		{name: "lazy-unchecked", file: "twitter.json", open: lazyIter},
		{name: "ndjson-pull", file: "records.ndjson", open: readRecordsIter},
		{name: "ndjson-serde", file: "records.ndjson", open: readRecordsValIter},
		{name: "encode_string_with_SetEscapeHTML", open: escapeHTMLIter},
		{name: "jsoniter_large_file", file: "large-file.json", open: skipIter},
		{name: "json_large_file", file: "large-file.json", open: largeFileIter},
	}
	for _, name := range []string{"twitter", "citm", "canada"} {
		from := func(slice bool) func(dir string) (func(), func() string) {
			return func(dir string) (func(), func() string) { return pullIter(read(dir, name+".json"), slice) }
		}
		rows = append(rows, row{name: "pull-" + name, file: name + ".json", open: from(false)})
		rows = append(rows, row{name: "pull-" + name + "-slice", file: name + ".json", open: from(true)})
	}
	return rows
}

func field(s *jsoniter.Stream, name, value string) {
	s.WriteObjectField(name)
	s.WriteString(value)
	s.WriteMore()
}

// With the final Flush, which json-iterator's own benchmark leaves out.
func bigObjectIter(string) (func(), func() string) {
	var out bytes.Buffer
	stream := jsoniter.NewStream(jsoniter.ConfigDefault, &out, 100)
	var texts []string
	for _, n := range long {
		texts = append(texts, proseOf(n))
	}
	op := func() {
		out.Reset()
		stream.Reset(&out)
		stream.WriteObjectStart()
		stream.WriteObjectField("objectId")
		stream.WriteUint64(8838243212)
		stream.WriteMore()
		field(stream, "name", "Jane Doe")
		stream.WriteObjectField("address")
		stream.WriteObjectStart()
		field(stream, "address1", "123 Example St")
		field(stream, "address2", "Apartment 5D, Suite 3")
		field(stream, "city", "Miami")
		field(stream, "state", "FL")
		field(stream, "postalCode", "33133")
		field(stream, "country", "US")
		stream.WriteObjectField("geo")
		stream.WriteObjectStart()
		stream.WriteObjectField("latitude")
		stream.WriteFloat64(-154.550817)
		stream.WriteMore()
		stream.WriteObjectField("longitude")
		stream.WriteFloat64(-84.176159)
		stream.WriteObjectEnd()
		stream.WriteObjectEnd()
		stream.WriteMore()
		stream.WriteObjectField("specialties")
		stream.WriteArrayStart()
		for i, s := range specialties {
			if i > 0 {
				stream.WriteMore()
			}
			stream.WriteString(s)
		}
		stream.WriteArrayEnd()
		for i, text := range texts {
			stream.WriteMore()
			stream.WriteObjectField("longText" + strconv.Itoa(i))
			stream.WriteString(text)
		}
		for i := range 25 {
			stream.WriteMore()
			stream.WriteObjectField("integerField" + strconv.Itoa(i))
			stream.WriteUint64(uint64(i) * 18328)
		}
		stream.WriteObjectEnd()
		must(stream.Flush())
	}
	return op, func() string { return hash(out.Bytes()) }
}

func writeRecordsIter(string) (func(), func() string) {
	var out bytes.Buffer
	stream := jsoniter.NewStream(jsoniter.ConfigDefault, &out, 64<<10)
	records := shorts(1000)
	op := func() {
		out.Reset()
		for i := range records {
			r := &records[i]
			stream.WriteObjectStart()
			stream.WriteObjectField("id")
			stream.WriteUint64(r.ID)
			stream.WriteMore()
			field(stream, "user", r.User)
			field(stream, "email", r.Email)
			stream.WriteObjectField("score")
			stream.WriteFloat64(r.Score)
			stream.WriteMore()
			stream.WriteObjectField("active")
			stream.WriteBool(r.Active)
			stream.WriteMore()
			stream.WriteObjectField("count")
			stream.WriteInt64(r.Count)
			stream.WriteMore()
			stream.WriteObjectField("note")
			stream.WriteString(r.Note)
			stream.WriteObjectEnd()
			stream.WriteRaw("\n")
			if stream.Buffered() > 60<<10 {
				must(stream.Flush())
			}
		}
		must(stream.Flush())
	}
	return op, func() string { return hash(out.Bytes()) }
}

func writeRecordsValIter(string) (func(), func() string) {
	var out bytes.Buffer
	stream := jsoniter.NewStream(jsoniter.ConfigDefault, &out, 64<<10)
	records := shorts(1000)
	op := func() {
		out.Reset()
		for i := range records {
			stream.WriteVal(&records[i])
			stream.WriteRaw("\n")
			if stream.Buffered() > 60<<10 {
				must(stream.Flush())
			}
		}
		must(stream.Flush())
	}
	return op, func() string { return hash(out.Bytes()) }
}

func writeMillionIter(string) (func(), func() string) {
	out := &null{}
	stream := jsoniter.NewStream(jsoniter.ConfigDefault, out, 4096)
	op := func() {
		*out = null{}
		stream.WriteArrayStart()
		for i := range 1_000_000 {
			if i > 0 {
				stream.WriteMore()
			}
			stream.WriteInt(i * 7)
			if stream.Buffered() > 4096 {
				must(stream.Flush())
			}
		}
		stream.WriteArrayEnd()
		must(stream.Flush())
	}
	return op, func() string {
		return fmt.Sprintf("%d bytes # %d writes, the largest of %d", out.bytes, out.writes, out.largest)
	}
}

func lazyIter(dir string) (func(), func() string) {
	input, count := read(dir, "twitter.json"), 0
	op := func() { count = jsoniter.Get(input, "search_metadata", "count").ToInt() }
	return op, func() string { return fmt.Sprint(count) }
}

func eachRecordIter(dir string, each func(*jsoniter.Iterator)) {
	file, err := os.Open(filepath.Join(dir, "records.ndjson"))
	must(err)
	defer file.Close()
	iter := jsoniter.Parse(jsoniter.ConfigDefault, file, 64<<10)
	for iter.WhatIsNext() == jsoniter.ObjectValue {
		each(iter)
	}
	if iter.Error != nil && !errors.Is(iter.Error, io.EOF) {
		panic(iter.Error)
	}
}

func readRecordsIter(dir string) (func(), func() string) {
	var t tally
	op := func() {
		t = tally{}
		var r Short
		eachRecordIter(dir, func(iter *jsoniter.Iterator) {
			iter.ReadObjectCB(func(iter *jsoniter.Iterator, name string) bool {
				switch name {
				case "id":
					r.ID = iter.ReadUint64()
				case "user":
					r.User = iter.ReadString()
				case "email":
					r.Email = iter.ReadString()
				case "score":
					r.Score = iter.ReadFloat64()
				case "active":
					r.Active = iter.ReadBool()
				case "count":
					r.Count = iter.ReadInt64()
				case "note":
					r.Note = iter.ReadString()
				default:
					iter.Skip()
				}
				return true
			})
			t.add(&r)
		})
	}
	return op, t.digest
}

func readRecordsValIter(dir string) (func(), func() string) {
	var t tally
	op := func() {
		t = tally{}
		eachRecordIter(dir, func(iter *jsoniter.Iterator) {
			var r Short
			iter.ReadVal(&r)
			t.add(&r)
		})
	}
	return op, t.digest
}

func escapeHTMLIter(string) (func(), func() string) {
	var last []byte
	op := func() {
		var out bytes.Buffer
		enc := jsoniter.ConfigDefault.NewEncoder(&out)
		enc.SetEscapeHTML(true)
		must(enc.Encode(Small{"s", true, 233}))
		last = out.Bytes()
	}
	return op, func() string { return hash(last) }
}

func skipIter(dir string) (func(), func() string) {
	count := 0
	op := func() {
		count = 0
		file, err := os.Open(filepath.Join(dir, "large-file.json"))
		must(err)
		defer file.Close()
		iter := jsoniter.Parse(jsoniter.ConfigDefault, file, 4096)
		for iter.ReadArray() {
			iter.Skip()
			count++
		}
		must(iter.Error)
	}
	return op, func() string { return fmt.Sprint(count) }
}

func largeFileIter(dir string) (func(), func() string) {
	var list []struct{}
	op := func() {
		list = nil
		must(jsoniter.Unmarshal(read(dir, "large-file.json"), &list))
	}
	return op, func() string { return fmt.Sprint(len(list)) }
}

func pullIter(input []byte, slice bool) (func(), func() string) {
	var w walked
	op := func() {
		w = walked{}
		var iter *jsoniter.Iterator
		if slice {
			iter = jsoniter.ParseBytes(jsoniter.ConfigDefault, input)
		} else {
			iter = jsoniter.Parse(jsoniter.ConfigDefault, bytes.NewReader(input), 64<<10)
		}
		walkIter(iter, &w)
		must(iter.Error)
	}
	return op, w.digest
}

func walkIter(iter *jsoniter.Iterator, w *walked) {
	switch iter.WhatIsNext() {
	case jsoniter.ObjectValue:
		iter.ReadObjectCB(func(iter *jsoniter.Iterator, name string) bool {
			w.keys += len(name)
			walkIter(iter, w)
			return true
		})
	case jsoniter.ArrayValue:
		for iter.ReadArray() {
			walkIter(iter, w)
		}
	case jsoniter.StringValue:
		w.text += len(iter.ReadString())
	case jsoniter.NumberValue:
		w.numbers++
		w.sum += iter.ReadFloat64()
	default:
		iter.Skip()
	}
}

package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// A vector is one stream with the JSON it must be shown as.
type vector struct {
	name  string
	rows  string // what it covers, as "section: row"
	about string
	build func(*stream)
}

var vectors []vector

func add(name, rows, about string, build func(*stream)) {
	vectors = append(vectors, vector{name, rows, about, build})
}

// values is the common case: one Encoder, these values.
func values(vs ...any) func(*stream) {
	return func(s *stream) {
		for _, v := range vs {
			s.put(v)
		}
	}
}

// A stream collects the bytes of one vector and the JSON lines of its values.
type stream struct {
	gob    bytes.Buffer
	json   bytes.Buffer
	enc    *gob.Encoder
	names  *wireNames
	pic    picture
	count  int
	flags  []string
	sent   []sentValue // to be read back
	lossy  bool        // Go reads it back as something else
	single int         // values that one Decoder reads of an appended stream; -1: it reads all
	order  []string    // map keys that must come in this order on the wire
}

type sentValue struct {
	typ  reflect.Type
	line string
}

func newStream() *stream {
	s := &stream{names: newWireNames(), single: -1}
	s.enc = gob.NewEncoder(&s.gob)
	s.pic.names = s.names
	return s
}

// encode sends a value without a picture.
func (s *stream) encode(v any) {
	if err := s.enc.Encode(v); err != nil {
		fail("encode %T: %v", v, err)
	}
}

// put encodes a value and writes its picture.
func (s *stream) put(v any) {
	s.encode(v)
	line := s.pic.top(reflect.ValueOf(v))
	s.line(reflect.TypeOf(v), line)
}

func (s *stream) line(t reflect.Type, line string) {
	s.json.WriteString(line + "\n")
	s.sent = append(s.sent, sentValue{t, line})
	s.count++
}

// raw appends bytes that we built by hand; want are the values that Go must find in them.
func (s *stream) raw(b []byte, want ...any) {
	s.flag("handmade")
	s.gob.Write(b)
	for _, v := range want {
		s.line(reflect.TypeOf(v), s.pic.top(reflect.ValueOf(v)))
	}
}

// shown appends bytes that we built by hand and that no Go value can stand for: this is what they must be
// shown as. Go still reads them into a value of the given type, or skips them if into is nil.
func (s *stream) shown(b []byte, into any, line string) {
	s.flag("handmade")
	s.lossy = true
	s.gob.Write(b)
	if line != "" {
		s.line(reflect.TypeOf(into), line)
	}
}

// again starts a new Encoder, as a program does that appends to its file.
func (s *stream) again() {
	s.part()
	s.enc = gob.NewEncoder(&s.gob)
	s.names.newEncoder()
}

// part marks where an appended stream begins.
func (s *stream) part() {
	if s.single < 0 && s.count > 0 {
		s.single = s.count
	}
}

func (s *stream) flag(f string) {
	if !s.has(f) {
		s.flags = append(s.flags, f)
	}
}

func (s *stream) has(f string) bool { return slices.Contains(s.flags, f) }

// inOrder fixes the order of string keys in maps of more than one entry: the vector is made again until Go
// happens to walk the map that way.
func (s *stream) inOrder(keys ...string) {
	s.order = keys
	s.pic.order = keys
}

func (s *stream) ordered() bool {
	rest := s.gob.Bytes()
	for _, k := range s.order {
		wire := append([]byte{byte(len(k))}, k...)
		if bytes.Count(s.gob.Bytes(), wire) != 1 {
			fail("key %q stands in several places", k)
		}
		i := bytes.Index(rest, wire)
		if i < 0 {
			return false
		}
		rest = rest[i+1+len(k):]
	}
	return true
}

func find(name string) vector {
	for _, v := range vectors {
		if v.name == name {
			return v
		}
	}
	fail("no vector %q", name)
	panic("unreachable")
}

// run builds a vector; repeating it gives the same ids, because Go keeps the ids of a process.
func (v vector) run() *stream {
	for range 1_000_000 {
		s := newStream()
		v.build(s)
		if s.ordered() {
			return s
		}
	}
	fail("%s: Go never walks its map in that order", v.name)
	panic("unreachable")
}

// writeVector runs in a process of its own: type ids are global in Go, and only a fresh process gives the
// same ones again.
func writeVector(dir, name string) {
	v := find(name)
	s := v.run()
	if !s.has("write-only") {
		s.readBack(name)
	}
	must(os.WriteFile(filepath.Join(dir, name+".gob"), s.gob.Bytes(), 0o644))
	must(os.WriteFile(filepath.Join(dir, name+".json"), s.json.Bytes(), 0o644))
	flags := strings.Join(s.flags, ",")
	if flags == "" {
		flags = "-"
	}
	fmt.Printf("%s\t%s\t%s\t%d\t%s\t%s\n", name, v.rows, flags, s.count, runtime.Version(), v.about)
}

// readBack proves a stream with Go's own Decoder: what it finds must look as what we sent.
func (s *stream) readBack(name string) {
	dec := gob.NewDecoder(bytes.NewReader(s.gob.Bytes()))
	names := newWireNames()
	sent := s.sent
	if s.single >= 0 {
		sent = sent[:min(s.single, len(sent))] // none if the parts come from other vectors
	}
	for i, sv := range sent {
		var into reflect.Value // invalid: Go skips the value
		if sv.typ != nil {
			into = reflect.New(strip(sv.typ))
		}
		if err := dec.DecodeValue(into); err != nil {
			fail("%s: value %d: Go cannot read it: %v", name, i+1, err)
		}
		if s.lossy {
			continue
		}
		pic := picture{names: names, order: s.order, fixed: s.pic.fixed}
		if got := pic.topAs(sv.typ, into.Elem()); got != sv.line {
			fail("%s: value %d: sent %s\n got %s", name, i+1, sv.line, got)
		}
	}
	err := dec.DecodeValue(reflect.Value{})
	switch {
	case s.single < 0 && err != io.EOF:
		fail("%s: bytes left after the values: %v", name, err)
	case s.single >= 0 && len(sent) > 0 && (err == nil || err.Error() != "gob: duplicate type received"):
		fail("%s: a Decoder should stop behind value %d: %v", name, s.single, err)
	}
}

func writeVectors(dir string) {
	must(os.MkdirAll(dir, 0o755))
	self, err := os.Executable()
	must(err)
	var index bytes.Buffer
	index.WriteString("name\trows\tflags\tvalues\tgo\tabout\n")
	seen := map[string]bool{}
	for _, v := range vectors {
		if seen[v.name] {
			fail("two vectors are called %s", v.name)
		}
		seen[v.name] = true
		cmd := exec.Command(self, "-any-go", "vector", dir, v.name)
		cmd.Stderr = os.Stderr
		line, err := cmd.Output()
		if err != nil {
			fail("%s: %v", v.name, err)
		}
		index.Write(line)
	}
	must(os.WriteFile(filepath.Join(dir, "INDEX.tsv"), index.Bytes(), 0o644))
	fmt.Printf("%d vectors\n", len(vectors))
}

// kinds are types to be registered.
type kinds []any

// registering makes types known to gob before the values that hold them in an interface.
func registering(v any, vs ...any) func(*stream) {
	return func(s *stream) {
		list, ok := v.(kinds)
		if !ok {
			list = kinds{v}
		}
		for _, k := range list {
			gob.Register(k)
		}
		for _, v := range vs {
			s.put(v)
		}
	}
}

// from appends the stream of another vector, made by a process of its own as everything else, so that its
// ids begin anew.
func (s *stream) from(name string) {
	dir, err := os.MkdirTemp("", "interop")
	must(err)
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	must(err)
	must(exec.Command(self, "-any-go", "vector", dir, name).Run())
	part, err := os.ReadFile(filepath.Join(dir, name+".gob"))
	must(err)
	lines, err := os.ReadFile(filepath.Join(dir, name+".json"))
	must(err)
	s.part()
	s.gob.Write(part)
	s.json.Write(lines)
	s.count += bytes.Count(lines, []byte{'\n'})
}

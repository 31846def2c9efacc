package main

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Bench is the small struct of Go's own gob benchmarks.
type Bench struct {
	A int
	B float64
	C string
	D []byte
}

func makeInputs(dir string) error {
	ints := make([]int32, 1000)
	for i := range ints {
		ints[i] = int32(i * 100)
	}
	floats := make([]float64, 1000)
	for i := range floats {
		floats[i] = float64(i*i) / 100
	}
	mixed := []any{}
	for i := range 100 {
		mixed = append(mixed, Bench{i*i + 1, float64(i) + 0.25, fmt.Sprintf("record \"%d\" of Müller", i), []byte("sixteen bytes ok")})
	}
	mixed = append(mixed, floats)
	inputs := map[string][]any{
		"int32-slice": {ints},
		"struct":      {Bench{7, 3.2, "now is the time", []byte("for all good men")}},
		"mixed":       mixed,
	}
	for name, values := range inputs {
		if err := makeInput(filepath.Join(dir, name+".gob"), values); err != nil {
			return err
		}
	}
	return nil
}

func makeInput(path string, values []any) error {
	var stream bytes.Buffer
	enc := gob.NewEncoder(&stream)
	for _, value := range values {
		if err := enc.Encode(value); err != nil {
			return err
		}
	}
	return os.WriteFile(path, stream.Bytes(), 0o666)
}

// A looped reader gives the definitions of a stream once, then its values again and again: a stream that never ends
// and never defines a type twice.
type looped struct {
	piece, body []byte
}

func openLooped(dir, name string) *looped {
	stream, err := os.ReadFile(filepath.Join(dir, name+".gob"))
	must(err)
	var head, body []byte
	for len(stream) > 0 {
		size, n := uvarint(stream)
		end := n + int(size)
		// The lowest bit of an id is its sign; definitions have negative ones.
		if id, _ := uvarint(stream[n:]); id&1 == 1 {
			head = append(head, stream[:end]...)
		} else {
			body = append(body, stream[:end]...)
		}
		stream = stream[end:]
	}
	return &looped{head, body}
}

// uvarint is gob's unsigned number, not that of encoding/binary.
func uvarint(b []byte) (v uint64, n int) {
	if b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	n = int(-b[0])
	var digits [8]byte
	copy(digits[8-n:], b[1:1+n])
	return binary.BigEndian.Uint64(digits[:]), n + 1
}

func (l *looped) Read(p []byte) (int, error) {
	if len(l.piece) == 0 {
		l.piece = l.body
	}
	n := copy(p, l.piece)
	l.piece = l.piece[n:]
	return n, nil
}

// ReadByte spares the Decoder a bufio.Reader.
func (l *looped) ReadByte() (byte, error) {
	var b [1]byte
	_, err := io.ReadFull(l, b[:])
	return b[0], err
}

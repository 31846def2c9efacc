package main

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"hash/fnv"
	"io"
)

// stream is that of some values.
func stream(values ...any) []byte {
	var out bytes.Buffer
	enc := gob.NewEncoder(&out)
	for _, v := range values {
		must(enc.Encode(v))
	}
	return out.Bytes()
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

// split gives whether a message defines a type, the rest of it behind the id, and what comes after it.
func split(stream []byte) (definition bool, message, behind []byte) {
	size, n := uvarint(stream)
	message, behind = stream[n:n+int(size)], stream[n+int(size):]
	// The lowest bit of an id is its sign; definitions have negative ones.
	id, n := uvarint(message)
	return id&1 == 1, message[n:], behind
}

// payload is the values of a stream without the numbers of their types: these are the process's own.
func payload(stream []byte) (all []byte) {
	for len(stream) > 0 {
		definition, message, behind := split(stream)
		if !definition {
			all = append(all, message...)
		}
		stream = behind
	}
	return all
}

// A looped reader gives the definitions of a stream once, then its values again and again: a stream that never ends
// and never defines a type twice.
type looped struct {
	piece, body []byte
}

func loop(stream []byte) *looped {
	var head, body []byte
	for len(stream) > 0 {
		definition, _, behind := split(stream)
		message := stream[:len(stream)-len(behind)]
		if definition {
			head = append(head, message...)
		} else {
			body = append(body, message...)
		}
		stream = behind
	}
	return &looped{head, body}
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

func hash(b []byte) string {
	h := fnv.New64a()
	h.Write(b)
	return fmt.Sprintf("%d bytes, FNV-1a %x", len(b), h.Sum64())
}

// sum is for what has no order.
func sum(b []byte) string {
	total := 0
	for _, v := range b {
		total += int(v)
	}
	return fmt.Sprintf("%d bytes, sum %d", len(b), total)
}

// null takes everything and keeps nothing but counts.
type null struct {
	writes, largest, bytes int
}

func (n *null) Write(p []byte) (int, error) {
	n.writes++
	n.largest = max(n.largest, len(p))
	n.bytes += len(p)
	return len(p), nil
}

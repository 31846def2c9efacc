package main

// Streams that no Encoder writes are put together from these.

import (
	"math"
	"math/bits"
)

// join concatenates bytes, strings and small numbers.
func join(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case []byte:
			b = append(b, p...)
		case string:
			b = append(b, p...)
		case int:
			b = append(b, byte(p))
		default:
			fail("join: %T", p)
		}
	}
	return b
}

func uintBytes(u uint64) []byte {
	if u < 0x80 {
		return []byte{byte(u)}
	}
	n := (bits.Len64(u) + 7) / 8
	b := []byte{byte(-n)}
	for n--; n >= 0; n-- {
		b = append(b, byte(u>>(8*n)))
	}
	return b
}

func intBytes(i int64) []byte {
	if i < 0 {
		return uintBytes(uint64(^i)<<1 | 1)
	}
	return uintBytes(uint64(i) << 1)
}

func floatBytes(f float64) []byte { return uintBytes(bits.ReverseBytes64(math.Float64bits(f))) }

func textBytes(s string) []byte { return join(uintBytes(uint64(len(s))), s) }

// message puts the length before its parts.
func message(parts ...any) []byte {
	b := join(parts...)
	return join(uintBytes(uint64(len(b))), b)
}

// common is CommonType: a name and the id once more, each left out when zero.
func common(name string, id int64) []byte {
	var b []byte
	delta := 1
	if name != "" {
		b = join(delta, textBytes(name))
	} else {
		delta = 2
	}
	if id != 0 {
		b = join(b, delta, intBytes(id))
	}
	return join(b, 0)
}

type wireField struct {
	name string
	id   int64
}

func structDef(id int64, name string, fields ...wireField) []byte {
	return message(intBytes(-id), structShape(id, name, fields...))
}

func structShape(id int64, name string, fields ...wireField) []byte {
	b := join(3, 1, common(name, id))
	if len(fields) > 0 {
		b = join(b, 1, uintBytes(uint64(len(fields))))
	}
	for _, f := range fields {
		delta := 1
		if f.name != "" {
			b = join(b, 1, textBytes(f.name))
		} else {
			delta = 2
		}
		if f.id != 0 {
			b = join(b, delta, intBytes(f.id))
		}
		b = join(b, 0)
	}
	return join(b, 0, 0)
}

func sliceDef(id int64, name string, elem int64) []byte {
	return message(intBytes(-id), 2, 1, common(name, id), 1, intBytes(elem), 0, 0)
}

func arrayDef(id int64, name string, elem, length int64) []byte {
	return message(intBytes(-id), 1, 1, common(name, id), 1, intBytes(elem), 1, intBytes(length), 0, 0)
}

func mapDef(id int64, name string, key, elem int64) []byte {
	return message(intBytes(-id), 4, 1, common(name, id), 1, intBytes(key), 1, intBytes(elem), 0, 0)
}

// opaqueDef defines a GobEncoder (field 4 of a wireType), a BinaryMarshaler (5) or a TextMarshaler (6).
func opaqueDef(field int, id int64, name string) []byte {
	return message(intBytes(-id), field+1, 1, common(name, id), 0, 0)
}

// Ids of the built-in types.
const (
	idBool = iota + 1
	idInt
	idUint
	idFloat
	idBytes
	idString
	idComplex
	idInterface
)

package main

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/gob"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// picture shows Go values as JSON the way a reader must show their stream. It works from the values, never
// from the bytes, so that it is a second opinion.
type picture struct {
	names *wireNames
	order []string                // keys of maps in wire order; other maps are sorted
	fixed map[reflect.Type]string // names that a handmade stream gives to opaque types
}

// top shows a value that was given to Encode.
func (p *picture) top(v reflect.Value) string { return p.topAs(v.Type(), v) }

// topAs shows v, which was sent as type t (t may have more pointers).
func (p *picture) topAs(t reflect.Type, v reflect.Value) string {
	p.names.define(t)
	return string(p.sent(nil, v))
}

// sent shows a value that is on the wire.
func (p *picture) sent(b []byte, v reflect.Value) []byte {
	if opaque(v.Type()) != plain {
		return p.opaque(b, v)
	}
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		return appendFloat(b, v.Float())
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		b = appendFloat(append(b, '['), real(c))
		return append(appendFloat(append(b, ','), imag(c)), ']')
	case reflect.String:
		return appendString(b, v.String())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return appendBase64(b, v.Bytes())
		}
		return p.list(b, v)
	case reflect.Array:
		return p.list(b, v)
	case reflect.Map:
		return p.mapping(b, v)
	case reflect.Struct:
		return p.structure(b, v)
	case reflect.Interface:
		if v.IsNil() {
			return append(b, "null"...)
		}
		p.names.define(v.Elem().Type())
		return p.sent(b, v.Elem())
	}
	fail("no picture of %v", v.Type())
	return b
}

func (p *picture) list(b []byte, v reflect.Value) []byte {
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = p.sent(b, v.Index(i))
	}
	return append(b, ']')
}

func (p *picture) structure(b []byte, v reflect.Value) []byte {
	b = append(b, '{')
	first := true
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !fieldSent(f) {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendString(b, f.Name), ':')
		if isSent(v.Field(i)) {
			b = p.sent(b, v.Field(i))
		} else {
			b = append(b, unsent(f.Type)...)
		}
	}
	return append(b, '}')
}

// mapping shows string keys as an object and all others as pairs.
func (p *picture) mapping(b []byte, v reflect.Value) []byte {
	key := v.Type().Key()
	object := strip(key).Kind() == reflect.String && opaque(key) == plain
	type entry struct{ key, value []byte }
	var entries []entry
	for it := v.MapRange(); it.Next(); {
		entries = append(entries, entry{p.sent(nil, it.Key()), p.sent(nil, it.Value())})
	}
	slices.SortFunc(entries, func(x, y entry) int {
		if c := p.rank(x.key) - p.rank(y.key); c != 0 {
			return c
		}
		return bytes.Compare(append(x.key, x.value...), append(y.key, y.value...))
	})
	open, mid, end := "[", ",", "]"
	if object {
		open, mid, end = "", ":", ""
	}
	b = append(b, map[bool]byte{true: '{', false: '['}[object])
	for i, e := range entries {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, open...), e.key...)
		b = append(append(append(b, mid...), e.value...), end...)
	}
	return append(b, map[bool]byte{true: '}', false: ']'}[object])
}

func (p *picture) rank(key []byte) int {
	return slices.IndexFunc(p.order, func(k string) bool { return string(appendString(nil, k)) == string(key) })
}

// opaque shows a value that encodes itself: as text if its kind is sure, else as the bytes it gave.
func (p *picture) opaque(b []byte, v reflect.Value) []byte {
	kind, data := payload(v)
	name, fixed := p.fixed[strip(v.Type())]
	if !fixed {
		name = p.names.sent[strip(v.Type())]
	}
	if text, ok := knownText(kind, name, data); ok {
		return appendString(b, text)
	}
	return appendBase64(b, data)
}

func payload(v reflect.Value) (kind opacity, data []byte) {
	for v.Kind() == reflect.Pointer && v.Type().Elem().Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer {
		at := reflect.New(v.Type())
		at.Elem().Set(v)
		v = at
	}
	var err error
	kind = opaque(v.Type())
	if kind == gobEncoder {
		data, err = v.Interface().(gob.GobEncoder).GobEncode()
	} else {
		data, err = v.Interface().(encoding.BinaryMarshaler).MarshalBinary()
	}
	must(err)
	return kind, data
}

// isSent says whether Go sends a struct field with this value.
func isSent(v reflect.Value) bool {
	t := v.Type()
	if kind := opaque(t); kind != plain && t.Kind() != reflect.Pointer {
		// A method on the pointer hides the zero: the pointer that Go looks at is never nil.
		byValue := t.Implements(gobEncoderType) || kind == binaryMarshaler && t.Implements(binaryMarshalerType)
		return !byValue || !v.IsZero()
	} else if kind != plain {
		for v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return false
			}
			v = v.Elem()
		}
		return true
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return false
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Array, reflect.Struct:
		return true
	case reflect.Map, reflect.Interface:
		return !v.IsNil()
	case reflect.String, reflect.Slice:
		return v.Len() > 0
	case reflect.Float32, reflect.Float64:
		return v.Float() != 0 // so -0 is lost
	case reflect.Complex64, reflect.Complex128:
		return v.Complex() != 0
	}
	return !v.IsZero()
}

// unsent is what a field is shown as that was not sent.
func unsent(t reflect.Type) string {
	if opaque(t) != plain {
		return "null"
	}
	switch t = strip(t); t.Kind() {
	case reflect.Bool:
		return "false"
	case reflect.String:
		return `""`
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return `""`
		}
		return "[]"
	case reflect.Array:
		return "[]"
	case reflect.Map, reflect.Struct, reflect.Interface:
		return "null"
	case reflect.Complex64, reflect.Complex128:
		return "[0,0]"
	}
	return "0"
}

// appendFloat spells a float as encoding/json does; what JSON has no number for is a string.
func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(b, `"+Inf"`...)
	case math.IsInf(f, -1):
		return append(b, `"-Inf"`...)
	}
	if a := math.Abs(f); a == 0 || a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-09 is e-9
		b = append(b[:n-2], b[n-1])
	}
	return b
}

// appendString escapes what JSON requires and nothing else; each byte that is not UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		short := bytes.IndexByte([]byte("\"\\\n\r\t\b\f"), s[i])
		switch {
		case short >= 0:
			b = append(b, '\\', `"\nrtbf`[short])
		case r < 0x20:
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[r>>4], "0123456789abcdef"[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
		i += n
	}
	return append(b, '"')
}

func appendBase64(b, data []byte) []byte {
	b = append(b, '"')
	return append(base64.StdEncoding.AppendEncode(b, data), '"')
}

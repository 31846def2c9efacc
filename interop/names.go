package main

import (
	"encoding"
	"encoding/gob"
	"reflect"
	"unicode"
	"unicode/utf8"
)

// wireNames tells under which name an opaque type is defined in a stream. The name decides whether its
// payload is recognised, and it is not simply the type's: Go names a type by the first path that led to it in
// the process, and sends no name at all if it first meets the type through a pointer.
type wireNames struct {
	built map[reflect.Type]string // fixed by the first path, for the life of the process
	sent  map[reflect.Type]string // as defined by the present Encoder
}

func newWireNames() *wireNames {
	return &wireNames{map[reflect.Type]string{}, map[reflect.Type]string{}}
}

func (n *wireNames) newEncoder() { n.sent = map[reflect.Type]string{} }

// define follows the Encoder as it defines t and, outer first, its parts.
func (n *wireNames) define(t reflect.Type) {
	base := strip(t)
	if _, done := n.sent[base]; done || !defined(t) {
		return
	}
	own := base
	if opaque(t) != plain {
		own = t
	}
	n.name(own.Name(), own)
	n.sent[base] = n.built[base]
	if own.Kind() == reflect.Pointer {
		n.sent[base] = ""
	}
	switch base.Kind() {
	case reflect.Struct:
		for i := range base.NumField() {
			if f := base.Field(i); exported(f.Name) {
				n.define(f.Type)
			}
		}
	case reflect.Array, reflect.Slice:
		n.define(base.Elem())
	case reflect.Map:
		n.define(base.Key())
		n.define(base.Elem())
	}
}

// name follows Go as it gives ids and names to t and its parts.
func (n *wireNames) name(name string, t reflect.Type) {
	base := strip(t)
	if _, done := n.built[base]; done || !defined(t) {
		return
	}
	n.built[base] = name
	if opaque(t) != plain {
		return
	}
	switch base.Kind() {
	case reflect.Struct:
		for i := range base.NumField() {
			f := base.Field(i)
			if !fieldSent(f) {
				continue
			}
			ft := strip(f.Type)
			if ft.Name() != "" {
				n.name(ft.Name(), f.Type)
			} else {
				n.name(ft.String(), f.Type)
			}
		}
	case reflect.Slice:
		n.name(base.Elem().Name(), base.Elem())
	case reflect.Array:
		n.name("", base.Elem())
	case reflect.Map:
		n.name("", base.Key())
		n.name("", base.Elem())
	}
}

type opacity int

const (
	plain opacity = iota
	gobEncoder
	binaryMarshaler
)

var (
	gobEncoderType      = reflect.TypeFor[gob.GobEncoder]()
	binaryMarshalerType = reflect.TypeFor[encoding.BinaryMarshaler]()
)

// opaque says whether t encodes itself. A method on the pointer will do, at any depth of pointers.
func opaque(t reflect.Type) opacity {
	if t = strip(t); t.Kind() == reflect.Interface {
		return plain
	}
	p := reflect.PointerTo(t)
	switch {
	case p.Implements(gobEncoderType):
		return gobEncoder
	case p.Implements(binaryMarshalerType):
		return binaryMarshaler
	}
	return plain
}

func strip(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// defined says whether t needs a definition of its own.
func defined(t reflect.Type) bool {
	if opaque(t) != plain {
		return true
	}
	switch t = strip(t); t.Kind() {
	case reflect.Slice:
		return t.Elem().Kind() != reflect.Uint8
	case reflect.Array, reflect.Map, reflect.Struct:
		return true
	}
	return false
}

func exported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

func fieldSent(f reflect.StructField) bool {
	k := strip(f.Type).Kind()
	return exported(f.Name) && k != reflect.Chan && k != reflect.Func
}

//go:build fresh

package main

import (
	"reflect"
	"sync/atomic"
	_ "unsafe" // for go:linkname
)

// The state of encoding/gob that makes bytes depend on what the process encoded before, as Go 1.27.3 keeps it. The linker gives
// access to it only if asked: go build -tags fresh -ldflags=-checklinkname=0

//go:linkname gobTypes encoding/gob.types
var gobTypes map[reflect.Type]interface{ string() string }

//go:linkname gobTypesByID encoding/gob.idToTypeSlice
var gobTypesByID []interface{ string() string }

//go:linkname gobTypeInfos encoding/gob.typeInfoMap
var gobTypeInfos atomic.Value

var (
	predeclared  = map[reflect.Type]bool{}
	predeclaredN = len(gobTypesByID)
	infosAtFirst = gobTypeInfos.Load()
)

func init() {
	for t := range gobTypes {
		predeclared[t] = true
	}
}

// asLikeNew makes encoding/gob forget all types, so that ids and names are those of a fresh process.
func asLikeNew() {
	for t := range gobTypes {
		if !predeclared[t] {
			delete(gobTypes, t)
		}
	}
	clear(gobTypesByID[predeclaredN:])
	gobTypesByID = gobTypesByID[:predeclaredN]
	gobTypeInfos.Store(infosAtFirst)
}

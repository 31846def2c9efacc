//go:build !fresh

package main

// asLikeNew cannot make encoding/gob forget types in this build: see differ_fresh.go.
func asLikeNew() { fail("built without -tags fresh") }

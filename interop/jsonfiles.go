// What encoding/json does, for the tests of jsonstream: files in crates/jsonstream/tests/data.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
)

// The folder the files go to.
type jsonFiles string

func writeJSON(dir string) {
	must(os.MkdirAll(dir, 0o755))
	f := jsonFiles(dir)
	f.floats()
	f.stringsOut()
	f.stringsIn()
	f.valid()
	f.indent()
	f.documents()
	f.anything()
}

func (f jsonFiles) write(name string, lines func(printf func(string, ...any))) {
	var out bytes.Buffer
	lines(func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) })
	must(os.WriteFile(filepath.Join(string(f), name), out.Bytes(), 0o644))
}

func marshalJSON(v any, html bool) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(html)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return string(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
}

// Bits and text; single width has eight digits of bits.
func (f jsonFiles) floats() {
	r := rand.New(rand.NewSource(1))
	f.write("floats.go.txt", func(printf func(string, ...any)) {
		for i := 0; i < 3000; i++ {
			var f float64
			switch i % 3 {
			case 0:
				f = math.Float64frombits(r.Uint64())
			case 1:
				f = float64(r.Uint64()>>r.Intn(20)) / float64(int(1)<<r.Intn(20))
			default:
				f = float64(r.Intn(1<<30)) / 1000
			}
			if !math.IsNaN(f) && !math.IsInf(f, 0) {
				printf("%016x %s", math.Float64bits(f), marshalJSON(f, false))
			}
			if s := float32(f); !math.IsInf(float64(s), 0) && !math.IsNaN(f) {
				printf("%08x %s", math.Float32bits(s), marshalJSON(s, false))
			}
		}
	})
}

func randomText(r *rand.Rand) []byte {
	parts := []string{"a", "é", "日本", "😀", "<", ">", "&", "\u2028", "\u2029", "\"", "\\", "/", "\n", "\r", "\t", "\b", "\f", "\x00", "\x1f", "\x7f",
		"\u0085", "\xff", "\x80", "\xe2\x82", "\xed\xa0\x80", "\xf0\x9f\x98", "\xc0\x80", "\xf4\x90\x80\x80", "\ufffd", "\u202e", "plain text, long enough"}
	var out []byte
	for n := r.Intn(6); n > 0; n-- {
		out = append(out, parts[r.Intn(len(parts))]...)
	}
	return out
}

// Bytes of a Go string, what Marshal makes of it, and what an Encoder without HTML escapes does.
func (f jsonFiles) stringsOut() {
	r := rand.New(rand.NewSource(2))
	f.write("strings-out.go.txt", func(printf func(string, ...any)) {
		for i := 0; i < 1000; i++ {
			b := randomText(r)
			printf("%x %s %s", b, hex.EncodeToString([]byte(marshalJSON(string(b), true))), hex.EncodeToString([]byte(marshalJSON(string(b), false))))
		}
	})
}

// JSON text, and the string that Unmarshal makes of it, or a minus.
func (f jsonFiles) stringsIn() {
	r := rand.New(rand.NewSource(3))
	parts := []string{"a", "é", "\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\t", "\\u00e9", "\\uD83D\\uDE00", "\\ud83d", "\\ude00", "\\ud83d\\ud83d",
		"\xff", "\xe2\x82", "\xed\xa0\x80", "\\x", "\\u12", "\n", "\x01", "\x7f", "\\U0001f64f", "\\uDEADBEEF", "\\"}
	f.write("strings-in.go.txt", func(printf func(string, ...any)) {
		for i := 0; i < 1500; i++ {
			text := []byte{'"'}
			for n := r.Intn(5); n > 0; n-- {
				text = append(text, parts[r.Intn(len(parts))]...)
			}
			text = append(text, '"')
			var s string
			if err := json.Unmarshal(text, &s); err != nil {
				printf("%x -", text)
			} else {
				printf("%x =%x", text, s)
			}
		}
	})
}

// Text, and whether it is valid.
func (f jsonFiles) valid() {
	r := rand.New(rand.NewSource(4))
	tokens := []string{"[", "]", "{", "}", ",", ":", "1", "-0", "01", "1.", "1.5e+3", "1e", "true", "fals", "null", "\"a\"", "\"\\u00e9\"", "\"\\x\"", " ", "\n", "+1", ".5", "\x00", "\ufeff",
		"{\"a\":1}", "[1,2]", "\"a\":", "[[", "]]", "[1,", "1]"}
	f.write("valid.go.txt", func(printf func(string, ...any)) {
		for i := 0; i < 4000; i++ {
			var text []byte
			for n := r.Intn(6); n >= 0; n-- {
				text = append(text, tokens[r.Intn(len(tokens))]...)
			}
			printf("%x %v", text, json.Valid(text))
		}
	})
}

// Compact text, and the same with tabs.
func (f jsonFiles) indent() {
	texts := []string{`{}`, `[]`, `[[]]`, `{"a":{}}`, `[1,2]`, `{"a":[],"b":[1,{"c":null}]}`, `"x"`, `[[[1]],{"k":{"l":[true,false]}}]`, `[{},{}]`, `{"":""}`}
	f.write("indent.go.txt", func(printf func(string, ...any)) {
		for _, text := range texts {
			var out bytes.Buffer
			if err := json.Indent(&out, []byte(text), "", "\t"); err != nil {
				panic(err)
			}
			printf("%x %x", text, out.Bytes())
		}
	})
}

// A document of the usual kinds of fields. The type in tests/go_parity.rs is the same.
type jsonDoc struct {
	ID     int64              `json:"id"`
	Small  uint8              `json:"small"`
	Name   string             `json:"name"`
	Single float32            `json:"single"`
	Double float64            `json:"double"`
	Flag   bool               `json:"flag"`
	Tags   []string           `json:"tags"`
	Scores map[string]float64 `json:"scores"`
	Nested *jsonNested        `json:"nested"`
	Any    any                `json:"any"`
	Left   string             `json:"left,omitempty"`
	Html   string             `json:"<&>"`
}

type jsonNested struct {
	X    float64      `json:"x"`
	Next *jsonNested  `json:"next"`
	List []jsonNested `json:"list"`
}

// Texts of JSON that are right, or nearly.
type jsonTexts struct{ *rand.Rand }

func (r jsonTexts) pick(from ...string) string { return from[r.Intn(len(from))] }

func (r jsonTexts) text() string {
	var out strings.Builder
	for n := r.Intn(5); n > 0; n-- {
		out.WriteString(r.pick("a", "Zz", "é", "日本", "😀", "<", ">", "&", "\u2028", "\\u2029", "\\n", "\\\"", "\\\\", "/", "\\/", "\\u003c", "\\ud83d\\ude00", "\\ud83d", "\\udc00x",
			"\xff", "\xe2\x82", "\x7f", "\\u0000", "a plain text that is longer"))
	}
	return `"` + out.String() + `"`
}

func (r jsonTexts) number() string {
	switch r.Intn(8) {
	case 0:
		return r.pick("0", "-0", "1e2", "1E-7", "1e21", "1e20", "123456789012345678", "9223372036854775807", "-9223372036854775808", "0.1", "1.0", "255", "100e-2", "1e-400")
	case 1:
		return r.pick("9223372036854775808", "256", "-1", "1e400", "1e39", "18446744073709551616", "123456789012345678901234567890")
	case 2:
		return fmt.Sprint(r.NormFloat64())
	case 3:
		return fmt.Sprintf("%.3f", float64(r.Intn(1000000))/1000)
	default:
		return fmt.Sprint(r.Intn(200))
	}
}

func (r jsonTexts) blank() string { return r.pick("", "", "", " ", "\n\t", "\r ") }

func (r jsonTexts) list(n int, open, end string, one func() string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = r.blank() + one() + r.blank()
	}
	return open + strings.Join(parts, ",") + end
}

func (r jsonTexts) anything(depth int) string {
	kind := r.Intn(7)
	if depth == 0 {
		kind = r.Intn(5)
	}
	switch kind {
	case 0:
		return r.pick("null", "true", "false")
	case 1, 2:
		return r.text()
	case 3, 4:
		return r.number()
	case 5:
		return r.list(r.Intn(4), "[", "]", func() string { return r.anything(depth - 1) })
	}
	return r.list(r.Intn(4), "{", "}", func() string { return r.text() + ":" + r.anything(depth-1) })
}

func (r jsonTexts) nested(depth int) string {
	members := []string{`"x":` + r.number(), `"other":` + r.anything(1), `"next":null`}
	if depth > 0 {
		members = append(members, `"LIST":`+r.list(r.Intn(3), "[", "]", func() string { return r.nested(depth - 1) }), `"Next":`+r.nested(depth-1))
		members = append(members[:2], members[3:]...)
	}
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	i := 0
	return r.list(r.Intn(len(members)+1), "{", "}", func() string { i++; return members[i-1] })
}

// A value that the field takes, but for numbers out of range.
func (r jsonTexts) field(name string) string {
	if number := r.number(); name == "small" && number != "-0" { // Go has no -0 without a sign, jsonstream takes it for 0
		return number
	}
	switch name {
	case "small":
		return "7"
	case "id", "single", "double":
		return r.number()
	case "flag":
		return r.pick("true", "false")
	case "tags":
		return r.list(r.Intn(3), "[", "]", r.text)
	case "scores":
		return r.list(r.Intn(3), "{", "}", func() string { return r.text() + ":" + r.number() })
	case "nested":
		return r.nested(2)
	case "any":
		return r.anything(3)
	}
	return r.text()
}

// Names in any case; a few come twice, a few have null, the wrong type, or are not known. Of those that come twice Go reads
// each, into the same place: so none of them has null, another type or a number out of range, and none holds objects.
func (r jsonTexts) document() string {
	names := []string{"id", "small", "name", "single", "double", "flag", "tags", "scores", "nested", "any", "left", "<&>"}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:r.Intn(len(names)+1)]
	var members []string
	for _, name := range names {
		value := r.field(name)
		spelled := name
		switch r.Intn(12) {
		case 0:
			spelled = strings.ToUpper(name)
		case 1:
			spelled = strings.ToUpper(name[:1]) + name[1:]
		case 2:
			if name != "scores" && name != "nested" && name != "any" {
				first := r.field(name)
				if name == "id" || name == "small" || name == "single" {
					first = fmt.Sprint(r.Intn(100))
				}
				members = append(members, `"`+strings.ToUpper(name)+`":`+first)
			}
		case 3:
			value = "null"
		case 4:
			if r.Intn(4) == 0 && name != "nested" {
				value = r.anything(1)
			}
		case 5:
			members = append(members, `"unknown":`+r.anything(2))
		}
		members = append(members, `"`+spelled+`"`+r.blank()+":"+r.blank()+value)
	}
	i := 0
	return r.blank() + r.list(len(members), "{", "}", func() string { i++; return members[i-1] }) + r.blank()
}

// One of eight is cut, or has something behind it.
func (r jsonTexts) damaged(text string) string {
	switch r.Intn(16) {
	case 0:
		return text[:r.Intn(len(text)+1)]
	case 1:
		return text + r.pick("x", "{}", ",", "]")
	}
	return text
}

// What Marshal makes of what Unmarshal made of a text; a minus for an error.
func again[T any](text string) string {
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return "-"
	}
	out, err := json.Marshal(value)
	must(err)
	return fmt.Sprintf("%x", out)
}

func (f jsonFiles) documents() {
	r := jsonTexts{rand.New(rand.NewSource(5))}
	f.write("documents.go.txt", func(printf func(string, ...any)) {
		for range 600 {
			text := r.damaged(r.document())
			printf("%x %s", text, again[jsonDoc](text))
		}
	})
}

func (f jsonFiles) anything() {
	r := jsonTexts{rand.New(rand.NewSource(6))}
	f.write("anything.go.txt", func(printf func(string, ...any)) {
		for range 800 {
			text := r.damaged(r.blank() + r.anything(4) + r.blank())
			printf("%x %s", text, again[any](text))
		}
	})
}

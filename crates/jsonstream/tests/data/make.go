// Makes the files beside it: what Go's encoding/json does. go run make.go, with Go 1.27.3.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"os"
)

func main() {
	floats()
	stringsOut()
	stringsIn()
	valid()
	indent()
}

func write(name string, lines func(printf func(string, ...any))) {
	var out bytes.Buffer
	lines(func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) })
	if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
		panic(err)
	}
}

func marshal(v any, html bool) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(html)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return string(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
}

// Bits and text; single width has eight digits of bits.
func floats() {
	r := rand.New(rand.NewSource(1))
	write("floats.go.txt", func(printf func(string, ...any)) {
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
				printf("%016x %s", math.Float64bits(f), marshal(f, false))
			}
			if s := float32(f); !math.IsInf(float64(s), 0) && !math.IsNaN(f) {
				printf("%08x %s", math.Float32bits(s), marshal(s, false))
			}
		}
	})
}

func randomBytes(r *rand.Rand) []byte {
	parts := []string{"a", "é", "日本", "😀", "<", ">", "&", "\u2028", "\u2029", "\"", "\\", "/", "\n", "\r", "\t", "\b", "\f", "\x00", "\x1f", "\x7f",
		"\u0085", "\xff", "\x80", "\xe2\x82", "\xed\xa0\x80", "\xf0\x9f\x98", "\xc0\x80", "\xf4\x90\x80\x80", "\ufffd", "\u202e", "plain text, long enough"}
	var out []byte
	for n := r.Intn(6); n > 0; n-- {
		out = append(out, parts[r.Intn(len(parts))]...)
	}
	return out
}

// Bytes of a Go string, what Marshal makes of it, and what an Encoder without HTML escapes does.
func stringsOut() {
	r := rand.New(rand.NewSource(2))
	write("strings-out.go.txt", func(printf func(string, ...any)) {
		for i := 0; i < 1000; i++ {
			b := randomBytes(r)
			printf("%x %s %s", b, hex.EncodeToString([]byte(marshal(string(b), true))), hex.EncodeToString([]byte(marshal(string(b), false))))
		}
	})
}

// JSON text, and the string that Unmarshal makes of it, or a minus.
func stringsIn() {
	r := rand.New(rand.NewSource(3))
	parts := []string{"a", "é", "\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\t", "\\u00e9", "\\uD83D\\uDE00", "\\ud83d", "\\ude00", "\\ud83d\\ud83d",
		"\xff", "\xe2\x82", "\xed\xa0\x80", "\\x", "\\u12", "\n", "\x01", "\x7f", "\\U0001f64f", "\\uDEADBEEF", "\\"}
	write("strings-in.go.txt", func(printf func(string, ...any)) {
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
func valid() {
	r := rand.New(rand.NewSource(4))
	tokens := []string{"[", "]", "{", "}", ",", ":", "1", "-0", "01", "1.", "1.5e+3", "1e", "true", "fals", "null", "\"a\"", "\"\\u00e9\"", "\"\\x\"", " ", "\n", "+1", ".5", "\x00", "\ufeff",
		"{\"a\":1}", "[1,2]", "\"a\":", "[[", "]]", "[1,", "1]"}
	write("valid.go.txt", func(printf func(string, ...any)) {
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
func indent() {
	texts := []string{`{}`, `[]`, `[[]]`, `{"a":{}}`, `[1,2]`, `{"a":[],"b":[1,{"c":null}]}`, `"x"`, `[[[1]],{"k":{"l":[true,false]}}]`, `[{},{}]`, `{"":""}`}
	write("indent.go.txt", func(printf func(string, ...any)) {
		for _, text := range texts {
			var out bytes.Buffer
			if err := json.Indent(&out, []byte(text), "", "\t"); err != nil {
				panic(err)
			}
			printf("%x %x", text, out.Bytes())
		}
	})
}

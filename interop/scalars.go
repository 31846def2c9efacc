package main

import "math"

func init() {
	add("bool", "1.1 bool", "both bools at top level, the second without a definition", values(true, false))
	add("int-edges", "1.1 int", "signed numbers at every change of width",
		values(0, 1, -1, 3, 63, 64, -64, -65, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769,
			1<<23-1, 1<<23, math.MaxInt32, math.MinInt32, 1<<31, 1<<39, 1<<47, 1<<55,
			1<<53, 1<<53+1, -(1<<53+1), math.MaxInt64, math.MinInt64))
	add("int-kinds", "1.1 int", "every signed kind at its ends",
		values(int8(-128), int8(127), int16(-32768), int16(32767), int32(math.MinInt32), int32(math.MaxInt32),
			int64(math.MinInt64), int64(math.MaxInt64), 'ß'))
	add("uint-edges", "1.1 uint", "unsigned numbers at every change of width",
		values(uint(0), uint(1), uint(127), uint(128), uint(255), uint(256), uint(65535), uint(65536), uint(1<<24-1),
			uint(1<<24), uint(1<<32-1), uint(1<<32), uint(1<<40), uint(1<<48), uint(1<<56), uint(1<<63), uint(math.MaxUint64)))
	add("uint-kinds", "1.1 uint", "every unsigned kind at its end",
		values(uint8(255), uint16(65535), uint32(math.MaxUint32), uint64(math.MaxUint64), uintptr(1), byte(0)))
	add("uint-chain", "4.1 TestUintCodec", "the chain u = (u+1)*7, each with its complement", func(s *stream) {
		for u := uint64(0); u < 1<<60; u = (u + 1) * 7 {
			s.put(u)
			s.put(int64(u))
			s.put(-int64(u))
			s.put(^int64(u))
		}
	})
	add("float-edges", "1.1 float", "zeros, ends, smallest, infinities, not a number",
		values(0.0, math.Copysign(0, -1), 1.0, -1.0, 17.0, 0.1, 0.5, 1.5, 1e6, 1e20, 1e21, 123456789e15, 1e-6, 9.9e-7, 1e-9, 1e-10, 1e100, 1e-100,
			math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 2.2250738585072014e-308, 5e-324,
			1<<53, 1<<53+2, 0.30000000000000004, 100.0, 1.0e23, math.Pi, math.Inf(1), math.Inf(-1), math.NaN()))
	add("float32", "1.1 float", "float32 is widened before it is sent",
		values(float32(0.1), float32(1), float32(math.MaxFloat32), float32(math.SmallestNonzeroFloat32), float32(math.Inf(-1)), float32(16777216), float32(3.14)))
	add("float-nan-payload", "1.1 float", "a NaN with other bits is a NaN", values(math.Float64frombits(0x7ff8dead00000001), math.Float64frombits(0xfff0000000000001)))
	add("complex", "1.1 complex", "both parts, with zeros and infinities",
		values(1+0i, 0+0i, 3+4i, complex(0, math.Copysign(0, -1)), complex(math.Inf(1), math.NaN()), complex64(0.5-0.25i), complex64(0.1+0i)))
	add("string", "1.1 string", "text of all sorts",
		values("", "a", "hello", "Zoë", "日本語", "😀", "a\x00b", "quote\" back\\ slash/", "tab\tnl\ncr\rbs\bff\f", "\x01\x1f\x7f", "<b>&amp;\u2028\u2029", "\ufeffbom", "\ufffd"))
	add("string-not-utf8", "1.1 string", "bytes that are no UTF-8 become U+FFFD, one for each byte",
		values("\xff\xfeok", "ok\xe2\x82", "\xed\xa0\x80", "a\xc0\xafb", "\xf4\x90\x80\x80", "\x80", "€\xe2x"))
	add("string-length-edges", "1.1 string", "lengths where the count grows",
		values(textOfLength(127), textOfLength(128), textOfLength(255), textOfLength(256)))
	type Name string
	add("string-named", "1.1 string", "a named string type leaves no trace", values(Name("n")))
	add("bytes", "1.1 bytes", "byte strings", values([]byte{}, []byte(nil), []byte{0}, []byte("hello"), []byte{0xff, 0xfe}, []byte{1, 2, 3, 4}))
	add("bytes-named", "1.1 bytes", "any slice of an uint8 kind is a byte string", values(Blob{1, 2}, []Octet{3, 255}, Octets{0}))
	add("pointer-top", "1.6 top level; 4.2 TestTypeToPtrPtrPtrPtrType", "pointers are invisible at any depth", func(s *stream) {
		n := 7
		p := &n
		pp := &p
		ppp := &pp
		s.put(&n)
		s.put(ppp)
		t := "deep"
		q := &t
		s.put(&q)
	})
	add("top-zero", "1.6 top level", "zeros are sent at top level", values(false, 0, uint(0), 0.0, 0i, "", []byte(nil)))
	add("top-minus-zero", "1.6 top level", "-0 survives at top level and in slices", values(math.Copysign(0, -1), []float64{math.Copysign(0, -1), 0}))
	add("named-scalars", "1.1", "named scalar types, all with methods of their own",
		values(Weekday(3), Flag(true), Ratio(0.25), Code(7), Phase(1i)))
	add("many-scalars", "1.10 many messages", "values of changing types in one stream", values(1, "a", 2, uint(3), 4.0, []byte{5}, false, "b", -6, 7i))
}

type (
	Blob    []byte
	Octet   uint8
	Octets  []Octet
	Weekday int
	Flag    bool
	Ratio   float32
	Code    uint16
	Phase   complex64
)

func (d Weekday) String() string { return "day" }

// textOfLength is a text without repetition that a wrong offset would hide behind.
func textOfLength(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[(i+i/36)%36]
	}
	return string(b)
}

package main

import (
	"math"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"time"
)

// What other languages' types are in Go: each field or element stands for one of them.
func init() {
	zone := func(seconds int) *time.Location { return time.FixedZone("", seconds) }
	at := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

	add("time-instants", "2 time.Time", "in UTC, up to the ends of what calendars of four digits count", values([]time.Time{
		{}, time.Unix(0, 0).UTC(), time.Unix(-1, 1).UTC(), time.Unix(1, 999_999_999).UTC(), day,
		time.Unix(253402207200, 999_999_999).UTC(), time.Unix(-377705023201, 0).UTC()}))
	add("time-zoned", "2 time.Time", "offsets other than 0, some with seconds, some of more than a day", values([]time.Time{
		at, at.In(zone(3600)), at.In(zone(-12600)), at.In(zone(3601)), at.In(zone(-30)), at.In(zone(93540)), time.Unix(-1, 5).In(zone(-43200))}))
	add("duration-ends", "2 Duration", "the shortest and the longest, in a list and as fields", func(s *stream) {
		nanosecond := -time.Nanosecond
		s.put([]time.Duration{0, 1, -1, math.MaxInt64, math.MinInt64, -1500 * time.Millisecond})
		s.put(Spans{time.Minute, 0, &nanosecond})
	})
	add("rune", "1.1 int", "runes are 32-bit numbers", func(s *stream) {
		s.put([]rune{'a', 0, 'ß', '日', '\U0010ffff'})
		s.put(struct{ R, Z rune }{'é', 0})
	})
	add("set-bool", "1.2 map", "sets as maps of true", values(map[string]bool{"member": true}, map[int]bool{5: true}, map[string]bool{},
		Seen{map[string]bool{"x": true}, nil, &map[string]bool{}}, Seen{Codes: map[Code]bool{7: true}}))
	add("socket-address", "2 netip", "addresses with ports, one with a zone that is a number, none", values(
		[]netip.AddrPort{netip.MustParseAddrPort("10.0.4.1:80"), netip.MustParseAddrPort("[2001:db8::1]:65535"), netip.MustParseAddrPort("[fe80::1%3]:53")},
		Sockets{netip.MustParseAddrPort("127.0.0.1:8080"), netip.AddrPort{}, nil}, struct{ Peer netip.AddrPort }{netip.MustParseAddrPort("[::1]:1")}))
	add("ip-field", "2 net", "addresses of both kinds as fields", values(struct {
		V4, V6 net.IP
		All    []net.IP
	}{net.IP{10, 0, 4, 1}, net.ParseIP("2001:db8::1"), []net.IP{{127, 0, 0, 1}}}))
	add("big-uint", "2 big.Int", "integers that are not negative, as fields by value and by pointer", func(s *stream) {
		huge := new(big.Int).Lsh(big.NewInt(3), 200)
		s.put(&Bigs{*huge, big.NewInt(0), nil, []big.Int{{}, *big.NewInt(255), *big.NewInt(256)}})
		s.put(&Bigs{})
	})
	add("url-absolute", "2 url.URL", "URLs with a scheme, as fields by value and by pointer", func(s *stream) {
		u, err := url.Parse("https://user:pass@example.org:8443/a%2Fb?q=1&r=%C3%A9#frag")
		must(err)
		s.put(&Links{url.URL{Scheme: "mailto", Opaque: "a@example.org"}, u, nil})
	})
	add("complex-field", "1.1 complex", "complex numbers as fields and elements", values(
		struct {
			S, Z complex64
			D    complex128
			L    []complex128
		}{0.5 - 0.25i, 0, 1i, []complex128{0, complex(math.Inf(1), 2)}}))
	add("tuple", "1.2 struct", "what a tuple is: a struct of numbered fields", values(Tuple{7, "x"}, []Tuple{{}, {0, "y"}}))
	add("number-wrappers", "1.1", "numbers in fields, arrays and lists, none of them zero", values(Wrapped{200, -7, 65535, 9, []uint8{1, 255}, [2]int32{-1, 1}}))
	add("held-elsewhere", "1.2", "texts, lists and structs that a program keeps behind pointers of its own", values(
		Kept{"text", []uint16{1, 2}, Point{1, 2}, []string{"a", ""}, []byte{9}, map[string]Point{"k": {3, 4}}}, Kept{}))

	add("distinct-lists", "1.5 definitions", "lists of different elements are different types; a list met again is not", func(s *stream) {
		n, p := int32(1), Point{1, 2}
		s.put([]int32{1})
		s.put([]int64{1})
		s.put([]*int32{&n})
		s.put([]int32{2})
		s.put([]Point{p})
		s.put([]*Point{&p})
		s.put([]**int32{})
		s.put(&[]int64{3})
		s.put([]Point{{}, p})
	})
	add("distinct-types", "1.5 names; 1.5 generic", "types of one name, instances of one generic type, and a second name for a type", func(s *stream) {
		p := Point{3, 4}
		s.put(Point{1, 2})
		func() {
			type Point struct{ Lat, Lon float64 }
			s.put(Point{0.5, -0.5})
			s.put([]Point{{0, 1}})
		}()
		s.put(&p)
		s.put(Pair[int, int]{1, 2})
		s.put(Pair[int8, int]{3, 4})
		s.put(Twins{5, 6})
		s.put(Pair[*int8, int]{nil, 7})
		s.put(Pair[Point, Pair[int, int]]{p, Twins{8, 9}})
		s.put(Namesake{10, 11})
	})
}

type (
	Spans struct {
		D, Z time.Duration
		P    *time.Duration
	}
	Seen struct {
		Names map[string]bool
		Codes map[Code]bool
		P     *map[string]bool
	}
	Sockets struct {
		Peer, Zero netip.AddrPort
		P          *netip.AddrPort
	}
	Bigs struct {
		N      big.Int
		Z, Nil *big.Int
		L      []big.Int
	}
	Links struct {
		Link   url.URL
		P, Nil *url.URL
	}
	Tuple struct {
		F0 int
		F1 string
	}
	Wrapped struct {
		Byte  uint8
		Small int16
		Port  uint16
		Count uint
		Bytes []uint8
		Pair  [2]int32
	}
	Kept struct {
		Text  string
		List  []uint16
		Point Point
		Names []string
		Raw   []byte
		Map   map[string]Point
	}
	// Twins is a second name for a type, Namesake a type of its own.
	Twins    = Pair[int, int]
	Namesake Pair[int, int]
)

package main

import (
	"encoding/gob"
	"fmt"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A sample is a file of the manual's sessions. Offsets and bytes are quoted there, so samples are as fixed
// as vectors are.
type sample struct {
	file  string
	build func(*stream)
}

var samples = []sample{
	{"session.gob", sampleSession},
	{"login.gob", func(s *stream) { s.put(login(false)) }},
	{"admin.gob", func(s *stream) { s.put(login(true)) }},
	{"points.gob", samplePoints},
	{"damaged.gob", func(s *stream) {
		samplePoints(s)
		copy(s.gob.Bytes()[0x27:], "g\x0c\x00damag") // announces a message of 103 bytes: a string of 100
	}},
	{"tail.gob", func(s *stream) {
		samplePoints(s)
		s.gob.Next(0x1f) // the definition is gone
		s.gob.Truncate(3 * 8)
	}},
	{"mixed.gob", sampleMixed},
	{"chunks.gob", sampleChunks},
	{"list.gob", sampleList},
	{"v.gob", func(s *stream) {
		type V struct{ N int }
		s.put(V{1})
		s.gob.Write(join(uintBytes(1<<40), "junk"))
	}},
	{"deep.gob", func(s *stream) {
		var deep Rec
		for range 20_000 {
			deep = Rec{deep}
		}
		s.encode(deep)
	}},
	{"n.gob", func(s *stream) {
		type V struct {
			N  int
			Ns []int
			U  uint
		}
		s.put(V{300, []int{1, 70000, -1}, 1 << 40})
	}},
	{"maps.gob", func(s *stream) {
		s.gob.Write(join("GOB ", 0x14, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, make([]byte, 240)))
	}},
	{"cookie.bin", func(s *stream) {
		s.gob.Write(join(0x5c, 0x7f, 0x8b, noise(1, 126)))
	}},
	{"testload.gob", sampleTestload},
}

// Rec holds nothing but itself.
type Rec []Rec

type UserSession struct {
	Username string
	IsAdmin  bool
	Issued   time.Time
}

func login(admin bool) UserSession {
	return UserSession{"anonymous", admin, time.Date(2020, 12, 6, 14, 12, 42, 772205660, time.FixedZone("", 3600))}
}

func sampleSession(s *stream) {
	type record struct {
		Deadline time.Time
		Values   map[string]interface{}
	}
	at := time.Date(2026, 11, 30, 8, 15, 30, 123456789, time.UTC)
	gob.Register(at)
	s.inOrder("name", "token", "roles", "admin", "ratio", "since", "visits", "nothing", "userID")
	s.put(record{at.AddDate(0, 0, 1), map[string]interface{}{
		"name": "Zoë", "token": []byte{0, 1, 0xfe, 0xff}, "roles": []string{"a", "b"}, "admin": true, "ratio": 0.25,
		"since": at, "visits": uint64(math.MaxUint64), "nothing": nil, "userID": 1<<53 + 1,
	}})
}

func samplePoints(s *stream) {
	for _, n := range []int{1, 2, 3, 10, 11} {
		if n == 10 {
			s.again()
		}
		s.put(Point{n, -n})
	}
}

func sampleMixed(s *stream) {
	type Mixed struct {
		Nil   map[string]int
		Empty map[string]int
		At    map[Point]string
		F     []float64
		S     string
		N     *big.Int
		Any   any
		None  *Point
	}
	gob.Register(Point{})
	s.put(Mixed{
		Empty: map[string]int{}, At: map[Point]string{{1, 2}: "a"}, F: []float64{math.NaN(), math.Copysign(0, -1), 0.1},
		S: "\xffok", N: big.NewInt(-256), Any: Point{X: 3},
	})
}

type Chunk struct {
	Path string
	Vec  []float32
	Hits map[string]int
}

func sampleChunks(s *stream) {
	s.put(Chunk{"src/filea.go", []float32{0.5, -1, 0}, map[string]int{"n": 1}})
	s.put(Chunk{"src/fileb.go", []float32{0.5, -1, 1}, map[string]int{"n": 2}})
	s.put(Chunk{"src/filec.go", []float32{0.5, -1, 2}, map[string]int{"n": 3}})
	s.gob.Truncate(184) // one byte short of the third path
}

func sampleList(s *stream) {
	type Item struct{ A, B, C, D int64 }
	type L struct{ Items []Item }
	s.put(L{[]Item{{A: 1}}})
	s.gob.Write(message(intBytes(64), 1, uintBytes(2_000_000_000), 1, 4, 0, 0))
}

// sampleTestload is a cache of proxies with their expiration, keyed by address.
func sampleTestload(s *stream) {
	type Proxy struct {
		Port       string
		Expiration int64
	}
	s.inOrder("178.154.131.217", "52.0.92.129", "203.0.113.174", "192.0.2.187")
	s.put(map[string]Proxy{
		"178.154.131.217": {"60163", 1491858557105327754}, "52.0.92.129": {"60166", 1491858558119785299},
		"203.0.113.174": {"60134", 1491858550106502866}, "192.0.2.187": {"443(https)", 1491858550370225731},
	})
}

// noise is a fixed run of bytes without meaning.
func noise(seed uint32, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		seed = seed*1664525 + 1013904223
		b[i] = byte(seed >> 24)
	}
	return b
}

func writeSample(dir, file string) {
	for _, sm := range samples {
		if sm.file == file {
			s := vector{name: file, build: sm.build}.run()
			must(os.WriteFile(filepath.Join(dir, file), s.gob.Bytes(), 0o644))
		}
	}
}

func writeSamples(dir string) {
	must(os.MkdirAll(dir, 0o755))
	self, err := os.Executable()
	must(err)
	for _, sm := range samples {
		out, err := exec.Command(self, "-any-go", "sample", dir, sm.file).CombinedOutput()
		if err != nil {
			fail("%s: %v: %s", sm.file, err, strings.TrimSpace(string(out)))
		}
	}
	fmt.Printf("%d samples\n", len(samples))
}

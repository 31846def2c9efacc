package main

import (
	"encoding/gob"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"time"
)

// maker invents types and values. Its streams are for a search beyond the vectors: they are not kept.
type maker struct{ *rand.Rand }

var scalarTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](),
	reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[complex128](), reflect.TypeFor[string](), reflect.TypeFor[Key](), reflect.TypeFor[Weekday](),
}

var fixedTypes = []reflect.Type{
	reflect.TypeFor[[]byte](), reflect.TypeFor[any](), reflect.TypeFor[any](), reflect.TypeFor[time.Time](), reflect.TypeFor[*time.Time](), reflect.TypeFor[GobValue](), reflect.TypeFor[*GobPointer](), reflect.TypeFor[BinText](),
	reflect.TypeFor[*big.Int](), reflect.TypeFor[netip.Addr](), reflect.TypeFor[UUID](), reflect.TypeFor[Tree](), reflect.TypeFor[*Linked](), reflect.TypeFor[Rec](), reflect.TypeFor[Dir](), reflect.TypeFor[Point](), reflect.TypeFor[Line](),
	reflect.TypeFor[Letters](), reflect.TypeFor[Empty](), reflect.TypeFor[Hen](), reflect.TypeFor[Box](), reflect.TypeFor[Menu](),
}

func pick[T any](m maker, from []T) T { return from[m.IntN(len(from))] }

func (m maker) typ(depth int) reflect.Type {
	if depth <= 0 || m.IntN(4) == 0 {
		if m.IntN(2) == 0 {
			return pick(m, fixedTypes)
		}
		return pick(m, scalarTypes)
	}
	switch m.IntN(6) {
	case 0:
		return reflect.SliceOf(m.typ(depth - 1))
	case 1:
		return reflect.ArrayOf(m.IntN(4), m.typ(depth-1))
	case 2:
		return reflect.MapOf(m.key(depth-1), m.typ(depth-1))
	case 3:
		return reflect.PointerTo(m.typ(depth - 1))
	}
	return m.structure(depth, m.typ)
}

func (m maker) key(depth int) reflect.Type {
	switch {
	case depth > 0 && m.IntN(5) == 0:
		return m.structure(depth, m.key)
	case depth > 0 && m.IntN(5) == 0:
		return reflect.ArrayOf(1+m.IntN(3), m.key(depth-1))
	case m.IntN(8) == 0:
		return reflect.TypeFor[any]()
	case m.IntN(2) == 0:
		return reflect.TypeFor[string]()
	}
	return pick(m, scalarTypes)
}

func (m maker) structure(depth int, field func(int) reflect.Type) reflect.Type {
	fields := make([]reflect.StructField, 1+m.IntN(6))
	for i := range fields {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: field(depth - 1)}
	}
	return reflect.StructOf(fields)
}

// fill gives v a value. Elements behind pointers must not be nil, also in an array of zeros; fields may be.
func (m maker) fill(v reflect.Value, depth int, field bool) {
	t := v.Type()
	always := t.Kind() == reflect.Array || t.Kind() == reflect.Struct // sent whatever they hold
	if field && !always && (depth < 0 && t.Kind() == reflect.Pointer || m.IntN(4) == 0) {
		return
	}
	if t.Kind() == reflect.Pointer {
		v.Set(reflect.New(t.Elem()))
		m.fill(v.Elem(), depth-1, false)
		return
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(m.Int64N(1<<34)-1<<33, m.Int64N(1e9)).In(pick(m, []*time.Location{time.UTC, time.FixedZone("", (m.IntN(700)-350)*120)}))))
		return
	case reflect.TypeFor[big.Int]():
		v.Addr().Interface().(*big.Int).SetInt64(m.number())
		return
	case reflect.TypeFor[GobValue]():
		v.Set(reflect.ValueOf(GobValue{textOfLength(m.IntN(5)), byte(m.IntN(256))}))
		return
	case reflect.TypeFor[GobPointer]():
		v.Set(reflect.ValueOf(GobPointer{textOfLength(m.IntN(5)), byte(m.IntN(256))}))
		return
	case reflect.TypeFor[netip.Addr]():
		v.Set(reflect.ValueOf(netip.AddrFrom4([4]byte{byte(m.IntN(256)), 0, 2, byte(m.IntN(256))})))
		return
	}
	size := m.IntN(4)
	if depth < 0 {
		size = 0
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(m.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(m.number() << (64 - t.Bits()) >> (64 - t.Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(m.number()) << (64 - t.Bits()) >> (64 - t.Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(m.float())
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(m.float(), m.float()))
	case reflect.String:
		v.SetString(pick(m, []string{"", "a", "é\n", "\xff", "日本語", textOfLength(m.IntN(200))}))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, size, size))
		for i := range size {
			m.fill(v.Index(i), depth-1, false)
		}
	case reflect.Array:
		for i := range v.Len() {
			m.fill(v.Index(i), depth-1, false)
		}
	case reflect.Map: // one entry at most, so that its order is known
		v.Set(reflect.MakeMap(t))
		if size > 0 {
			key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			m.fill(key, 0, false)
			m.fill(elem, depth-1, false)
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				m.fill(v.Field(i), depth-1, true)
			}
		}
	case reflect.Interface:
		m.fillInterface(v, depth)
	}
}

func (m maker) fillInterface(v reflect.Value, depth int) {
	t := strip(m.typ(min(depth, 2)))
	if depth <= 0 {
		t = pick(m, scalarTypes[:13])
	}
	if t.Kind() == reflect.Interface || t == reflect.TypeFor[big.Int]() || t == reflect.TypeFor[GobPointer]() || m.IntN(5) == 0 {
		return // nil
	}
	held := reflect.New(t).Elem()
	m.fill(held, depth-1, false)
	gob.Register(held.Interface())
	v.Set(held)
}

func (m maker) number() int64 { return int64(m.Uint64() >> m.IntN(64)) }

func (m maker) float() float64 {
	return pick(m, []float64{0, math.Copysign(0, -1), 1, 0.1, -1e300, math.Inf(1), math.NaN(), float64(m.number()), m.NormFloat64(), math.Float64frombits(m.Uint64())})
}

// writeRandom invents count streams, all from one process, so that ids go up and up.
func writeRandom(dir string, seed, count uint64) {
	must(os.MkdirAll(dir, 0o755))
	names := newWireNames()
	for n := range count {
		m := maker{rand.New(rand.NewPCG(seed, n))}
		s := newStream()
		s.names, s.pic.names = names, names
		names.newEncoder()
		for range 1 + m.IntN(4) {
			v := reflect.New(m.typ(4))
			for v.Elem().Kind() == reflect.Pointer {
				v = reflect.New(v.Type().Elem().Elem())
			}
			m.fill(v.Elem(), 6, false)
			s.put(v.Interface())
		}
		name := filepath.Join(dir, fmt.Sprintf("r%d-%d", seed, n))
		must(os.WriteFile(name+".gob", s.gob.Bytes(), 0o644))
		must(os.WriteFile(name+".json", s.json.Bytes(), 0o644))
	}
	fmt.Printf("%d streams\n", count)
}

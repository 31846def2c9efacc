package main

import (
	"errors"
	"math/big"
	"net"
	"time"
)

func init() {
	g, gp, b, bp := GobValue{"v", 1}, GobPointer{"p", 2}, BinText("bin"), BinPointer{3}
	add("opaque-gob-value", "1.8 GobEncoder on a value", "at top level by value and by pointer", values(g, &g, GobValue{}))
	add("opaque-gob-value-pointer-first", "1.8; 1.5 quirk b", "sent by pointer first: no name and another id inside", values(&g, g))
	add("opaque-gob-pointer", "1.8 GobEncoder on a pointer", "only a pointer can be sent", values(&gp))
	add("opaque-binary-value", "1.8 BinaryMarshaler on a value", "a string kind that marshals itself", values(b, BinText("")))
	add("opaque-binary-pointer", "1.8 BinaryMarshaler on a pointer", "only a pointer can be sent", values(&bp))
	add("opaque-fields", "1.8; 4.3 TestGobEncoderField", "each kind as a field by value", values(&Opaques{g, gp, b, bp}, &Opaques{}))
	add("opaque-field-pointers", "1.8; 1.6 marshaler field", "each kind as a field by pointer: nil is not sent, a zero is", values(&OpaquePointers{&g, &gp, &b, &bp}, &OpaquePointers{&GobValue{}, &GobPointer{}, new(BinText), &BinPointer{}}, &OpaquePointers{}))
	add("opaque-field-deep", "1.8; 4.3 TestGobEncoderExtraIndirect", "through two and three pointers", func(s *stream) {
		pg, pb := &g, &bp
		ppg := &pg
		s.put(&OpaqueDeep{&pg, &pb, &ppg})
		s.put(&OpaqueDeep{})
		var none *GobValue
		s.put(&OpaqueDeep{G: &none})
	})
	add("opaque-zero-field", "1.6 marshaler field; #56864", "a field of zeros is left out and its method not asked; with the method on the pointer it is sent", values(&struct {
		Before int
		V      GobValue
		P      GobPointer
		After  int
	}{Before: 1, After: 2}))
	add("opaque-slice", "1.8; 1.5 names", "slices of opaque values keep the name", func(s *stream) { s.put([]GobValue{g, {}}); s.put(&[]GobPointer{gp, {}}) })
	add("opaque-slice-pointer", "1.8; 1.5 names", "slices of pointers to them have none", values([]*GobValue{&g}, []*GobPointer{&gp}, []*BinText{&b}))
	add("opaque-array", "1.8; 4.3 TestGobEncoderArrayField", "an array of opaque values has no name for them", values([2]GobValue{g, {}}))
	add("opaque-map", "1.8", "opaque values as elements and keys of maps: never an object", values(map[string]GobValue{"k": g}, map[BinText]int{"key": 1}, map[string]*GobPointer{"p": &gp}))
	add("opaque-kinds", "1.8; 4.3 TestGobEncoderValueEncoder", "opaque types of every kind below", values(OpaqueInt(7), OpaqueMap{"a": 1}, OpaqueSlice{1, 2}, OpaqueBytes("xy"), OpaqueArray{1, 2, 3}, OpaqueFloat(0.5)))
	add("opaque-array-8k", "4.3 TestGobEncoderValueField", "an opaque array of 8 KiB", func(s *stream) {
		var a OpaqueBig
		copy(a[:], noise(7, len(a)))
		s.put(&struct{ A OpaqueBig }{a})
	})
	add("opaque-both", "1.8 order", "GobEncoder wins over BinaryMarshaler", values(Both{5}))
	add("opaque-text-only", "1.8 text; case G20", "text methods mean nothing: the value travels by its kind", values(Conf{Level{2, "warn"}, map[string]Level{"db": {3, "err"}}}, TextID{1, 200}))
	add("opaque-embedded", "1.6 embedded; case G17", "an embedded marshaler takes over the whole struct", values(&Carrier{B: true, Tiny: Tiny{0xab, 9}}, &Fine{true, Tiny{0xab, 9}}))
	add("opaque-embedded-time", "1.6 embedded", "an embedded time takes over: X is lost", func(s *stream) {
		s.put(EmbeddedTime{day, 5})
	})
	add("opaque-empty", "1.2 opaque", "an empty payload", func(s *stream) {
		s.put(OpaqueBytes(""))
		s.put([]OpaqueBytes{"", "x"})
	})
	add("opaque-nil-element", "1.6 element", "a nil *big.Int in a slice sends an empty payload, and has no name", func(s *stream) {
		s.lossy = true // as zero
		s.put([]*big.Int{nil, big.NewInt(7)})
	})
	add("opaque-value-then-pointer", "1.5; 4.3 TestGobEncoderValueThenPointer", "T and *T in one struct: one definition, with T's name", values(struct {
		V GobValue
		P *GobValue
	}{g, &GobValue{"w", 2}}))
	add("opaque-value-then-pointer-top", "1.5 quirk b", "*T behind T, at top level: it is not defined, but takes an id", values(g, []bool{true}, &g, []int{1}, &g, []string{"s"}))
	add("opaque-pointer-then-value", "1.5 quirk b; 4.3 TestGobEncoderPointerThenValue", "*T and T in one struct: one definition, without a name", values(struct {
		P *GobValue
		V GobValue
	}{&g, GobValue{"w", 2}}))
	add("opaque-with-fields", "1.5 quirk a", "an opaque struct drags in definitions for its fields", values(Dragging{&Point{1, 2}, []Line{{}}, "p"}))
	add("opaque-encode-only", "1.8", "GobEncode without GobDecode: Go itself cannot read it back", func(s *stream) {
		s.flag("write-only")
		s.put(EncodeOnly{3})
		s.put([]EncodeOnly{{4}, {5}})
	})
	add("opaque-long", "1.2 opaque", "a payload of more than 255 bytes", values(OpaqueBytes(textOfLength(300))))
	add("opaque-misnamed", "2; 1.8", "types called as the well-known ones, with payloads that are not theirs", func(s *stream) {
		type Float struct{ OpaqueBytes }
		type Rat struct{ OpaqueBytes }
		type Addr struct{ BinText }
		type Prefix struct{ BinText }
		s.put([]Time{{"no time"}, {"\x01234567890123"}})
		s.put([]Int{{"\x07\x01"}, {"?"}})
		s.put(Float{"f"})
		s.put(Rat{"\x02\x00\x00\x00\x09\x01"})
		s.put(Addr{"abc"})
		s.put(Prefix{"\x01\x02"})
	})
	add("opaque-uuid-length", "2 uuid", "a UUID of another length is plain bytes", values(UUIDBytes("123456789012345").named(), UUIDBytes("12345678901234567").named()))
	add("opaque-net-ip", "4.3 TestNetIP", "net.IP has text methods only: byte strings", values(net.IP{10, 0, 4, 1}, net.ParseIP("2001:db8::1"), net.IPMask{255, 0, 0, 0}, net.HardwareAddr{1, 2, 3, 4, 5, 6}))
	add("opaque-deep-types", "1.8; 1.5", "opaque values under several composites", values(
		struct{ A []map[string][1]GobValue }{[]map[string][1]GobValue{{"k": {g}}}},
		struct{ T map[string][]time.Time }{map[string][]time.Time{"t": {day, {}}}},
	))
}

// The types below marshal in every way that gob knows.
type GobValue struct {
	S string
	N byte
}

func (v GobValue) GobEncode() ([]byte, error) { return join(int(v.N), v.S), nil }
func (v *GobValue) GobDecode(b []byte) error {
	if len(b) == 0 {
		return errors.New("empty")
	}
	v.N, v.S = b[0], string(b[1:])
	return nil
}

type GobPointer struct {
	S string
	N byte
}

func (v *GobPointer) GobEncode() ([]byte, error) { return join(int(v.N), v.S), nil }
func (v *GobPointer) GobDecode(b []byte) error   { return (*GobValue)(v).GobDecode(b) }

type BinText string

func (v BinText) MarshalBinary() ([]byte, error) { return []byte(v), nil }
func (v *BinText) UnmarshalBinary(b []byte) error {
	*v = BinText(b)
	return nil
}

type BinPointer struct{ N byte }

func (v *BinPointer) MarshalBinary() ([]byte, error) { return []byte{v.N, v.N}, nil }
func (v *BinPointer) UnmarshalBinary(b []byte) error {
	v.N = b[0]
	return nil
}

type (
	Opaques struct {
		G  GobValue
		GP GobPointer
		B  BinText
		BP BinPointer
	}
	OpaquePointers struct {
		G  *GobValue
		GP *GobPointer
		B  *BinText
		BP *BinPointer
	}
	OpaqueDeep struct {
		G  **GobValue
		BP **BinPointer
		G3 ***GobValue
	}
)

type OpaqueBytes string

func (v OpaqueBytes) GobEncode() ([]byte, error) { return []byte(v), nil }
func (v *OpaqueBytes) GobDecode(b []byte) error {
	*v = OpaqueBytes(b)
	return nil
}

type OpaqueInt int

func (v OpaqueInt) MarshalBinary() ([]byte, error) { return []byte{byte(v)}, nil }
func (v *OpaqueInt) UnmarshalBinary(b []byte) error {
	*v = OpaqueInt(b[0])
	return nil
}

type OpaqueFloat float64

func (v OpaqueFloat) GobEncode() ([]byte, error) { return floatBytes(float64(v)), nil }
func (v *OpaqueFloat) GobDecode(b []byte) error {
	*v = 0.5
	return nil
}

type OpaqueMap map[string]int

func (v OpaqueMap) GobEncode() ([]byte, error) { return []byte{byte(len(v))}, nil }
func (v *OpaqueMap) GobDecode(b []byte) error {
	*v = OpaqueMap{"a": 1}
	return nil
}

type OpaqueSlice []int

func (v OpaqueSlice) MarshalBinary() ([]byte, error) { return []byte{byte(len(v)), 0xff}, nil }
func (v *OpaqueSlice) UnmarshalBinary(b []byte) error {
	*v = make(OpaqueSlice, b[0])
	return nil
}

type OpaqueArray [3]byte

func (v OpaqueArray) GobEncode() ([]byte, error) { return v[:], nil }
func (v *OpaqueArray) GobDecode(b []byte) error {
	copy(v[:], b)
	return nil
}

type OpaqueBig [8192]byte

func (v *OpaqueBig) GobEncode() ([]byte, error) { return v[:], nil }
func (v *OpaqueBig) GobDecode(b []byte) error {
	copy(v[:], b)
	return nil
}

type Both struct{ N byte }

func (v Both) GobEncode() ([]byte, error)     { return []byte{'g', v.N}, nil }
func (v Both) MarshalBinary() ([]byte, error) { return []byte{'b', v.N}, nil }
func (v *Both) GobDecode(b []byte) error {
	v.N = b[1]
	return nil
}

type Level struct {
	Rank int
	Name string
}

func (l Level) MarshalText() ([]byte, error)  { return []byte("TEXT"), nil }
func (l *Level) UnmarshalText(b []byte) error { return errors.New("not for gob") }

type Conf struct {
	L Level
	M map[string]Level
}

type TextID [2]byte

func (TextID) MarshalText() ([]byte, error) { return []byte("TEXT"), nil }

type Tiny struct{ A, B byte }

func (t *Tiny) GobEncode() ([]byte, error) { return []byte{t.A, t.B}, nil }
func (t *Tiny) GobDecode(b []byte) error {
	t.A, t.B = b[0], b[1]
	return nil
}

type Carrier struct {
	B bool
	Tiny
}

type Fine struct {
	B bool
	T Tiny
}

type EmbeddedTime struct {
	time.Time
	X int
}

type Dragging struct {
	P    *Point
	L    []Line
	Text string
}

func (d Dragging) MarshalBinary() ([]byte, error) { return []byte(d.Text), nil }
func (d *Dragging) UnmarshalBinary(b []byte) error {
	d.Text = string(b)
	return nil
}

type EncodeOnly struct{ N byte }

func (v EncodeOnly) GobEncode() ([]byte, error)      { return []byte{v.N}, nil }
func (v *EncodeOnly) UnmarshalBinary(b []byte) error { return nil }

type (
	Time struct{ OpaqueBytes }
	Int  struct{ OpaqueBytes }
)

type UUIDBytes string

func (v UUIDBytes) named() any {
	type UUID struct{ BinText }
	return UUID{BinText(v)}
}

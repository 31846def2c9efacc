package main

import (
	"crypto/x509"
	"database/sql"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"log/slog"
	"math"
	"math/big"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"reflect"
	"time"
	"uuid"
)

func init() {
	zone := func(seconds int) *time.Location { return time.FixedZone("", seconds) }
	at := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

	add("time-utc", "2 time.Time", "zero, epoch, before the epoch, each step of the fraction", values([]time.Time{
		{}, time.Unix(0, 0).UTC(), time.Date(1969, 7, 20, 20, 17, 40, 0, time.UTC), time.Date(2000, 1, 1, 0, 0, 0, 1, time.UTC),
		time.Date(2000, 1, 1, 0, 0, 0, 999_999_999, time.UTC), time.Date(2000, 2, 29, 23, 59, 59, 120_000_000, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC), time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2100, 2, 28, 1, 2, 3, 4000, time.UTC)}))
	add("time-offsets", "2 time.Time", "offsets of whole minutes; one of 0 that is not UTC", values([]time.Time{
		at.In(zone(3600)), at.In(zone(-3600)), at.In(zone(19800)), at.In(zone(-12600)), at.In(zone(-43200)), at.In(zone(50400)), at.In(zone(0)), at.In(zone(86340)), at.In(zone(-86340)), at.In(zone(-120))}))
	add("time-v2", "2 time.Time v2", "offsets with seconds: RFC 3339 cannot say them", values([]time.Time{
		at.In(zone(3601)), at.In(zone(-3601)), at.In(zone(1)), at.In(zone(-30)), at.In(zone(1172)), at.In(zone(-17762))}))
	add("time-years", "2 time.Time", "years that RFC 3339 cannot say, and those at its ends", values([]time.Time{
		time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-1, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(-4712, 1, 1, 12, 0, 0, 0, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(292277, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(9999, 12, 31, 23, 30, 0, 0, time.UTC).In(zone(3600)), time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC).In(zone(-3600))}))
	add("time-offset-day", "2 time.Time", "offsets of a day and more: RFC 3339 cannot say them", values([]time.Time{at.In(zone(86400)), at.In(zone(-90000)), at.In(zone(32767 * 60))}))
	add("time-negative-seconds", "2 time.Time", "seconds below zero: before the year 1", values(time.Date(0, 12, 31, 23, 59, 59, 5, time.UTC), time.Date(0, 3, 1, 0, 0, 0, 0, zone(-3600))))
	add("time-top", "2 time.Time; 1.5 quirk b", "by value, then by pointer", values(day, &day, time.Time{}))
	add("time-pointer-top", "2 time.Time; 1.5 quirk b", "by pointer first: no name, told by its form", values(&day, day))
	add("time-field", "2 time.Time; 1.6 marshaler field", "zero times are not sent in a field, those behind a pointer are", values(
		Times{A: day, P: &day}, Times{}, Times{P: &time.Time{}}, Times{A: time.Time{}.In(zone(3600)), L: []time.Time{{}}}))
	add("time-map", "2 time.Time; 1.5 names", "times in a map have no name, told by their form", values(map[string]time.Time{"t": day}, map[time.Time]string{day: "now"}, [1]time.Time{at}))
	add("duration", "2 Duration, Month, Weekday", "numbers all", values(5*time.Nanosecond, 90*time.Second, -time.Hour, time.November, time.Sunday, struct {
		D time.Duration
		M time.Month
	}{time.Millisecond, 2}))

	huge, _ := new(big.Int).SetString("123456789012345678901234567890123456789012345678901234567890", 10)
	add("big-int", "2 big.Int", "zero, negative, at word borders, long", func(s *stream) {
		for _, x := range []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(-1), big.NewInt(-256), new(big.Int).SetUint64(math.MaxUint64), new(big.Int).Lsh(big.NewInt(1), 64), new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 128)), huge} {
			s.put(&BigInt{*x})
		}
	})
	add("big-int-slice", "2 big.Int", "by value in a slice: with its name", func(s *stream) { s.put(&[]big.Int{*big.NewInt(7), *huge, {}, *big.NewInt(-10)}) })
	add("big-int-pointer", "2 big.Int; 1.5 quirk b", "by pointer: no name, so plain bytes", values(big.NewInt(7), []*big.Int{big.NewInt(-1)}, map[string]*big.Int{"n": huge}))
	add("big-int-field-pointer", "2 big.Int; 1.5 quirk b", "a field by pointer", values(struct{ N, Z, Nil *big.Int }{big.NewInt(-256), new(big.Int), nil}))
	add("big-int-1000", "2 big.Int", "a number of 1000 digits", func(s *stream) {
		s.put(&BigInt{*new(big.Int).Exp(big.NewInt(10), big.NewInt(999), nil)})
		s.put(&BigInt{*new(big.Int).Sub(new(big.Int).Exp(big.NewInt(10), big.NewInt(1000), nil), big.NewInt(1))})
	})
	add("big-rat", "2 big.Rat", "fractions; whole ones are over 1", func(s *stream) {
		for _, x := range []*big.Rat{big.NewRat(1, 2), big.NewRat(-3, 4), new(big.Rat), big.NewRat(5, 1), big.NewRat(-5, 1), new(big.Rat).SetFrac(huge, big.NewInt(7))} {
			s.put(&BigRat{*x})
		}
	})
	add("big-float", "2 big.Float", "the shortest text that gives the same number", func(s *stream) {
		for _, x := range []*big.Float{big.NewFloat(1), big.NewFloat(-1.5), big.NewFloat(0), new(big.Float).Neg(big.NewFloat(0)), new(big.Float).SetInf(true), new(big.Float).SetInf(false), new(big.Float),
			big.NewFloat(0.1), big.NewFloat(1e100), big.NewFloat(1e-7), big.NewFloat(123456), big.NewFloat(1234567), big.NewFloat(1e6), big.NewFloat(math.MaxFloat64), big.NewFloat(100)} {
			s.put(&BigFloat{*x})
		}
	})
	add("big-float-precision", "2 big.Float", "other precisions and rounding modes", func(s *stream) {
		for _, prec := range []uint{1, 8, 24, 64, 65, 200} {
			third := new(big.Float).SetPrec(prec).Quo(big.NewFloat(1), big.NewFloat(3))
			s.put(&BigFloat{*third})
			s.put(&BigFloat{*new(big.Float).SetPrec(prec).SetMode(big.ToZero).SetInt(huge)})
			s.put(&BigFloat{*new(big.Float).SetPrec(prec).SetMode(big.AwayFromZero).SetMantExp(third, -700)})
		}
	})
	add("netip", "2 netip", "addresses, ports and prefixes", values(
		Net{netip.MustParseAddr("192.0.2.7"), netip.MustParseAddr("2001:db8::1"), netip.MustParseAddrPort("192.0.2.7:80"), netip.MustParsePrefix("10.0.0.0/8")},
		Net{netip.MustParseAddr("fe80::1%eth0"), netip.MustParseAddr("::ffff:1.2.3.4"), netip.MustParseAddrPort("[2001:db8::1]:65535"), netip.MustParsePrefix("2001:db8::/32")},
		Net{netip.MustParseAddr("::"), netip.MustParseAddr("0.0.0.0"), netip.MustParseAddrPort("[fe80::1%en1]:1"), netip.MustParsePrefix("0.0.0.0/0")}, Net{}))
	add("netip-zero", "2 netip", "the zero of each at top level is no address, so plain bytes", values(netip.Addr{}, netip.AddrPort{}, netip.Prefix{}, []netip.Addr{{}, netip.IPv6Unspecified()}))
	add("netip-pointer", "2 netip; 1.5 quirk b", "behind pointers they are plain bytes", func(s *stream) {
		a, p := netip.MustParseAddr("192.0.2.7"), netip.MustParsePrefix("10.0.0.0/8")
		s.put(struct {
			A *netip.Addr
			P *netip.Prefix
		}{&a, &p})
	})
	link, _ := url.Parse("https://user:pass@example.org:8443/a%2Fb?q=1&r=%C3%A9#frag")
	plainLink, _ := url.Parse("mailto:a@example.org")
	add("url", "2 url.URL; 1.5 quirk a", "by value in a slice: with its name; drags in Userinfo", func(s *stream) {
		s.put(&[]url.URL{*link, {}, *plainLink})
	})
	add("url-pointer", "2 url.URL; case G19", "by pointer: no name, so plain bytes", values(struct{ Link *url.URL }{link}, link))
	add("net-structs", "2 net", "IPNet and addresses travel by their kind", values(
		net.IPNet{IP: net.IP{10, 0, 0, 0}, Mask: net.CIDRMask(8, 32)}, net.TCPAddr{IP: net.IP{127, 0, 0, 1}, Port: 80}, net.UDPAddr{IP: net.ParseIP("fe80::1"), Port: 53, Zone: "eth0"}))
	add("url-values", "2 url.Values, http.Header", "maps of string lists", values(url.Values{"q": {"a", "b"}}, http.Header{"Vary": {"Accept"}}))
	add("uuid-std", "2 std uuid", "the standard library's UUID has text methods only: sixteen numbers", values(uuid.MustParse("01ff02fe-0380-4102-8304-000000000000")))
	u := googleUUID()
	add("uuid", "2 google/uuid", "sixteen bytes of a marshaler called UUID", values(u, struct {
		ID  any
		Nil any
	}{nil, nil}))
	add("uuid-field", "2 google/uuid", "as a field, all zero, in a slice, and without a name", values(UUIDs(u, &u)))
	add("uuid-gobencoder", "2 uuid", "a UUID that is a GobEncoder", values(gobUUID()))
	add("decimal", "2 shopspring/decimal", "exponent and digits; no zeros at the end of a fraction", func(s *stream) {
		s.lossy = true
		for _, d := range []Decimal{dec(123, -2), dec(-5, -3), dec(0, 0), dec(12, 3), dec(120, -2), dec(7, 0), dec(-1, -10), dec(0, -2), {huge, -30}} {
			s.put(d)
		}
	})
	add("decimal-nil", "2 shopspring/decimal", "a decimal without a value sends four bytes", func(s *stream) {
		s.lossy = true
		s.put(Decimal{nil, 5})
	})
	add("decimal-field", "2 shopspring/decimal", "as fields by value, by pointer and in a slice", func(s *stream) {
		s.lossy = true
		p := dec(99, -1)
		s.put(Price{dec(1990, -2), &p, []Decimal{dec(1, 0)}})
		s.put(Price{})
	})
	add("decimal-misnamed", "2 govalues/decimal", "a Decimal that is a BinaryMarshaler is another one: plain bytes", func(s *stream) {
		type Decimal struct{ BinText }
		s.put(Decimal{"1.23"})
	})
	add("uuid-like", "2 NullUUID, ulid, ksuid, xid", "identifiers of other makes: plain bytes, or numbers", func(s *stream) {
		type NullUUID struct{ BinText }
		type ULID struct{ BinText }
		type KSUID struct{ BinText }
		type ID [12]byte
		s.put([]NullUUID{{""}, {BinText(noise(20, 16))}})
		s.put(ULID{BinText(noise(21, 16))})
		s.put(KSUID{BinText(noise(22, 20))})
		s.put(ID(noise(23, 12)))
	})
	add("opaque-standard", "2 x509.OID, rand", "states and identifiers of the standard library: plain bytes", func(s *stream) {
		oid, err := x509.ParseOID("1.2.3")
		must(err)
		s.put(struct{ ID x509.OID }{oid})
		s.put(&struct{ R rand.PCG }{*rand.NewPCG(1, 2)})
		s.put(rand.NewChaCha8([32]byte{1}))
	})
	add("sql-null", "2 sql.Null", "structs of a value and Valid", values(sql.NullString{String: "x", Valid: true}, sql.NullInt64{}, sql.NullBool{Valid: true}, sql.NullTime{Time: day, Valid: true}, sql.NullTime{}, sql.NullFloat64{Float64: 0.5, Valid: true}, sql.Null[string]{V: "g", Valid: true}))
	add("apd", "2 apd Decimal", "a struct with a big.Int in it", func(s *stream) {
		s.put(&Apd{0, true, -2, *big.NewInt(123)})
		s.put(&Apd{Form: 2})
	})
	add("json-kinds", "2 json", "json.Number and json.RawMessage by their kind", values(json.Number("1.50"), struct{ R json.RawMessage }{json.RawMessage(`{"a":1}`)}))
	add("log-kinds", "2 K kinds", "levels and kinds are numbers", values(slog.LevelWarn, reflect.Struct))
	add("named-standard", "case G50", "named standard types in one struct", values(Cached{90 * time.Second, time.November, net.IP{10, 0, 0, 1}, http.Header{"Vary": {"A", "B"}}, json.RawMessage(`[1]`), 2, []Weekday{0, 1}, net.HardwareAddr{1, 2, 3, 4, 5, 6}}))
	add("known-in-interfaces", "2; 1.7", "well-known types in interfaces, by value", func(s *stream) {
		for _, k := range []any{time.Time{}, netip.Addr{}, time.Duration(0), u, Decimal{}, sql.NullString{}} {
			gob.Register(k)
		}
		s.lossy = true
		s.put([]any{day, netip.MustParseAddr("::1"), 5 * time.Second, u, dec(5, -1), sql.NullString{String: "n", Valid: true}})
	})
}

// The methods of big numbers are on the pointer, so that a pointer must be sent; in a struct they keep their
// name all the same.
type (
	BigInt   struct{ N big.Int }
	BigRat   struct{ N big.Rat }
	BigFloat struct{ N big.Float }
	Times    struct {
		A time.Time
		P *time.Time
		L []time.Time
		N int
	}
	Net struct {
		V4, V6 netip.Addr
		Port   netip.AddrPort
		Prefix netip.Prefix
	}
	Apd struct {
		Form     int
		Negative bool
		Exponent int32
		Coeff    big.Int
	}
	Cached struct {
		TTL    time.Duration
		Month  time.Month
		IP     net.IP
		Header http.Header
		Raw    json.RawMessage
		State  Weekday
		States []Weekday
		MAC    net.HardwareAddr
	}
	Price struct {
		Now Decimal
		Was *Decimal
		All []Decimal
	}
)

// UUID is laid out and marshals as github.com/google/uuid does.
type UUID [16]byte

func (u UUID) MarshalBinary() ([]byte, error) { return u[:], nil }
func (u *UUID) UnmarshalBinary(b []byte) error {
	copy(u[:], b)
	return nil
}

func googleUUID() UUID { return UUID(noise(3, 16)) }

func UUIDs(u UUID, p *UUID) any {
	return struct {
		ID, Zero UUID
		List     []UUID
		Pointer  *UUID
	}{u, UUID{}, []UUID{u, {}}, p}
}

func gobUUID() any {
	type UUID struct{ OpaqueArray16 }
	return UUID{OpaqueArray16(noise(4, 16))}
}

type OpaqueArray16 [16]byte

func (v OpaqueArray16) GobEncode() ([]byte, error) { return v[:], nil }
func (v *OpaqueArray16) GobDecode(b []byte) error {
	copy(v[:], b)
	return nil
}

// Decimal is laid out and marshals as github.com/shopspring/decimal does.
type Decimal struct {
	value *big.Int
	exp   int32
}

func dec(value int64, exp int32) Decimal { return Decimal{big.NewInt(value), exp} }

func (d Decimal) GobEncode() ([]byte, error) {
	b := binary.BigEndian.AppendUint32(nil, uint32(d.exp))
	if d.value == nil {
		return b, nil
	}
	v, err := d.value.GobEncode()
	return append(b, v...), err
}

func (d *Decimal) GobDecode(b []byte) error {
	d.exp, d.value = int32(binary.BigEndian.Uint32(b)), new(big.Int)
	return d.value.GobDecode(b[4:])
}

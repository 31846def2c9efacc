package main

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// knownText is the text of a payload whose kind is sure, as the type has it in JSON: the name must fit, and
// the bytes must be those that Go writes. A type that was sent through a pointer has no name; of those only
// times are recognised, whose form is strict enough.
func knownText(kind opacity, name string, data []byte) (text string, ok bool) {
	type known interface {
		gob.GobEncoder
		gob.GobDecoder
		fmt.Stringer
	}
	numbers := map[string]known{"Int": new(big.Int), "Rat": new(big.Rat), "Float": new(bigFloat)}
	switch {
	case name == "UUID" && len(data) == 16:
		return fmt.Sprintf("%x-%x-%x-%x-%x", data[:4], data[4:6], data[6:8], data[8:10], data[10:]), true
	case kind == gobEncoder && name == "Time":
		return timeText(data, 0)
	case kind == gobEncoder && name == "":
		return timeText(data, 1)
	case kind == gobEncoder && name == "Decimal":
		return decimalText(data)
	case kind == gobEncoder && numbers[name] != nil:
		x := numbers[name]
		if x.GobDecode(data) != nil {
			return "", false
		}
		again, err := x.GobEncode()
		return strings.TrimSuffix(x.String(), "/1"), err == nil && bytes.Equal(again, data)
	case kind == binaryMarshaler && name == "Addr":
		var x netip.Addr
		err := x.UnmarshalBinary(data)
		return addressText(x, err == nil && x == netip.Addr{}, err == nil && x.IsValid())
	case kind == binaryMarshaler && name == "AddrPort":
		var x netip.AddrPort
		err := x.UnmarshalBinary(data)
		return addressText(x, err == nil && x == netip.AddrPort{}, err == nil && x.IsValid())
	case kind == binaryMarshaler && name == "Prefix":
		var x netip.Prefix
		err := x.UnmarshalBinary(data)
		return addressText(x, err == nil && x == netip.Prefix{}, err == nil && x.IsValid())
	case kind == binaryMarshaler && name == "URL":
		return string(data), utf8.Valid(data) && !strings.ContainsFunc(string(data), unicode.IsControl)
	}
	return "", false
}

// addressText is that of a valid address, and nothing for the zero of its type.
func addressText(x fmt.Stringer, zero, valid bool) (string, bool) {
	if zero {
		return "", true
	}
	return x.String(), valid
}

// bigFloat has the text with all its digits.
type bigFloat struct{ big.Float }

func (x *bigFloat) String() string { return x.Text('g', -1) }

// timeText is RFC 3339, if it can say the time: no offset with seconds or of a day and more, and a year of
// four digits.
func timeText(data []byte, firstYear int) (string, bool) {
	if len(data) != 15 && len(data) != 16 || int(data[0]) != len(data)-14 {
		return "", false
	}
	if binary.BigEndian.Uint32(data[9:]) > 999_999_999 {
		return "", false
	}
	var t time.Time
	if t.UnmarshalBinary(data) != nil {
		return "", false
	}
	_, offset := t.Zone()
	if y := t.Year(); y < firstYear || y > 9999 || offset%60 != 0 || offset <= -86400 || offset >= 86400 {
		return "", false
	}
	return t.Format(time.RFC3339Nano), true
}

// decimalText shows value * 10^exponent without an exponent and without zeros at the end of the fraction.
func decimalText(data []byte) (string, bool) {
	var x big.Int
	if len(data) < 4 || x.GobDecode(data[4:]) != nil {
		return "", false
	}
	exp := int(int32(binary.BigEndian.Uint32(data)))
	digits := new(big.Int).Abs(&x).String()
	switch {
	case x.Sign() == 0:
		return "0", true
	case exp >= 0:
		digits += strings.Repeat("0", exp)
	default:
		if pad := 1 - exp - len(digits); pad > 0 {
			digits = strings.Repeat("0", pad) + digits
		}
		digits = digits[:len(digits)+exp] + "." + digits[len(digits)+exp:]
		digits = strings.TrimSuffix(strings.TrimRight(digits, "0"), ".")
	}
	if x.Sign() < 0 {
		digits = "-" + digits
	}
	return digits, true
}

package main

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"time"
	"unicode/utf8"
)

// knownText is the text of a payload whose kind is sure: the name must fit, and the bytes too. A type that
// was sent through a pointer has no name; of those only times are recognised, whose form is strict enough.
func knownText(kind opacity, name string, data []byte) (text string, ok bool) {
	var err error
	switch {
	case name == "UUID" && len(data) == 16:
		return fmt.Sprintf("%x-%x-%x-%x-%x", data[:4], data[4:6], data[6:8], data[8:10], data[10:]), true
	case kind == gobEncoder && (name == "Time" || name == ""):
		return timeText(data)
	case kind == gobEncoder && name == "Decimal":
		return decimalText(data)
	case kind == gobEncoder && name == "Int":
		var x big.Int
		err = x.GobDecode(data)
		text = x.String()
	case kind == gobEncoder && name == "Rat":
		var x big.Rat
		err = x.GobDecode(data)
		text = x.RatString()
	case kind == gobEncoder && name == "Float":
		var x big.Float
		err = x.GobDecode(data)
		text = x.Text('g', -1)
	case kind == binaryMarshaler && name == "Addr":
		var x netip.Addr
		err = x.UnmarshalBinary(data)
		text = textOf(x)
	case kind == binaryMarshaler && name == "AddrPort":
		var x netip.AddrPort
		err = x.UnmarshalBinary(data)
		text = textOf(x)
	case kind == binaryMarshaler && name == "Prefix":
		var x netip.Prefix
		err = x.UnmarshalBinary(data)
		text = textOf(x)
	case kind == binaryMarshaler && name == "URL":
		return string(data), utf8.Valid(data)
	default:
		return "", false
	}
	return text, err == nil
}

// textOf is what encoding/json would print: the zero address is the empty text.
func textOf(m interface{ MarshalText() ([]byte, error) }) string {
	text, err := m.MarshalText()
	must(err)
	return string(text)
}

// timeText is RFC 3339, if it can say the time: no offset with seconds or of a day and more, and a year of
// four digits.
func timeText(data []byte) (string, bool) {
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
	if y := t.Year(); y < 0 || y > 9999 || offset%60 != 0 || offset <= -86400 || offset >= 86400 {
		return "", false
	}
	return t.Format(time.RFC3339Nano), true
}

// decimalText shows value * 10^exponent with the digits that were stored: 1.20 keeps its zero.
func decimalText(data []byte) (string, bool) {
	var x big.Int
	if len(data) < 4 || x.GobDecode(data[4:]) != nil {
		return "", false
	}
	exp := int(int32(binary.BigEndian.Uint32(data)))
	digits := new(big.Int).Abs(&x).String()
	switch {
	case x.Sign() == 0 && exp >= 0:
		digits = "0"
	case exp >= 0:
		digits += strings.Repeat("0", exp)
	default:
		if pad := 1 - exp - len(digits); pad > 0 {
			digits = strings.Repeat("0", pad) + digits
		}
		digits = digits[:len(digits)+exp] + "." + digits[len(digits)+exp:]
	}
	if x.Sign() < 0 {
		digits = "-" + digits
	}
	return digits, true
}

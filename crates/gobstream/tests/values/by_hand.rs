//! Values that Go sent, built here by hand from Go's types and words: the bytes are Go's.

use gobstream::{Encoder, Result, Types, Value, ValueBuilder};

type Build<'a> = &'a mut ValueBuilder;

/// A stream whose types and values are all made by hand.
pub(super) struct Made {
    pub(super) types: Types,
    encoder: Encoder<Vec<u8>>,
}

impl Made {
    pub(super) fn new() -> Self {
        Made { types: Types::new(), encoder: Encoder::to_vec() }
    }

    pub(super) fn value(&mut self, go: &str, build: impl FnOnce(Build<'_>) -> Result<Build<'_>>) -> Value {
        let mut builder = ValueBuilder::new(&self.types.go(go).unwrap());
        build(&mut builder).unwrap();
        builder.finish().unwrap()
    }

    pub(super) fn put(&mut self, go: &str, build: impl FnOnce(Build<'_>) -> Result<Build<'_>>) {
        let value = self.value(go, build);
        self.encoder.encode_value(&value).unwrap();
    }

    /// Another encoder appends to the stream; the types are those of another process.
    fn again(self) -> Self {
        Made { types: Types::new(), encoder: Encoder::new(self.encoder.into_sink()) }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.encoder.into_sink()
    }
}

fn equals(name: &str, build: impl FnOnce(&mut Made)) {
    let mut made = Made::new();
    build(&mut made);
    same(name, &made.into_bytes());
}

fn same(name: &str, made: &[u8]) {
    let expected = super::vector(name);
    let at = made.iter().zip(&expected).take_while(|(a, b)| a == b).count();
    assert!(made == expected, "{name}: equal up to byte {at}\n made {made:02x?}\n from Go {expected:02x?}");
}

fn ints<'a>(b: Build<'a>, all: &[i64]) -> Result<Build<'a>> {
    b.begin()?;
    for v in all {
        b.int(*v)?;
    }
    b.end()
}

fn texts<'a>(b: Build<'a>, all: &[&str]) -> Result<Build<'a>> {
    b.begin()?;
    for text in all {
        b.string(text)?;
    }
    b.end()
}

fn floats<'a>(b: Build<'a>, all: &[f64]) -> Result<Build<'a>> {
    b.begin()?;
    for v in all {
        b.float(*v)?;
    }
    b.end()
}

#[test]
fn scalars() {
    equals("bool", |m| [true, false].into_iter().for_each(|v| m.put("bool", |b| b.bool(v))));
    equals("int-kinds", |m| {
        m.put("int8", |b| b.int(-128));
        m.put("int8", |b| b.int(127));
        m.put("int16", |b| b.int(-32_768));
        m.put("int16", |b| b.int(32_767));
        m.put("int32", |b| b.int(i32::MIN.into()));
        m.put("int32", |b| b.int(i32::MAX.into()));
        m.put("int64", |b| b.int(i64::MIN));
        m.put("int64", |b| b.int(i64::MAX));
        m.put("rune", |b| b.int('ß' as i64));
    });
    equals("uint-kinds", |m| {
        let kinds = ["uint8", "uint16", "uint32", "uint64", "uintptr", "byte"];
        for (kind, v) in kinds.into_iter().zip([255, 65_535, u32::MAX.into(), u64::MAX, 1, 0]) {
            m.put(kind, |b| b.uint(v));
        }
    });
    let inf = f64::INFINITY;
    equals("complex", |m| {
        for (re, im) in
            [(1.0, 0.0), (0.0, 0.0), (3.0, 4.0), (0.0, -0.0), (inf, f64::from_bits(0x7ff8_0000_0000_0001)), (0.5, -0.25)]
        {
            m.put("complex128", |b| b.complex(re, im));
        }
        m.put("complex64", |b| b.complex(0.1f32.into(), 0.0));
    });
    equals("top-zero", |m| {
        m.put("bool", |b| b.bool(false));
        m.put("int", |b| b.int(0));
        m.put("uint", |b| b.int(0));
        m.put("float64", |b| b.float(0.0));
        m.put("complex128", |b| b.complex(0.0, 0.0));
        m.put("string", |b| b.string(""));
        m.put("[]byte", |b| b.bytes(""));
    });
}

#[test]
fn texts_and_bytes() {
    equals("string-not-utf8", |m| {
        let all: [&[u8]; 7] =
            [b"\xff\xfeok", b"ok\xe2\x82", b"\xed\xa0\x80", b"a\xc0\xafb", b"\xf4\x90\x80\x80", b"\x80", b"\xe2\x82\xac\xe2x"];
        all.into_iter().for_each(|text| m.put("string", |b| b.string(text)));
    });
    equals("bytes-named", |m| {
        let all: [(&str, &[u8]); 3] =
            [("type Blob []byte", &[1, 2]), ("type Octet uint8; []Octet", &[3, 255]), ("type Octets []Octet", &[0])];
        all.into_iter().for_each(|(go, bytes)| m.put(go, |b| b.bytes(bytes)));
    });
    equals("many-scalars", |m| {
        m.put("int", |b| b.int(1));
        m.put("string", |b| b.string("a"));
        m.put("int", |b| b.int(2));
        m.put("uint", |b| b.uint(3));
        m.put("float64", |b| b.float(4.0));
        m.put("[]byte", |b| b.bytes([5]));
        m.put("bool", |b| b.bool(false));
        m.put("string", |b| b.string("b"));
        m.put("int", |b| b.int(-6));
        m.put("complex128", |b| b.complex(0.0, 7.0));
    });
}

#[test]
fn slices() {
    equals("slice-int", |m| [&[1, -2, 300][..], &[], &[]].into_iter().for_each(|all| m.put("[]int", |b| ints(b, all))));
    equals("slice-of-slice", |m| {
        m.put("[][]int", |b| ints(ints(ints(ints(b.begin()?, &[1, 2])?, &[])?, &[])?, &[3])?.end());
        m.put("[][][]string", |b| texts(b.begin()?.begin()?, &["a"])?.end()?.begin()?.end()?.end());
    });
    equals("slice-of-bytes", |m| m.put("[][]byte", |b| b.begin()?.bytes([1])?.bytes("")?.bytes("")?.bytes("xyz")?.end()));
    equals("slice-of-struct", |m| {
        m.put("type Point struct { X, Y int }; []Point", |b| {
            b.begin()?.begin()?.field("X")?.int(1)?.field("Y")?.int(2)?.end()?;
            b.begin()?.end()?.begin()?.field("Y")?.int(-3)?.end()?.end()
        });
    });
    equals("slice-of-pointer", |m| {
        m.put("type Point struct { X, Y int }; []*Point", |b| {
            b.begin()?.begin()?.field("X")?.int(1)?.field("Y")?.int(2)?.end()?;
            b.begin()?.field("X")?.int(3)?.field("Y")?.int(4)?.end()?.end()
        });
        m.put("[]*int", |b| ints(b, &[5, 5]));
    });
    equals("slice-named", |m| {
        m.put("type Ints []int", |b| ints(b, &[1, 2]));
        m.put("type Lines [][]string", |b| texts(b.begin()?, &["x"])?.end());
    });
    equals("top-minus-zero", |m| {
        m.put("float64", |b| b.float(-0.0));
        m.put("[]float64", |b| floats(b, &[-0.0, 0.0]));
    });
}

#[test]
fn arrays() {
    equals("array-int", |m| {
        m.put("[2]int", |b| ints(b, &[22, 33]));
        m.put("[3]string", |b| texts(b, &["a", "", "c"]));
        m.put("[1]float64", |b| floats(b, &[0.5]));
    });
    equals("array-zero-length", |m| {
        m.put("[0]int", |b| ints(b, &[]));
        m.put("struct { A [0]string }", |b| texts(b.begin()?.field("A")?, &[])?.end());
    });
    equals("array-bytes", |m| {
        m.put("[4]byte", |b| ints(b, &[0, 127, 128, 255]));
        m.put("type Octet uint8; [2]Octet", |b| ints(b, &[1, 200]));
    });
    equals("array-of-array", |m| m.put("[2][3]int", |b| ints(ints(b.begin()?, &[1, 2, 3])?, &[4, 5, 6])?.end()));
    equals("array-of-struct", |m| {
        m.put("type Point struct { X, Y int }; [2]Point", |b| {
            b.begin()?.begin()?.field("X")?.int(1)?.field("Y")?.int(2)?.end()?.begin()?.end()?.end()
        });
    });
    equals("array-named", |m| m.put("type Triple [3]int", |b| ints(b, &[1, 2, 3])));
}

#[test]
fn maps() {
    equals("map-string", |m| {
        m.put("map[string]int", |b| b.begin()?.string("a")?.int(1)?.end());
        m.put("map[string]int", |b| b.begin()?.end());
        m.put("map[string]int", |b| b.begin()?.end());
    });
    equals("map-key-struct", |m| {
        m.put("type Point struct { X, Y int }; map[Point]string", |b| {
            b.begin()?.begin()?.field("X")?.int(1)?.field("Y")?.int(2)?.end()?.string("a")?.end()
        });
    });
    equals("map-key-array", |m| m.put("map[[2]string]int", |b| texts(b.begin()?, &["a", "b"])?.int(1)?.end()));
    equals("map-key-interface", |m| {
        m.put("map[any]int", |b| b.begin()?.string("s")?.int(1)?.end());
        m.put("map[any]any", |b| b.begin()?.int(3)?.string("x")?.end());
        m.put("map[any]string", |b| b.begin()?.float(2.5)?.string("f")?.end());
    });
    equals("map-of-map", |m| {
        m.put("map[string]map[int]string", |b| b.begin()?.string("a")?.begin()?.int(1)?.string("x")?.end()?.end());
        m.put("map[string]map[int]string", |b| b.begin()?.string("n")?.begin()?.end()?.end());
    });
    equals("map-of-empty-struct", |m| {
        m.put("map[string]struct{}", |b| b.begin()?.string("member")?.begin()?.end()?.end());
        m.put("map[int]struct{}", |b| b.begin()?.int(5)?.begin()?.end()?.end());
    });
    equals("map-named", |m| m.put("type Dict map[string]string", |b| b.begin()?.string("k")?.string("v")?.end()));
}

#[test]
fn structs() {
    equals("point", |m| m.put("type Point struct { X, Y int }", |b| b.begin()?.field("Y")?.int(33)?.field("X")?.int(22)?.end()));
    equals("struct-scalars", |m| {
        m.put(
            "type Scalars struct { B bool; I int; I8 int8; I16 int16; I32 int32; I64 int64; U uint; U8 uint8; U16 uint16; U32 uint32; U64 uint64
                Ptr uintptr; F32 float32; F64 float64; C64 complex64; C128 complex128; S string; Raw []byte }",
            |b| {
                b.begin()?.field("B")?.bool(true)?;
                for (name, v) in ["I", "I8", "I16", "I32", "I64", "U", "U8", "U16", "U32", "U64", "Ptr"].into_iter().zip([-1, -8, -16, -32, -64, 1, 8, 16, 32, 64, 2]) {
                    b.field(name)?.int(v)?;
                }
                b.field("F32")?.float(0.5)?.field("F64")?.float(0.1)?.field("C64")?.complex(0.0, 1.0)?;
                b.field("C128")?.complex(2.0, -2.0)?.field("S")?.string("s")?.field("Raw")?.bytes([1, 2, 3])?.end()
            },
        );
        m.put("Scalars", |b| b.begin()?.end());
    });
    equals("struct-nested-pointer", |m| {
        m.put("type Link struct { Name string; From, To *Point }; type Point struct { X, Y int }", |b| {
            b.begin()?.field("Name")?.string("a")?.field("From")?.begin()?.field("X")?.int(1)?.end()?.end()
        });
        m.put("Link", |b| {
            b.begin()?.field("Name")?.string("b")?.field("From")?.begin()?.end()?;
            b.field("To")?.begin()?.field("Y")?.int(1)?.end()?.end()
        });
        m.put("Link", |b| b.begin()?.end());
    });
    equals("struct-tags", |m| {
        m.put(
            "type Tagged struct {
                Name string `json:\"name\" gob:\"-\"` // of no meaning
                Skip string `json:\"-\"`
                N    int    `json:\",omitempty\"`
            }",
            |b| b.begin()?.field("Name")?.string("n")?.field("Skip")?.string("s")?.field("N")?.int(3)?.end(),
        );
    });
    equals("struct-unexported", |m| {
        m.put("type Mixed struct { Name string; hidden int; Last int }", |b| {
            b.begin()?.field("Name")?.string("n")?.field("Last")?.int(2)?.end()
        });
    });
    equals("struct-unnamed", |m| {
        m.put("struct { A int; B struct { C string } }", |b| {
            b.begin()?.field("A")?.int(1)?.field("B")?.begin()?.field("C")?.string("c")?.end()?.end()
        });
    });
    equals("struct-unnamed-slice", |m| {
        m.put("[]struct{ N int }", |b| b.begin()?.begin()?.field("N")?.int(1)?.end()?.begin()?.end()?.end());
    });
    equals("struct-names", |m| {
        m.put("type Größe struct { Ähre int; Ωmega string; Δ float64 }", |b| {
            b.begin()?.field("Ähre")?.int(1)?.field("Ωmega")?.string("o")?.field("Δ")?.float(2.0)?.end()
        });
    });
    equals("struct-empty", |m| {
        m.put("type Empty struct{}", |b| b.begin()?.end());
        m.put("struct{}", |b| b.begin()?.end());
        m.put("[]Empty", |b| b.begin()?.begin()?.end()?.begin()?.end()?.end());
        m.put("type Holder struct { E Empty; P *Empty; N int }", |b| b.begin()?.field("E")?.begin()?.end()?.end());
    });
}

#[test]
fn structs_of_composites() {
    equals("struct-embedded", |m| {
        m.put(
            "type Doc struct { Base; *Audit; Gone *Base; Title string }
             type Base struct { ID int; Name string }
             type Audit struct {
                 By string
                 Base
             }",
            |b| {
                b.begin()?.field("Base")?.begin()?.field("ID")?.int(1)?.field("Name")?.string("b")?.end()?;
                b.field("Audit")?.begin()?.field("By")?.string("me")?;
                b.field("Base")?.begin()?.field("ID")?.int(2)?.field("Name")?.string("c")?.end()?.end()?;
                b.field("Title")?.string("t")?.end()
            },
        );
        m.put("Doc", |b| b.begin()?.field("Base")?.begin()?.end()?.end());
    });
    equals("struct-generic", |m| {
        m.put("type Pair[int,string] struct { First int; Second string }", |b| {
            b.begin()?.field("First")?.int(1)?.field("Second")?.string("a")?.end()
        });
        m.put("type Pair[main.Point,[]int] struct { First Point; Second []int }; type Point struct { X, Y int }", |b| {
            b.begin()?.field("First")?.begin()?.field("X")?.int(1)?.field("Y")?.int(2)?.end()?;
            ints(b.field("Second")?, &[3])?.end()
        });
        m.put(
            "type List[main.Pair[string,bool]] []Pair[string,bool]
             type Pair[string,bool] struct { First string; Second bool }",
            |b| b.begin()?.begin()?.field("First")?.string("x")?.field("Second")?.bool(true)?.end()?.end(),
        );
    });
    equals("struct-padding-order", |m| {
        m.put(
            "type Outer struct { I1 Inner1; I2 []Inner2; I3 map[string]Inner3 }
             type Deep struct { N int }
             type Inner1 struct { A int; D Deep }
             type Inner2 struct { B int; D [1]Deep }
             type Inner3 struct { D Deep }",
            |b| {
                b.begin()?.field("I1")?.begin()?.field("A")?.int(1)?.field("D")?.begin()?.field("N")?.int(2)?.end()?.end()?;
                b.field("I2")?.begin()?.begin()?.field("B")?.int(3)?;
                b.field("D")?.begin()?.begin()?.field("N")?.int(4)?.end()?.end()?.end()?.end()?;
                b.field("I3")?.begin()?.string("k")?.begin()?.field("D")?.begin()?.field("N")?.int(5)?.end()?.end()?.end()?.end()
            },
        );
    });
    equals("struct-shared-type", |m| {
        let point = |b: &mut ValueBuilder, x, y| b.begin()?.field("X")?.int(x)?.field("Y")?.int(y)?.end().map(drop);
        m.put(
            "type Shared struct { A Point; B []Point; C map[string]Point; D *Point; E [1]Point }; type Point struct { X, Y int }",
            |b| {
                point(b.begin()?.field("A")?, 1, 2)?;
                point(b.field("B")?.begin()?, 3, 4)?;
                point(b.end()?.field("C")?.begin()?.string("k")?, 5, 6)?;
                point(b.end()?.field("D")?, 7, 8)?;
                point(b.field("E")?.begin()?, 9, 9)?;
                b.end()?.end()
            },
        );
    });
}

#[test]
fn recursive_types() {
    equals("rec-struct", |m| {
        m.put("type Tree struct { Val int; Left, Right *Tree }", |b| {
            b.begin()?.field("Val")?.int(5)?.field("Left")?.begin()?.field("Val")?.int(3)?.end()?;
            b.field("Right")?.begin()?.field("Val")?.int(8)?.field("Left")?.begin()?.field("Val")?.int(7)?.end()?.end()?.end()
        });
        m.put("Tree", |b| b.begin()?.end());
    });
    equals("rec-slice", |m| {
        m.put("type Rec []Rec", |b| b.begin()?.begin()?.end()?.begin()?.begin()?.end()?.begin()?.end()?.end()?.end());
        m.put("Rec", |b| b.begin()?.end());
    });
    equals("rec-map", |m| {
        m.put("type Dir map[string]Dir", |b| b.begin()?.string("usr")?.begin()?.string("bin")?.begin()?.end()?.end()?.end());
        m.put("Dir", |b| b.begin()?.string("n")?.begin()?.end()?.end());
        m.put("Dir", |b| b.begin()?.end());
    });
    equals("rec-mutual", |m| {
        m.put("type Hen struct { Name string; Lays *Egg }; type Egg struct { Name string; Hatches *Hen }", |b| {
            b.begin()?.field("Name")?.string("h")?.field("Lays")?.begin()?.field("Name")?.string("e")?;
            b.field("Hatches")?.begin()?.field("Name")?.string("c")?.end()?.end()?.end()
        });
        m.put("Egg", |b| b.begin()?.field("Name")?.string("first")?.end());
    });
    equals("rec-mutual-slice", |m| {
        m.put("type Rec1 struct { A []Rec2; M map[string]Rec1 }; type Rec2 struct { R *Rec1 }", |b| {
            b.begin()?.field("A")?.begin()?.begin()?.field("R")?.begin()?;
            b.field("M")?.begin()?.string("k")?.begin()?.end()?.end()?.end()?.end()?.begin()?.end()?.end()?.end()
        });
    });
    equals("rec-names-first-path", |m| {
        m.put("type Tree struct { Val int; Left, Right *Tree }; map[string]Tree", |b| {
            b.begin()?.string("t")?.begin()?.field("Val")?.int(1)?.end()?.end()
        });
        m.put("Tree", |b| b.begin()?.field("Val")?.int(2)?.end());
    });
    equals("rec-slices-mutual", |m| {
        m.put("type Even []Odd; type Odd []Even", |b| {
            b.begin()?.begin()?.begin()?.end()?.begin()?.begin()?.end()?.end()?.end()?.begin()?.end()?.end()
        });
    });
}

/// As Go's time writes itself: a version, seconds since the year 1, nanoseconds, minutes east of UTC (-1 is UTC itself).
fn time(unix: i64, nanos: u32, minutes: i16) -> Vec<u8> {
    let seconds = unix + 62_135_596_800;
    [&[1][..], &seconds.to_be_bytes(), &nanos.to_be_bytes(), &minutes.to_be_bytes()].concat()
}

#[test]
fn opaque_values() {
    equals("opaque-gob-value", |m| {
        let all: [&[u8]; 3] = [b"\x01v", b"\x01v", b"\0"];
        m.types.go("type GobValue GobEncoder").unwrap();
        all.into_iter().for_each(|payload| m.put("GobValue", |b| b.opaque(payload)));
    });
    equals("opaque-empty", |m| {
        m.put("type OpaqueBytes GobEncoder", |b| b.opaque(""));
        m.put("[]OpaqueBytes", |b| b.begin()?.opaque("")?.opaque("x")?.end());
    });
    equals("opaque-slice", |m| {
        m.put("type GobValue GobEncoder; []GobValue", |b| b.begin()?.opaque("\x01v")?.opaque("\0")?.end());
        m.put("type GobPointer GobEncoder; []GobPointer", |b| b.begin()?.opaque("\x02p")?.opaque("\0")?.end());
    });
    equals("opaque-fields", |m| {
        m.put(
            "type Opaques struct { G GobValue; GP GobPointer; B BinText; BP BinPointer }
             type GobValue GobEncoder; type GobPointer GobEncoder
             type BinText BinaryMarshaler; type BinPointer BinaryMarshaler",
            |b| {
                b.begin()?.field("G")?.opaque("\x01v")?.field("GP")?.opaque("\x02p")?;
                b.field("B")?.opaque("bin")?.field("BP")?.opaque("\x03\x03")?.end()
            },
        );
        m.put("Opaques", |b| b.begin()?.field("GP")?.opaque("\0")?.field("BP")?.opaque("\0\0")?.end());
    });
    let (day, zero) = (time(1_796_026_530, 123_456_789, -1), time(-62_135_596_800, 0, -1));
    equals("time-field", |m| {
        m.put("type Times struct { A time.Time; P *time.Time; L []time.Time; N int }; type time.Time GobEncoder", |b| {
            b.begin()?.field("A")?.opaque(&day)?.field("P")?.opaque(&day)?.end()
        });
        m.put("Times", |b| b.begin()?.end());
        m.put("Times", |b| b.begin()?.field("P")?.opaque(&zero)?.end());
        m.put("Times", |b| {
            b.begin()?.field("A")?.opaque(time(-62_135_596_800, 0, 60))?.field("L")?.begin()?.opaque(&zero)?.end()?.end()
        });
    });
}

#[test]
fn interfaces() {
    equals("iface-int", |m| m.put("type Any struct { I any }", |b| b.begin()?.field("I")?.int(3)?.end()));
    equals("iface-string", |m| m.put("type Any struct { I any }", |b| b.begin()?.field("I")?.string("s")?.end()));
    equals("iface-nil-top", |m| m.put("any", |b| b.nil()));
    equals("iface-basics", |m| {
        let [int, uint, float, complex] = ["int", "uint", "float64", "complex128"].map(|go| Types::new().go(go).unwrap());
        m.put("[]any", |b| {
            b.begin()?;
            for (name, v) in [("int", 1), ("int8", -8), ("int16", 16), ("int32", -32), ("int64", 64)] {
                b.interface(name, &int)?.int(v)?;
            }
            let unsigned = [("uint", 1), ("uint8", 8), ("uint16", 16), ("uint32", 32), ("uint64", 1 << 63), ("uintptr", 9)];
            for (name, v) in unsigned {
                b.interface(name, &uint)?.uint(v)?;
            }
            b.interface("float32", &float)?.float(0.5)?.float(0.1)?.interface("complex64", &complex)?.complex(0.0, 1.0)?;
            b.complex(2.0, -1.0)?.bool(true)?.string("text")?.bytes([1, 0xff])?.interface("int32", &int)?.int('r' as i64)?.end()
        });
    });
    equals("iface-struct-known", |m| {
        m.put("type Point struct { X, Y int }", |b| b.begin()?.field("X")?.int(9)?.field("Y")?.int(8)?.end());
        let point = m.types.go("Point").unwrap();
        m.put("type Any struct { I any }", |b| {
            b.begin()?.field("I")?.interface("main.Point", &point)?.begin()?.field("X")?.int(1)?.field("Y")?.int(2)?.end()?.end()
        });
    });
}

/// Go defines such types in the middle of the value. So does a replay; a fresh encoder sends the definition before it.
#[test]
fn interfaces_that_hold_new_types() {
    use gobstream::{EncodeOptions, Item, Plan};
    let mut made = Made::new();
    let any = made.types.go("type Any struct { I any }").unwrap();
    let point = made.types.go("type Point struct { X, Y int }").unwrap();
    let mut build = |definitions: Vec<gobstream::Type>| {
        made.value("Any", |b| {
            b.begin()?.field("I")?.interface_with(b"main.Point", definitions, &point)?;
            b.begin()?.field("X")?.int(1)?.field("Y")?.int(2)?.end()?.end()
        })
    };
    let mut replay = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() });
    replay.encode_item(&Item::Definition(any)).unwrap();
    replay.encode_item(&Item::Value(build(vec![point.clone()]))).unwrap();
    same("iface-struct", &replay.into_sink());

    let value = build(Vec::new());
    let mut fresh = Encoder::to_vec();
    fresh.encode_value(&value).unwrap();
    assert_eq!(super::read(&fresh.into_sink()), super::read(&super::vector("iface-struct")));

    let mut replay = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() });
    let (list, value) = basic_slices();
    replay.encode_item(&Item::Definition(list)).unwrap();
    replay.encode_item(&Item::Value(value)).unwrap();
    same("iface-basic-slices", &replay.into_sink());
}

/// A list of all slices that Go registers by itself, each with its definition, and its type.
fn basic_slices() -> (gobstream::Type, Value) {
    let mut types = Types::new();
    let list = types.go("[]any").unwrap();
    let mut b = ValueBuilder::new(&list);
    b.begin().unwrap();
    let mut open = |go: &str, fill: &dyn Fn(Build<'_>) -> Result<()>| {
        let ty = types.go(go).unwrap();
        fill(b.interface_with(go.as_bytes(), vec![ty.clone()], &ty).unwrap()).unwrap();
    };
    let numbers = ["int", "int8", "int16", "int32", "int64", "uint", "uint16", "uint32", "uint64", "uintptr"];
    for (kind, v) in numbers.into_iter().zip([1, -1, 2, -3, 4, 5, 6, 7, 8, 9]) {
        open(&format!("[]{kind}"), &|b| ints(b, &[v]).map(drop));
    }
    open("[]float32", &|b| floats(b, &[0.5]).map(drop));
    open("[]float64", &|b| floats(b, &[0.25]).map(drop));
    open("[]complex64", &|b| b.begin()?.complex(0.0, 1.0)?.end().map(drop));
    open("[]complex128", &|b| b.begin()?.complex(1.0, 0.0)?.end().map(drop));
    open("[]bool", &|b| b.begin()?.bool(true)?.bool(false)?.end().map(drop));
    open("[]string", &|b| texts(b, &["a", ""]).map(drop));
    b.end().unwrap();
    (list, b.finish().unwrap())
}

#[test]
fn appended_streams() {
    let mut made = Made::new();
    for i in 0..3 {
        made.put("type Point struct { X, Y int }", |b| match i {
            0 => b.begin()?.end(),
            _ => b.begin()?.field("X")?.int(i)?.field("Y")?.int(i)?.end(),
        });
        made = made.again();
    }
    same("appended-same-thrice", &made.into_bytes());

    let mut made = Made::new();
    made.put("string", |b| b.string("first"));
    made.put("int", |b| b.int(1));
    made = made.again();
    made.put("string", |b| b.string("second"));
    made.put("[]byte", |b| b.bytes([2]));
    same("appended-builtin", &made.into_bytes());
}

#[test]
fn many_values_of_many_types_in_one_stream() {
    equals("stream-types", |m| {
        let point = |b: &mut ValueBuilder, x, y| b.begin()?.field("X")?.int(x)?.field("Y")?.int(y)?.end().map(drop);
        m.put("type Point struct { X, Y int }; type Line struct { A, B Point; Name string }; Point", |b| {
            point(b, 1, 2).map(|()| b)
        });
        m.put("[]int", |b| ints(b, &[3]));
        m.put("Line", |b| b.begin()?.field("A")?.begin()?.end()?.field("B")?.begin()?.end()?.field("Name")?.string("l")?.end());
        m.put("string", |b| b.string("text"));
        m.put("Point", |b| point(b, 4, 5).map(|()| b));
        m.put("map[string]Point", |b| point(b.begin()?.string("k")?, 6, 7).and_then(|()| b.end()));
        m.put("[]int", |b| ints(b, &[8]));
        m.put("int", |b| b.int(9));
        m.put("Line", |b| b.begin()?.field("A")?.begin()?.field("X")?.int(1)?.end()?.field("B")?.begin()?.end()?.end());
    });
    equals("stream-rpc-server", |m| {
        let head = |b: &mut ValueBuilder, method: &str, seq: u64, error: &str| {
            b.begin()?.field("ServiceMethod")?.string(method)?;
            if seq > 0 {
                b.field("Seq")?.uint(seq)?;
            }
            if !error.is_empty() {
                b.field("Error")?.string(error)?;
            }
            b.end().map(drop)
        };
        m.put("type Response struct { ServiceMethod string; Seq uint64; Error string }", |b| {
            head(b, "Arith.Add", 0, "").map(|()| b)
        });
        m.put("type Reply struct { C int }", |b| b.begin()?.field("C")?.int(15)?.end());
        for seq in [1, 2] {
            m.put("Response", |b| head(b, "Arith.Div", seq, "divide by zero").map(|()| b));
            m.put("struct{}", |b| b.begin()?.end());
        }
    });
}

/// What the front page shows: `Order{ID: 7, Lines: []Line{{"x", 2}}, Meta: map[string]any{"a": 1}}`.
#[test]
fn the_order_of_the_readme() {
    use gobstream::Gob;
    use std::collections::BTreeMap;
    #[derive(Gob)]
    struct Order {
        id: i64,
        lines: Vec<Line>,
        meta: BTreeMap<String, Value>,
    }
    #[derive(Gob)]
    struct Line {
        item: String,
        count: i64,
    }
    let mut made = Made::new();
    made.put(
        "type Order struct { ID int; Lines []Line; Meta map[string]any }; type Line struct { Item string; Count int }",
        |b| {
            b.begin()?.field("ID")?.int(7)?;
            b.field("Lines")?.begin()?.begin()?.field("Item")?.string("x")?.field("Count")?.int(2)?.end()?.end()?;
            b.field("Meta")?.begin()?.string("a")?.int(1)?.end()?.end()
        },
    );
    let (lines, meta) = (vec![Line { item: "x".into(), count: 2 }], BTreeMap::from([("a".to_string(), Value::Int(1))]));
    assert_eq!(made.into_bytes(), gobstream::to_vec(&Order { id: 7, lines, meta }).unwrap());
}

struct Lower {
    #[gob(rename = "lower")]
    field: i32,
}

struct Twice {
    user_id: i32,
    #[gob(rename = "UserID")]
    other: i32,
}

struct NoCase {
    日本: i32,
}

struct Unknown {
    #[gob(rname = "X")]
    x: i32,
}

struct Repeated {
    #[gob(rename = "X", rename = "Y")]
    x: i32,
}

#[gob(transparent)]
struct TooMany {
    a: i32,
    b: i32,
}

#[gob(rename_all = "snake_case")]
struct Case {
    a: i32,
}

#[gob(opaque = "Text")]
struct Opaque(u8);

#[gob(opaque = "GobEncoder", transparent)]
struct OpaqueTransparent(u8);

#[gob(nome = "x")]
struct UnknownContainer;

struct SkippedName {
    #[gob(skip, rename = "X")]
    x: i32,
}

union Union {
    a: u32,
    b: f32,
}

enum NoNil {
    #[gob(name = "main.Circle")]
    Circle(Circle),
}

enum NoName {
    #[gob(nil)]
    Nil,
    Circle(Circle),
    Square(Square),
}

enum NilHolds {
    #[gob(nil)]
    Nil(u8),
}

enum OtherUnit {
    #[gob(other)]
    Other,
}

enum NotOne {
    #[gob(nil)]
    Nil,
    #[gob(name = "main.Pair")]
    Pair(u8, u8),
}

enum Both {
    #[gob(nil, name = "main.Nil")]
    Nil,
}

enum EmptyName {
    #[gob(nil)]
    Nil,
    #[gob(name = "")]
    Circle(Circle),
}

#[gob(transparent)]
enum TransparentEnum {
    #[gob(nil)]
    Nil,
}

struct DefaultSent {
    #[gob(default = "seven")]
    x: i32,
}

struct WithSkipped {
    #[gob(skip, with = "hex")]
    x: i32,
}

struct SetOfStruct {
    #[gob(set = "struct{}")]
    x: BTreeSet<i32>,
}

struct SetWith {
    #[gob(set = "bool", with = "hex")]
    x: BTreeSet<i32>,
}

struct SetSkipped {
    #[gob(skip, set = "bool")]
    x: BTreeSet<i32>,
}

struct GoSkipped {
    #[gob(go = "[]int", skip)]
    x: Vec<isize>,
}

struct EmbeddedSkipped {
    #[gob(embedded, skip)]
    base: Base,
}

struct GoTwice {
    #[gob(go = "[]int", go = "[]int")]
    x: Vec<isize>,
}

struct EmbeddedTuple {
    #[gob(embedded)]
    base: (Base, Base),
}

struct EmptyGo {
    #[gob(go = "")]
    a: i32,
}

struct EmbeddedRenamed {
    #[gob(embedded, rename = "Q")]
    base: Base,
}

struct NamedField(#[gob(rename = "X")] i32);

struct NamedGo(#[gob(go = "[]int")] Vec<isize>);

struct NamedEmbedded(#[gob(embedded)] Base);

#[gob(transparent, rename = "X")]
struct TransparentName(i32);

#[gob(package = "a", package = "b")]
struct PackageTwice;

#[gob(package)]
struct PackageOfNothing;

#[gob(crate = "not a path")]
struct Crate;

#[gob(encode_only, encode_only)]
struct EncodeOnlyTwice;

struct WithNoPath {
    #[gob(with = "1")]
    x: i32,
}

struct DefaultNoPath {
    #[gob(skip, default)]
    x: i32,
}

enum AliasOfNil {
    #[gob(nil, alias = "main.Nil")]
    Nil,
}

enum SameName {
    #[gob(nil)]
    Nil,
    #[gob(name = "main.Circle")]
    Circle(Circle),
    #[gob(name = "main.Round", alias = "main.Circle")]
    Round(Round),
}

enum TwoNils {
    #[gob(nil)]
    Nil,
    #[gob(nil)]
    None,
}

enum TwoOthers {
    #[gob(other)]
    Other(Value),
    #[gob(other)]
    More(Value),
}

enum OnTheField {
    #[gob(nil)]
    Nil,
    #[gob(name = "main.Circle")]
    Circle(#[gob(rename = "X")] Circle),
}

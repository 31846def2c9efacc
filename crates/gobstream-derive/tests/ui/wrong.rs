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

#[gob(package = "example.com/geo")]
struct Point {
    x: isize,
    y: isize,
}

struct Pair<'a, A, B: Clone, const N: usize> {
    first: A,
    second: &'a [B; N],
    #[gob(skip)]
    cache: Option<A>,
}

struct Weekday(isize);

#[gob(transparent)]
struct Wrapper<T>(T);

struct Unit;

#[gob(package = "main")]
enum Shape {
    #[gob(nil)]
    Nil,
    #[gob(name = "main.Circle", alias = "shapes.Circle")]
    Circle(Circle),
    #[gob(other)]
    Other(Value),
}

#[gob(package = "example.com/id", opaque = "BinaryMarshaler")]
struct Id([u8; 16]);

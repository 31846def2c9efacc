//! The object of json-iterator's benchmark stream_encode_big_object: 5095 bytes.

use serde::Serialize;

/// Lengths of the five long texts.
pub const LONG: [usize; 5] = [445, 865, 970, 844, 996];

pub const SPECIALTIES: [&str; 5] = ["Web Design", "Go Programming", "Tennis", "Cycling", "Mixed martial arts"];

/// Plain text of `n` bytes.
pub fn prose(n: usize) -> String {
    "the quick brown fox jumps over the lazy dog; sphinx of black quartz, judge my vow; ".chars().cycle().take(n).collect()
}

pub const INTEGERS: u64 = 25;

pub fn integer(i: u64) -> u64 {
    i * 18328
}

macro_rules! big_object {
    ($($text:ident)*; $($integer:ident)*) => {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct BigObject {
            pub object_id: u64,
            pub name: &'static str,
            pub address: Address,
            pub specialties: [&'static str; 5],
            $(pub $text: String,)*
            $(pub $integer: u64,)*
        }

        pub fn big_object() -> BigObject {
            let (mut long, mut n) = (LONG.into_iter(), 0..);
            BigObject {
                object_id: 8838243212,
                name: "Jane Doe",
                address: ADDRESS,
                specialties: SPECIALTIES,
                $($text: prose(long.next().unwrap_or(0)),)*
                $($integer: integer(n.next().unwrap_or(0)),)*
            }
        }
    };
}

big_object! {
    long_text0 long_text1 long_text2 long_text3 long_text4;
    integer_field0 integer_field1 integer_field2 integer_field3 integer_field4 integer_field5 integer_field6
    integer_field7 integer_field8 integer_field9 integer_field10 integer_field11 integer_field12 integer_field13
    integer_field14 integer_field15 integer_field16 integer_field17 integer_field18 integer_field19 integer_field20
    integer_field21 integer_field22 integer_field23 integer_field24
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    pub address1: &'static str,
    pub address2: &'static str,
    pub city: &'static str,
    pub state: &'static str,
    pub postal_code: &'static str,
    pub country: &'static str,
    pub geo: Geo,
}

#[derive(Serialize)]
pub struct Geo {
    pub latitude: f64,
    pub longitude: f64,
}

pub const ADDRESS: Address = Address {
    address1: "123 Example St",
    address2: "Apartment 5D, Suite 3",
    city: "Miami",
    state: "FL",
    postal_code: "33133",
    country: "US",
    geo: Geo { latitude: -154.550817, longitude: -84.176159 },
};

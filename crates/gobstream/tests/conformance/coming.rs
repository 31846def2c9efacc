//! The code of docs/coming-from-gobwire.md, run.
#![cfg(feature = "serde")]

use core::task::Poll;
use gobstream::known::Time;
use gobstream::{Decoder, Encoder, Gob, Options, Value};

#[derive(Gob, Debug, PartialEq)]
struct Session {
    user_id: i64,
    roles: Vec<String>,
    expires: Option<Time>,
}

fn copy(input: &[u8]) -> gobstream::Result<Vec<u8>> {
    let mut decoder = Decoder::from_slice(input);
    let mut encoder = Encoder::to_vec();
    while let Some(session) = decoder.decode::<Session>()? {
        encoder.encode(&session)?;
    }
    Ok(encoder.into_sink())
}

fn from_socket(packets: &[&[u8]]) -> gobstream::Result<Vec<Session>> {
    let mut decoder = Decoder::push(Options::default());
    let mut sessions = Vec::new();
    for packet in packets {
        decoder.feed(packet);
        while let Poll::Ready(Some(session)) = decoder.poll_decode()? {
            sessions.push(session);
        }
    }
    Ok(sessions)
}

#[derive(Gob, Debug, PartialEq)]
enum Attachment {
    #[gob(nil)]
    None,
    #[gob(name = "model.SlackAttachment", alias = "[]*model.SlackAttachment")]
    Slack(Slack),
    #[gob(other)]
    Other(Value),
}

#[derive(Gob, Debug, PartialEq)]
struct Slack {
    text: String,
}

#[derive(serde::Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Event {
    #[serde(rename = "UserID")]
    user_id: i64,
    roles: Vec<String>,
}

fn events(input: &[u8]) -> gobstream::Result<Vec<Event>> {
    let mut decoder = Decoder::from_slice(input);
    let mut events = Vec::new();
    while let Some(event) = decoder.deserialize()? {
        events.push(event);
    }
    Ok(events)
}

fn session(user_id: i64) -> Session {
    Session { user_id, roles: vec!["admin".into()], expires: Time::utc(1, 2) }
}

#[test]
fn sessions_are_copied_and_come_in_packets() {
    let mut encoder = Encoder::to_vec();
    (0..3).for_each(|id| encoder.encode(&session(id)).unwrap());
    let bytes = encoder.into_sink();
    assert_eq!(copy(&bytes).unwrap(), bytes);
    let packets: Vec<_> = bytes.chunks(7).collect();
    assert_eq!(from_socket(&packets).unwrap(), [session(0), session(1), session(2)]);
    let roles = |events: Vec<Event>| events.iter().map(|e| (e.user_id, e.roles.len())).collect::<Vec<_>>();
    assert_eq!(roles(events(&bytes).unwrap()), [(0, 1), (1, 1), (2, 1)]);
}

#[test]
fn attachments_have_names_and_aliases() {
    let list = vec![Attachment::None, Attachment::Slack(Slack { text: "hi".into() })];
    let bytes = gobstream::to_vec(&list).unwrap();
    assert_eq!(Decoder::from_slice(&bytes).decode().unwrap(), Some(list));
    let other = gobstream::to_vec(&vec![Value::Int(1)]).unwrap();
    let list = Decoder::from_slice(&other).decode::<Vec<Attachment>>().unwrap().unwrap();
    assert!(matches!(&list[0], Attachment::Other(value) if value.inner() == &Value::Int(1)));
}

#[test]
fn the_page_has_this_code() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/coming-from-gobwire.md");
    let page = std::fs::read_to_string(page).unwrap();
    let blocks: Vec<_> = page.split("```rust\n").skip(1).map(|block| block.split("```").next().unwrap().trim()).collect();
    assert_eq!(blocks.len(), 4);
    blocks.iter().for_each(|block| assert!(include_str!("coming.rs").contains(block), "{block}"));
}

//! How Rust names become Go names.

/// Words that Go writes in capitals: those of its own lint.
const INITIALISMS: [&str; 41] = [
    "acl", "api", "ascii", "cpu", "css", "dns", "eof", "guid", "html", "http", "https", "id", "ip", "json", "lhs", "qps", "ram",
    "rhs", "rpc", "sla", "smtp", "sql", "ssh", "tcp", "tls", "ttl", "udp", "ui", "uid", "uri", "url", "utf8", "uuid", "vm",
    "xml", "xmpp", "xsrf", "xss", "gid", "pid", "sid",
];

/// How the names of fields are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// `user_id` is `UserID`.
    Go,
    /// `user_id` is `UserId`.
    Pascal,
    /// `user_id` is `user_id`: only for names that begin with a capital.
    None,
}

impl Case {
    pub(crate) const ALL: &str = "`Go` (the default: `user_id` is `UserID`), `PascalCase` (`UserId`) and `none`";

    pub(crate) fn parse(text: &str) -> Option<Case> {
        match text {
            "Go" => Some(Case::Go),
            "PascalCase" => Some(Case::Pascal),
            "none" => Some(Case::None),
            _ => None,
        }
    }

    /// The Go name of a Rust field.
    pub(crate) fn apply(self, name: &str) -> String {
        match self {
            Case::None => name.to_owned(),
            _ => name.split('_').map(|word| self.word(word)).collect(),
        }
    }

    fn word(self, word: &str) -> String {
        if self == Case::Go && INITIALISMS.contains(&word) {
            return word.to_uppercase();
        }
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
    }
}

/// Whether Go sends a field of this name.
pub(crate) fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

#[test]
fn names_are_go_s() {
    let go = |name| Case::Go.apply(name);
    assert_eq!(go("x"), "X");
    assert_eq!(go("user_id"), "UserID");
    assert_eq!(go("http_url"), "HTTPURL");
    assert_eq!(go("ids"), "Ids");
    assert_eq!(go("created_at"), "CreatedAt");
    assert_eq!(go("ähre"), "Ähre");
    assert_eq!(Case::Pascal.apply("user_id"), "UserId");
    assert!(is_exported("Ωmega") && !is_exported("_X") && !is_exported("1"));
}

//! Words and flags that are none here: mistyped, or of other tools.

use crate::args::verbs;
use crate::hints::quoted;
use crate::report::Failure;
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Words of other tools, and what they are called here; what names no command is not there yet.
const WORDS: &[(&[&str], &str)] = &[
    (&["head", "first"], "gob cat -n 10 FILE"),
    (&["tail", "last"], "gob cat --tail 10 FILE"),
    (&["index", "nth", "slice"], "gob cat --skip 7 -n 1 FILE"),
    (&["get", "query", "jq", "select", "filter"], "gob cat -q FILTER FILE"),
    (&["tojson", "to-json", "json", "print", "show", "view", "decode", "read", "parse", "open"], "gob cat FILE"),
    (&["tondjson", "to-ndjson", "ndjson", "jsonl", "lines"], "gob cat -c FILE"),
    (&["typed"], "gob cat --typed FILE"),
    (&["brief", "summary", "outline"], "gob cat --brief FILE"),
    (&["explode", "flatten", "each"], "gob cat --each . FILE"),
    (&["recover", "repair", "fix", "rescue"], "gob cat --recover FILE"),
    (&["messages", "meta", "list", "ls"], "gob explain --list FILE"),
    (&["dump", "hexdump", "hex", "inspect", "debug", "annotate"], "gob explain FILE"),
    (&["types", "type", "getschema", "gen", "go", "struct", "structs"], "gob schema FILE"),
    (&["validate", "verify", "count", "test", "lint", "info"], "gob check FILE"),
    (&["stat", "size", "sizes", "du"], "gob stats FILE"),
    (&["compare", "cmp"], "gob diff FILE OTHER"),
    (&["gunzip", "zcat", "unwrap"], "gob cat FILE"),
    (&["version"], "gob --version"),
    (&["completions", "completion"], "gob --completions SHELL"),
    (&["man", "manual"], "gob --man"),
    (&["topics"], "gob help topics"),
    (&["usage"], "gob help"),
    (&["rpc"], ""),
    (&["fromjson", "from-json", "encode", "write", "edit", "set"], "gob convert FILE -o OUT.gob"),
    (&["concat", "merge", "join"], "gob convert A.gob B.gob -o OUT.gob"),
    (&["split"], "gob convert --split 1000 FILE -o 'part-{}.gob'"),
    (&["canon", "hash", "sort"], "gob convert --canon FILE -o OUT.gob"),
    (&["rename"], "gob convert --rename OLD=NEW FILE -o OUT.gob"),
    (&["to-csv", "csv"], "gob convert --to csv FILE"),
    (&["to-msgpack", "msgpack"], "gob convert --to msgpack FILE"),
    (&["to-cbor", "cbor"], "gob convert --to cbor FILE"),
    (&["to-parquet", "parquet"], ""),
];

/// Flags of other tools and of later versions; what does the same here, in `cat` and in the verbs that print no JSON.
const FLAGS: &[(&[&str], &str, &str)] = &[
    (&["--query", "--filter"], "-q FILTER", "gob cat -q FILTER FILE"),
    (&["--last"], "--tail N", "gob cat --tail N FILE"),
    (&["--head"], "-n N", "gob cat -n N FILE"),
    (&["--first"], "-n 1", "gob cat -n 1 FILE"),
    (&["--offset", "--index"], "--skip N", "gob cat --skip N FILE"),
    (&["--raw-output"], "--raw", "gob cat --raw FILE"),
    (&["--json", "--jsonl", "--ndjson", "--lines"], "-c prints one value a line", PRINTS),
    (&["--array"], "-s", "gob cat -s FILE"),
    (&["--indent"], "--pretty", "gob cat --pretty FILE"),
    (&["--path", "--get", "--field", "--select", "--explode", "--stream"], "--each PATH", "gob cat --each PATH FILE"),
    (
        &["--hex"],
        "gob explain FILE shows all bytes, --bytes hex those in values",
        "gob explain FILE, or gob cat --bytes hex FILE",
    ),
    (&["--depth", "--max-depth"], "--brief shows less; --max depth=N changes the limit", "--max depth=N changes the limit"),
    (&["--format", "--output-format"], DEFAULT, PRINTS),
    (&["--silent"], "--quiet", SAME),
    (&["--no-color", "--no-colour", "--colour", "--nocolor"], "--color never", SAME),
    (&["-v", "--verbose"], "", SAME),
    (&["--types"], "gob schema FILE", SAME),
    (&["--schema"], "gob check --schema FILE", SAME),
    (&["--only", "--of"], "--type NAME", SAME),
    (&["--check", "--count", "--validate", "--verify"], "gob check FILE", SAME),
    (&["--explain", "--dump"], "gob explain FILE", SAME),
    (&["--to", "--from"], "gob convert --to FORMAT FILE", SAME),
    (&["--split"], "gob convert --split N FILE -o 'part-{}.gob'", SAME),
    (&["--canon", "--sort", "--sort-keys", "-S"], "gob convert --canon FILE", SAME),
    (&["--rename"], "gob convert --rename OLD=NEW FILE", SAME),
    (&["--jobs", "-j"], "gob convert --jobs N FOLDER -o OUT", SAME),
];

/// What does the same is called the same in all verbs.
const SAME: &str = "";
const DEFAULT: &str = "JSON is the default: -c, --pretty and --typed change its form";
const PRINTS: &str = "gob cat FILE prints JSON";

/// What to say of a first word that is neither verb, flag nor file.
pub(crate) fn no_verb(word: &str, rest: &[OsString]) -> Option<Failure> {
    let may_be_file = word.starts_with('-') || is_there(Path::new(word));
    if may_be_file {
        return None;
    }
    let other = WORDS.iter().find(|(words, _)| words.contains(&word));
    let is_name = word.contains(['.', '/', std::path::MAIN_SEPARATOR]);
    other.map(|(_, instead)| other_word(word, instead, rest)).or_else(|| (!is_name).then(|| unknown(word)))
}

/// Whether something has this name, be it readable or not.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().map_or_else(|error| error.kind() != io::ErrorKind::NotFound, |_| true)
}

#[cold]
fn unknown(word: &str) -> Failure {
    let text = format!("no file or verb '{word}'");
    match nearest(word) {
        Some(verb) => Failure::usage(format!("{text}; nearest verb: {verb}"), ""),
        None => Failure::usage(text, "gob help lists the verbs"),
    }
}

/// The verb that a word begins, or is nearest to.
fn nearest(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let most = 1 + word.chars().count() / 4;
    let is_begun = |verb: &String| word.len() > 1 && verb.starts_with(&word);
    let distance = |verb: &String| if is_begun(verb) { 0 } else { strsim::damerau_levenshtein(&word, verb) };
    verbs().into_iter().map(|verb| (distance(&verb), verb)).filter(|(n, _)| *n <= most).min().map(|(_, verb)| verb)
}

#[cold]
fn other_word(word: &str, instead: &str, rest: &[OsString]) -> Failure {
    if instead.is_empty() {
        return Failure::usage(format!("no verb '{word}' yet: this version does not have it"), "gob help lists what there is");
    }
    let (n, file) = number_and_file(rest);
    let mut instead = n.map_or_else(|| instead.to_string(), |n| instead.replace("-n 10", &format!("-n {n}")));
    if let Some(file) = file {
        instead = instead.replace("FILE", &quoted(&file)).replace("SHELL", &file);
    }
    Failure::usage(format!("no verb '{word}'; use: {instead}"), "")
}

/// How many values `head` was asked for, in any of its ways, and the last file that is named.
fn number_and_file(rest: &[OsString]) -> (Option<String>, Option<String>) {
    let (mut n, mut file) = (None, None);
    let mut words = rest.iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let value = word.trim_start_matches("--lines=").trim_start_matches('-').trim_start_matches('n').trim_start_matches('=');
        if matches!(word.as_str(), "-n" | "--lines" | "--limit") {
            n = words.next().filter(|n| is_number(n)).or(n);
        } else if word.starts_with('-') && is_number(value) {
            n = Some(value.into());
        } else if !word.starts_with('-') || word == "-" {
            file = Some(word);
        }
    }
    (n, file)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// What to do instead of giving a flag that `verb` does not have, if the flag is known.
pub(crate) fn other_flag(flag: &str, verb: &str) -> Option<&'static str> {
    let prints_json = verb == "cat";
    let value = value(flag).filter(|_| matches!(flag, "--to" | "--as" | "--format")).unwrap_or_default();
    match value.as_str() {
        "json" | "ndjson" | "jsonl" => return Some(if prints_json { DEFAULT } else { PRINTS }),
        "go" | "golang" => return Some("gob schema FILE"),
        _ => {}
    }
    let (_, cat, other) = FLAGS.iter().find(|(flags, ..)| flags.contains(&flag))?;
    Some(if prints_json || other.is_empty() { cat } else { other })
}

/// The value that stands behind a flag.
fn value(flag: &str) -> Option<String> {
    let mut args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).skip_while(|arg| !arg.starts_with(flag));
    let first = args.next()?;
    first.split_once('=').map(|(_, value)| value.to_string()).or_else(|| args.next())
}

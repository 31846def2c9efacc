//! Filters of jq, run on values as they are printed. Nothing of this is done before a filter is given.
//!
//! Values pass as JSON text: it becomes a value of jaq with every digit of its numbers, and results become text again.

use crate::report::{self, Failure};
use crate::watch;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gobstream::Stream;
use gobstream_json::{Path, Printer};
use jaq_core::data::{DataT, HasLut};
use jaq_core::load::{self, Arena, File, Loader};
use jaq_core::{Compiler, Ctx, Exn, Lut, Vars, compile, native};
use jaq_json::{Map, Num, Rc, Val};
use jsonstream::{Event, Reader, Result, Sink, Writer};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

type Fault = jaq_core::Error<Val>;

/// Levels of a value: what jaq does with it recurses.
const DEEPEST: usize = 1_000;

/// Bytes of a filter's text, and brackets that are open at once: its parser recurses.
const LONGEST: usize = 32 << 10;
const NESTED: usize = 500;

/// Characters of a filter that errors show.
const SHOWN: usize = 80;

/// Bytes of the stack that filters run on: they are compiled, run and dropped by recursion.
pub(crate) const STACK: usize = 512 << 20;

/// Bytes of it that a filter may have in use. The rest is for what one step takes, and for dropping what there is.
const DEEPEST_CALLS: usize = STACK / 2;

/// What jaq does not define.
const DEFS: &str = include_str!("filter.jq");

/// A filter that is ready to run.
pub(crate) struct Filter {
    compiled: jaq_core::Filter<Data>,
    vars: Vec<Val>,
    /// The filter, if it is nothing but a path.
    pub(crate) path: Option<Path>,
}

/// Why a filter gives nothing more for a value.
pub(crate) enum Stop {
    /// The value, or what the filter did with it.
    Value(String),
    /// The output.
    Write(jsonstream::Error),
    /// `halt`, with an exit code: nothing more for any value.
    Halt(u8),
}

impl Filter {
    /// Compiles a filter; `args`: names and strings in turn.
    pub(crate) fn new(code: &str, args: &[String]) -> std::result::Result<Self, Failure> {
        check_size(code)?;
        let (pairs, _) = args.as_chunks::<2>();
        let names: Vec<String> = pairs.iter().map(|[name, _]| format!("${name}")).collect();
        let vars = pairs.iter().map(|[_, text]| Val::from(text.clone())).collect();
        let own = load::parse(DEFS, |parser| parser.defs()).unwrap_or_default();
        let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs()).chain(own);
        let from_gob: native::Fun<Data> = native::run(("fromgob", native::v(0), |cv| {
            let values = from_gob(&cv.1).map_or_else(|error| vec![Err(error)], |values| values.into_iter().map(Ok).collect());
            Box::new(values.into_iter().map(|value| value.map_err(Exn::from)))
        }));
        let say: native::Fun<Data> = native::run(("say", native::v(0), |cv| {
            say(&cv.1);
            Box::new(std::iter::empty())
        }));
        let funs = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs()).chain([from_gob, say]);
        let arena = Arena::default();
        let loader = Loader::new(defs).with_read(|_: load::Import<'_, &str, ()>| Err(NO_MODULES.into()));
        let modules = loader.load(&arena, File { code, path: () }).map_err(|errors| bad_syntax(code, &errors))?;
        // The compiler takes for granted that what is imported is there.
        load::import(&modules, |_| Err(NO_MODULES.into())).map_err(|errors| bad_syntax(code, &errors))?;
        let compiler = Compiler::default().with_funs(funs).with_global_vars(names.iter().map(String::as_str));
        let compiled = compiler.compile(modules).map_err(|errors| undefined(&errors))?;
        Ok(Filter { compiled, vars, path: code.trim().parse().ok() })
    }

    /// Runs the filter on a value, and writes its results; says how many there were.
    pub(crate) fn run<S: Sink>(&self, text: &[u8], out: &mut Writer<S>) -> std::result::Result<u64, Stop> {
        // What is left of the filter when it is ended is dropped; nothing else is shared with it but `out`, to which it does not write.
        match catch_unwind(AssertUnwindSafe(|| self.results(text, out))) {
            Ok(result) => result,
            Err(ended) if !ended.is::<Ended>() => resume_unwind(ended),
            Err(_) if watch::is_stopped() => Err(Stop::Write(watch::stopped().into())),
            Err(_) => Err(Stop::Value("it calls itself too deep, or without end".into())),
        }
    }

    fn results<S: Sink>(&self, text: &[u8], out: &mut Writer<S>) -> std::result::Result<u64, Stop> {
        let input = parse(text).map_err(Stop::Value)?;
        let place = Place { lut: &self.compiled.lut, begin: stack_address() };
        let context = Ctx::<Data>::new(place, Vars::new(self.vars.iter().cloned()));
        let mut count = 0;
        for result in self.compiled.id.run((context, input)) {
            let value = result.map_err(stop)?;
            write(&value, out).map_err(Stop::Write)?;
            count += 1;
        }
        Ok(count)
    }
}

/// What filters work on.
enum Data {}

impl DataT for Data {
    type V<'a> = Val;
    type Data<'a> = Place<'a>;
}

/// The parts of a filter that runs, and where on the stack it began.
#[derive(Clone, Copy)]
struct Place<'a> {
    lut: &'a Lut<Data>,
    begin: usize,
}

/// A filter is ended in its midst, by unwinding: nothing else ends one that calls itself without end.
struct Ended;

impl<'a> HasLut<'a, Data> for Place<'a> {
    /// Each step of a filter asks for this.
    fn lut(&self) -> &'a Lut<Data> {
        if self.begin.abs_diff(stack_address()) > DEEPEST_CALLS || watch::is_stopped() {
            // Unlike a panic this says nothing.
            resume_unwind(Box::new(Ended));
        }
        self.lut
    }
}

/// About how far the stack has grown: the address of a local.
#[inline(always)]
fn stack_address() -> usize {
    let local = 0u8;
    (&raw const local).addr()
}

/// An error, or the end that a filter asks for.
fn stop(exception: Exn<'_, Val>) -> Stop {
    let halt = |exception: Exn<'_, Val>| match exception.get_halt() {
        // As a system cuts the code of a process.
        Ok(code) => Stop::Halt((code & 0xff) as u8),
        Err(_) => Stop::Value("break without its label".into()),
    };
    exception.get_err().map_or_else(halt, |error| Stop::Value(error.to_string()))
}

/// Says a text on standard error.
fn say(value: &Val) {
    if let Val::TStr(text) = value {
        report::aside(&String::from_utf8_lossy(text));
    }
}

/// Does work where the stack is large enough for filters.
pub(crate) fn on_large_stack<T: Send>(
    work: impl FnOnce() -> std::result::Result<T, Failure> + Send,
) -> std::result::Result<T, Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(Failure::output)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Writes a value as a filter sees it.
pub(crate) fn echo<S: Sink>(text: &[u8], out: &mut Writer<S>) -> Result<()> {
    write(&parse(text).map_err(jsonstream::Error::sink)?, out)
}

// ---- what is wrong with a filter

const NO_MODULES: &str = "import and include are not supported: a filter is one text";

/// What is too deep or too long for the parser is refused before it. Brackets in texts and comments count too.
fn check_size(code: &str) -> std::result::Result<(), Failure> {
    let mut open = 0usize;
    let deepest = code.bytes().map(|b| {
        match b {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open
    });
    if deepest.max().unwrap_or(0) > NESTED {
        return Err(Failure::usage(format!("a filter has up to {NESTED} brackets open at once"), ""));
    }
    if code.len() > LONGEST {
        return Err(Failure::usage(format!("a filter has up to {LONGEST} bytes, and this {}", code.len()), ""));
    }
    Ok(())
}

#[cold]
fn bad_syntax(code: &str, errors: &load::Errors<&str, ()>) -> Failure {
    let at = |part: &str| load::span(code, part).start;
    let found = |part: &str| {
        if part.is_empty() { "the end".to_owned() } else { format!("{:?}", part.chars().take(20).collect::<String>()) }
    };
    let text = errors.first().map(|(_, error)| match error {
        load::Error::Io(all) => all.first().map(|(_, text)| text.clone()),
        load::Error::Lex(all) => {
            all.first().map(|(expected, part)| format!("at {}: {} expected, {} found", at(part), expected.as_str(), found(part)))
        }
        load::Error::Parse(all) => {
            all.first().map(|(expected, part)| format!("at {}: {} expected, {} found", at(part), expected.as_str(), found(part)))
        }
    });
    let text = text.flatten().unwrap_or_default();
    let shown: String = code.chars().take(SHOWN).collect();
    let more = if shown.len() < code.len() { "…" } else { "" };
    Failure::usage(format!("no filter of jq: {shown:?}{more}: {text}"), "")
}

#[cold]
fn undefined(errors: &compile::Errors<&str, ()>) -> Failure {
    let first = errors.first().and_then(|(_, all)| all.first());
    let text = first.map_or_else(String::new, |(name, what)| match what {
        compile::Undefined::Filter(arity) => format!("no filter {name}/{arity}"),
        what => format!("no {} {name}", what.as_str()),
    });
    Failure::usage(text, "filters are those of jq, and fromgob; --arg K V defines $K")
}

// ---- text to values and back

/// What is read of a container before its end.
enum Level {
    Array(Vec<Val>),
    Object(Map<Val, Val>, Val),
}

fn parse(text: &[u8]) -> std::result::Result<Val, String> {
    let mut reader = Reader::from_slice(text);
    let mut levels: Vec<Level> = Vec::new();
    while let Some(event) = reader.next_event().map_err(|error| error.to_string())? {
        let value = match event {
            Event::BeginArray => {
                levels.push(Level::Array(Vec::new()));
                None
            }
            Event::BeginObject => {
                levels.push(Level::Object(Map::default(), Val::Null));
                None
            }
            Event::Key(name) => {
                if let Some(Level::Object(_, key)) = levels.last_mut() {
                    *key = Val::from(name.to_owned());
                }
                None
            }
            Event::EndArray | Event::EndObject => levels.pop().map(closed),
            Event::Null => Some(Val::Null),
            Event::Bool(value) => Some(Val::Bool(value)),
            Event::String(text) => Some(Val::from(text.to_owned())),
            Event::Number(number) => Some(Val::Num(exact(number.as_str()))),
        };
        if levels.len() > DEEPEST {
            return Err(format!("a filter takes values of up to {DEEPEST} levels"));
        }
        match (value, levels.last_mut()) {
            (None, _) => {}
            (Some(value), None) => return Ok(value),
            (Some(value), Some(Level::Array(all))) => all.push(value),
            (Some(value), Some(Level::Object(all, key))) => _ = all.insert(std::mem::take(key), value),
        }
    }
    Err("no value".into())
}

fn closed(level: Level) -> Val {
    match level {
        Level::Array(all) => Val::Arr(Rc::new(all)),
        Level::Object(all, _) => Val::Obj(Rc::new(all)),
    }
}

/// A number with every digit; `-0` is none of jaq's integers.
fn exact(text: &str) -> Num {
    let integer = if text == "-0" { None } else { Num::from_str_radix(text, 10) };
    integer.unwrap_or_else(|| Num::Dec(Rc::new(text.to_owned())))
}

/// What is left to write.
enum Task<'v> {
    Value(&'v Val),
    Key(&'v Val),
    EndArray,
    EndObject,
}

fn write<S: Sink>(value: &Val, out: &mut Writer<S>) -> Result<()> {
    let mut tasks = vec![Task::Value(value)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::EndArray => out.end_array()?,
            Task::EndObject => out.end_object()?,
            Task::Key(key) => write_key(key, out)?,
            Task::Value(Val::Arr(all)) => {
                out.begin_array()?;
                tasks.push(Task::EndArray);
                tasks.extend(all.iter().rev().map(Task::Value));
            }
            Task::Value(Val::Obj(all)) => {
                out.begin_object()?;
                tasks.push(Task::EndObject);
                tasks.extend(all.iter().rev().flat_map(|(key, value)| [Task::Value(value), Task::Key(key)]));
            }
            Task::Value(scalar) => write_scalar(scalar, out)?,
        }
    }
    Ok(())
}

fn write_scalar<S: Sink>(value: &Val, out: &mut Writer<S>) -> Result<()> {
    match value {
        Val::Bool(value) => out.bool(*value),
        Val::Num(Num::Int(n)) => out.i64(*n as i64),
        Val::Num(Num::BigInt(n)) => out.number_text(&n.to_string()),
        Val::Num(Num::Dec(text)) => out.number_text(text),
        Val::Num(Num::Float(v)) => write_float(*v, out),
        Val::TStr(text) => out.str_lossy(text).map(drop),
        Val::BStr(bytes) => out.bytes_base64(bytes),
        _ => out.null(),
    }
}

/// NaN and the infinities as in values of gob.
fn write_float<S: Sink>(v: f64, out: &mut Writer<S>) -> Result<()> {
    match v {
        v if v.is_nan() => out.str("NaN"),
        f64::INFINITY => out.str("+Inf"),
        f64::NEG_INFINITY => out.str("-Inf"),
        v => out.f64(v),
    }
}

fn write_key<S: Sink>(key: &Val, out: &mut Writer<S>) -> Result<()> {
    match key {
        Val::TStr(text) | Val::BStr(text) => out.key_lossy(text).map(drop),
        other => out.key(&other.to_string()),
    }
}

// ---- gob in bytes

/// The values of a gob in base64, as byte slices are shown.
fn from_gob(value: &Val) -> std::result::Result<Vec<Val>, Fault> {
    let Val::TStr(text) = value else { return Err(Fault::typ(value.clone(), "string with a gob in base64")) };
    let bytes = STANDARD.decode(&text[..]).map_err(|error| Fault::str(format_args!("fromgob: no base64: {error}")))?;
    let mut stream = Stream::from_slice(&bytes);
    let (mut printer, mut values) = (Printer::new(), Vec::new());
    loop {
        let mut out = Writer::with_options(Vec::new(), &gobstream_json::write_options());
        if !printer.print_value(&mut stream, &mut out).map_err(|error| Fault::str(format_args!("fromgob: {error}")))? {
            return Ok(values);
        }
        let text = out.finish().map_err(|error| Fault::str(format_args!("fromgob: {error}")))?;
        values.push(parse(&text).map_err(|error| Fault::str(format_args!("fromgob: {error}")))?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(filter: &str, text: &str) -> String {
        let mut out = Writer::with_options(Vec::new(), &gobstream_json::write_options());
        let filter = Filter::new(filter, &["who".into(), "Zoë".into()]).map_err(|_| "no filter").unwrap();
        match filter.run(text.as_bytes(), &mut out) {
            Ok(_) => String::from_utf8(out.finish().unwrap()).unwrap().trim_end().replace('\n', " "),
            Err(Stop::Value(text)) => text,
            Err(Stop::Write(error)) => error.to_string(),
            Err(Stop::Halt(code)) => format!("halt {code}"),
        }
    }

    #[test]
    fn every_digit_is_kept() {
        let all = r#"[18446744073709551615,-9223372036854775808,-0,0.1,1e+21,3.141592653589793238462643,{"a":"é\u0000"}]"#;
        assert_eq!(run(".", all), all);
        assert_eq!(run(".[0]+1", all), "18446744073709551616");
        assert_eq!(run("map(numbers)|length", all), "6");
    }

    #[test]
    fn filters_are_jq_s() {
        assert_eq!(run(".a[] | select(. > 1) | [., $who]", r#"{"a":[1,2,3]}"#), r#"[2,"Zoë"] [3,"Zoë"]"#);
        assert_eq!(run("{(\"k\"): (nan, infinite)}", "null"), r#"{"k":"NaN"} {"k":"+Inf"}"#);
        assert_eq!(run("empty", "1"), "");
        assert_eq!(run(r#".d | fromgob"#, r#"{"d":"AwQABg=="}"#), "3");
        assert!(run(".a", "[1]").contains("index"), "{}", run(".a", "[1]"));
    }

    #[test]
    fn tables_are_as_jq_writes_them() {
        let row = r#"[1,"a\"b","t\tn\nr\r\\",null,true,1.5]"#;
        assert_eq!(run("@csv", row), r#""1,\"a\"\"b\",\"t\tn\nr\r\\\",,true,1.5""#);
        assert_eq!(run("@tsv", row), r#""1\ta\"b\tt\\tn\\nr\\r\\\\\t\ttrue\t1.5""#);
        assert_eq!(run(r#"@csv "x:\(.)""#, "[1,2]"), r#""x:1,2""#);
        assert_eq!(run("@csv", "{}"), r#""@csv takes an array""#);
        assert_eq!(run("@tsv", "[[1]]"), r#""@tsv: no cell: [1]""#);
    }

    #[test]
    fn what_jaq_leaves_out_is_as_in_jq() {
        let cases = [
            ("toarray", "[1]", "[1]"),
            ("toarray", "1", "[1]"),
            (r#"trimstr("a")"#, r#""abca""#, r#""bc""#),
            ("IN(2, 3)", "2", "true"),
            ("IN(empty)", "2", "false"),
            ("IN(.[]; 2, 3)", "[1,3]", "true"),
            ("IN(.[]; 2, 3)", "[1]", "false"),
            ("INDEX(.n)", r#"[{"n":1},{"n":"x"},{"n":1,"last":true}]"#, r#"{"1":{"n":1,"last":true},"x":{"n":"x"}}"#),
            ("INDEX(.[]; .) | keys", "[3,2]", r#"["2","3"]"#),
        ];
        for (filter, value, expected) in cases {
            assert_eq!(run(filter, value), expected, "{filter}");
        }
    }

    #[test]
    fn halt_is_no_error_and_does_not_end_the_process() {
        assert_eq!([run("halt", "1"), run("try halt(7) catch 1", "1"), run("halt(256)", "1")], ["halt 0", "halt 7", "halt 0"]);
    }

    #[test]
    fn what_is_long_or_deep_is_refused_before_it_is_parsed_or_overflows_no_stack() {
        let said = |code: &str| match on_large_stack(|| Filter::new(code, &[]).map(drop)) {
            Ok(()) => "good".to_owned(),
            Err(Failure::Request { text, .. }) => text,
            Err(other) => format!("{other:?}"),
        };
        assert_eq!(said(&"[".repeat(50_000)), "a filter has up to 500 brackets open at once");
        assert_eq!(said(&format!("{}1", "\"\\(".repeat(501))), "a filter has up to 500 brackets open at once");
        assert_eq!(said(&format!("1{}", " ".repeat(LONGEST))), "a filter has up to 32768 bytes, and this 32769");
        assert_eq!(said(&format!("{}1{}", "[".repeat(500), "]".repeat(500))), "good");
        for (part, end) in [("-", "1"), (".|", "."), ("try ", "1"), ("1 as $x|", "1"), ("1//", "1"), ("def f:1;", "1")] {
            let code = part.repeat((LONGEST - end.len()) / part.len()) + end;
            assert_eq!(said(&code), "good", "{part}");
        }
        assert!(said(&"if ".repeat(10_000)).len() < 300);
    }

    #[test]
    fn deep_values_are_refused_and_not_recursed_into() {
        let text = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(run(".", &text), "a filter takes values of up to 1000 levels");
    }
}

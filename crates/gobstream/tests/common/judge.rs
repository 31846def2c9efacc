//! Go programs that are asked: requests and answers are framed by their length (interop/differ.go, `serve`).

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// Builds interop as a program of this name with the Go that GO names; `None` if it names none.
pub fn build(name: &str, flags: &[&str]) -> Option<PathBuf> {
    let go = std::env::var_os("GO").filter(|go| !go.is_empty())?;
    let interop = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut build = Command::new(go);
    build.env("GOTOOLCHAIN", "local").current_dir(interop).arg("build").args(flags).arg("-o").arg(&program).arg(".");
    assert!(build.status().unwrap().success(), "the Go program does not build");
    Some(program)
}

/// Asks, and waits for the answer. It fails if the program is no more.
pub fn exchange(child: &mut Child, request: &[u8]) -> io::Result<Vec<u8>> {
    let framed = [&(request.len() as u32).to_le_bytes(), request].concat();
    child.stdin.as_mut().unwrap().write_all(&framed)?;
    let out = child.stdout.as_mut().unwrap();
    let mut size = [0; 4];
    out.read_exact(&mut size)?;
    let mut answer = vec![0; u32::from_le_bytes(size) as usize];
    out.read_exact(&mut answer)?;
    Ok(answer)
}

/// Closes the input, upon which the program ends.
pub fn end(child: &mut Child) {
    drop(child.stdin.take());
    let _ = child.wait();
}

//! Converts large streams with `gob` and with a Go program that knows the types, turn by turn, each behind a pipe, and
//! fails if ours takes more CPU time or too much memory, or prints anything else: `large GOB PEER DIR BYTES`; see bench/large.

use std::fs::File;
use std::io::Read;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;
use wait4::Wait4;

const ROUNDS: usize = 3;
/// Peak memory that `gob` may take.
const MAX_MEMORY: u64 = 64 << 20;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [gob, peer, dir, size] = &args[..] else {
        eprintln!("usage: large GOB PEER DIR BYTES");
        return ExitCode::FAILURE;
    };
    let good = ["records", "floats"].map(|kind| Job { gob, peer, kind, path: format!("{dir}/{kind}.gob") }.run(size));
    match good.into_iter().collect::<Result<Vec<_>>>() {
        Ok(good) if good.iter().all(|&g| g) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bench/large: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Job<'a> {
    gob: &'a str,
    peer: &'a str,
    kind: &'a str,
    path: String,
}

/// What a conversion took: seconds and bytes.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    cpu: f64,
    memory: u64,
}

impl Job<'_> {
    /// Makes the stream, compares what is printed, measures, and says how it went.
    fn run(&self, size: &str) -> Result<bool> {
        let made = Command::new(self.peer).args(["large", self.kind, size]).stdout(File::create(&self.path)?).status()?;
        if !made.success() {
            return Err(format!("cannot make {}", self.path).into());
        }
        let printed = self.compare()?;
        let mib = std::fs::metadata(&self.path)?.len() >> 20;
        println!("{}: {mib} MiB of gob, {} MiB of JSON, the same bytes from both", self.kind, printed >> 20);
        let good = self.measure()?;
        std::fs::remove_file(&self.path)?;
        Ok(good)
    }

    fn ours(&self) -> Command {
        Command::new(self.gob)
    }

    fn go(&self) -> Command {
        let mut command = Command::new(self.peer);
        command.args(["json", self.kind]);
        command
    }

    /// Runs both at once and compares their output; how long it is.
    fn compare(&self) -> Result<u64> {
        let mut sides = [self.ours(), self.go()].map(|mut command| Piped::start(command.stdout(Stdio::piped()), &self.path));
        let [Ok(ours), Ok(go)] = &mut sides else { return Err("cannot start".into()) };
        let (mut a, mut b) = (vec![0; 64 << 10], vec![0; 64 << 10]);
        let mut total = 0;
        loop {
            let (n, m) = (ours.read(&mut a)?, go.read(&mut b)?);
            if a[..n] != b[..m] {
                return Err(format!("{}: different output, from byte {total} on", self.kind).into());
            }
            if n == 0 {
                break;
            }
            total += n as u64;
        }
        sides.into_iter().try_for_each(|side| side?.end().map(drop))?;
        Ok(total)
    }

    /// Three rounds, in an order that is reversed each time. The median counts.
    fn measure(&self) -> Result<bool> {
        let (mut ours, mut go) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            let mut turns = [(self.go(), &mut go), (self.ours(), &mut ours)];
            if round % 2 == 1 {
                turns.reverse();
            }
            for (mut command, costs) in turns {
                costs.push(Piped::start(command.stdout(Stdio::null()), &self.path)?.end()?);
            }
        }
        Ok(verdict(self.kind, &ours, &go))
    }
}

fn verdict(kind: &str, ours: &[Cost], go: &[Cost]) -> bool {
    let ratio = |part: fn(&Cost) -> f64| median(ours.iter().zip(go).map(|(o, g)| part(o) / part(g)));
    let (wall, cpu) = (ratio(|c| c.wall), ratio(|c| c.cpu));
    let memory = ours.iter().map(|c| c.memory).max().unwrap_or(0);
    for (name, costs) in [("Go", go), ("gob", ours)] {
        let part = |f: fn(&Cost) -> f64| median(costs.iter().map(f));
        let (wall, cpu, mib) = (part(|c| c.wall), part(|c| c.cpu), part(|c| c.memory as f64) / f64::from(1 << 20));
        println!("  {name:4} {wall:7.2} s wall {cpu:7.2} s CPU {mib:8.1} MiB peak");
    }
    println!("  gob/Go, median of {ROUNDS} rounds: wall {wall:.2}, CPU {cpu:.2}");
    // Wall time is for the reader: on a machine that does other work it says little, and decides nothing.
    let good = is_good(cpu, memory);
    if !good {
        println!("  NOT GOOD: {kind} must take less CPU time than Go, and at most {} MiB", MAX_MEMORY >> 20);
    }
    good
}

fn is_good(cpu: f64, memory: u64) -> bool {
    cpu < 1.0 && memory <= MAX_MEMORY
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// `cat FILE | PROGRAM`
struct Piped {
    cat: Child,
    program: Child,
    start: Instant,
}

impl Piped {
    fn start(command: &mut Command, path: &str) -> Result<Self> {
        let start = Instant::now();
        let mut cat = Command::new("cat").arg(path).stdout(Stdio::piped()).spawn()?;
        let program = command.stdin(cat.stdout.take().ok_or("no output")?).spawn()?;
        Ok(Piped { cat, program, start })
    }

    /// Fills the buffer, unless the output ends before.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let output = self.program.stdout.as_mut().ok_or("no output")?;
        let mut n = 0;
        while n < buffer.len() {
            match output.read(&mut buffer[n..])? {
                0 => break,
                more => n += more,
            }
        }
        Ok(n)
    }

    /// What the program took.
    fn end(mut self) -> Result<Cost> {
        let used = self.program.wait4()?;
        let wall = self.start.elapsed().as_secs_f64();
        self.cat.wait()?;
        if !used.status.success() {
            return Err(format!("the program failed: {}", used.status).into());
        }
        let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
        Ok(Cost { wall, cpu, memory: used.rusage.maxrss })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(wall: f64, cpu: f64, memory: u64) -> [Cost; ROUNDS] {
        [Cost { wall, cpu, memory }; ROUNDS]
    }

    #[test]
    fn a_loaded_machine_fails_nothing() {
        let go = cost(1.0, 1.0, 1 << 30);
        assert!(verdict("slow by the clock", &cost(9.0, 0.5, 1 << 20), &go));
        assert!(!verdict("more CPU time", &cost(0.5, 1.5, 1 << 20), &go));
        assert!(!verdict("more memory", &cost(0.5, 0.5, MAX_MEMORY + 1), &go));
    }
}

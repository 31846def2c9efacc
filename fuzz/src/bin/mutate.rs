//! Runs targets on mutated inputs, so many for each, the same for the same seed. Without coverage, so without a special compiler.
//!
//! An input fails if its target panics, takes more than a second of the processor, or too much memory. It is written to a file, and the
//! run goes on with the next target; the exit code is 1 in the end. A file is run again by `mutate --target NAME FILE`.

use gobstream_fuzz::random::Random;
use gobstream_fuzz::{TARGETS, Target, meter};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: mutate [--count N] [--seed N] [--target NAME] [--threads N] [--corpus DIR] [FILE…]
  --count N    mutated inputs for each target (10000)
  --seed N     of the random numbers (1)
  --target T   this target alone
  --threads N  as many at once (all processors)
  --corpus DIR write the seeds of all targets, for cargo fuzz, and nothing else
  FILE…        run these inputs as they are";

/// What one input may take of a processor.
const LIMIT: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
struct Args {
    count: Option<u64>,
    seed: Option<u64>,
    target: Option<String>,
    threads: Option<usize>,
    corpus: Option<PathBuf>,
    files: Vec<PathBuf>,
}

fn parse() -> Option<Args> {
    let (mut args, mut words) = (Args::default(), std::env::args().skip(1));
    while let Some(word) = words.next() {
        match word.as_str() {
            "--count" => args.count = Some(words.next()?.parse().ok()?),
            "--seed" => args.seed = Some(words.next()?.parse().ok()?),
            "--target" => args.target = Some(words.next()?),
            "--threads" => args.threads = Some(words.next()?.parse().ok()?),
            "--corpus" => args.corpus = Some(words.next()?.into()),
            flag if flag.starts_with('-') => return None,
            file => args.files.push(file.into()),
        }
    }
    Some(args)
}

/// Whether it holds; if not, what it said stands on standard error.
fn holds(target: &Target, input: &[u8]) -> bool {
    let start = meter::time();
    let is_sound = catch_unwind(AssertUnwindSafe(|| (target.run)(input))).is_ok();
    let time = meter::time() - start;
    if time > LIMIT {
        eprintln!("{time:?} for {} bytes", input.len());
    }
    is_sound && time <= LIMIT
}

fn report(target: &Target, input: &[u8]) {
    let sum = input.iter().fold(0_u32, |sum, byte| sum.wrapping_mul(16_777_619) ^ u32::from(*byte));
    let name = format!("{}-{sum:08x}", target.name);
    match std::fs::write(&name, input) {
        Ok(()) => eprintln!("{}: broken by {} bytes, now in {name}", target.name, input.len()),
        Err(error) => eprintln!("{}: broken by {} bytes, which cannot be written to {name}: {error}", target.name, input.len()),
    }
}

/// Attacks a target with every `step`th input from the `first` on; whether all hold.
fn attack(target: &Target, seeds: &[Vec<u8>], seed: u64, numbers: impl Iterator<Item = u64>) -> bool {
    for number in numbers {
        let mut random = Random::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
        let (a, b) = (random.pick(seeds), random.pick(seeds));
        let input = target.format.mutate(a, b, &mut random);
        if !holds(target, &input) {
            report(target, &input);
            return false;
        }
    }
    true
}

fn attack_by(target: &Target, args: &Args, threads: usize) -> bool {
    let (count, seed, start) = (args.count.unwrap_or(10_000), args.seed.unwrap_or(1), Instant::now());
    let seeds = &target.format.seeds();
    let all_hold = seeds.iter().all(|seed| {
        holds(target, seed) || {
            report(target, seed);
            false
        }
    });
    let part = |first: usize| attack(target, seeds, seed, (first as u64..count).step_by(threads));
    let all_hold = all_hold
        && std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
            parts.into_iter().all(|part| part.join().unwrap_or(false))
        });
    println!(
        "{:<12} {count:>10} inputs {:>8.1} s  {}",
        target.name,
        start.elapsed().as_secs_f64(),
        if all_hold { "held" } else { "BROKEN" }
    );
    all_hold
}

fn corpus(folder: &std::path::Path) -> std::io::Result<()> {
    for target in TARGETS {
        let folder = folder.join(target.name);
        std::fs::create_dir_all(&folder)?;
        for (i, seed) in target.format.seeds().iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{i:04}")), seed)?;
        }
    }
    Ok(())
}

fn run(args: &Args) -> Result<bool, String> {
    if let Some(folder) = &args.corpus {
        return corpus(folder).map(|()| true).map_err(|e| format!("{}: {e}", folder.display()));
    }
    let targets: Vec<_> = TARGETS.iter().filter(|t| args.target.as_ref().is_none_or(|name| name == t.name)).collect();
    if targets.is_empty() {
        return Err(format!("no such target; there are {}", TARGETS.map(|t| t.name).join(", ")));
    }
    let mut all_hold = true;
    for path in &args.files {
        let input = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        all_hold &= targets.iter().all(|target| holds(target, &input));
    }
    if args.files.is_empty() {
        let threads = args.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
        for target in targets {
            all_hold &= attack_by(target, args, threads);
        }
    }
    Ok(all_hold)
}

fn main() -> ExitCode {
    let Some(args) = parse() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mutate: {error}");
            ExitCode::from(2)
        }
    }
}

//! What the generator costs a build: a crate of 100,000 lines in 400 files, 20 of them with marked traits.
//!
//! Cargo builds the crate as anybody's, in the default dev profile. Its build script is then run by itself, with the same
//! arguments from the environment and an `OUT_DIR` of its own, so that its time holds no linking and no rustc. A touched
//! file is a changed one: a line is added at its end. Times depend on the machine and are shown beside their goals; only
//! that a build without a change runs nothing is demanded.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{self, root};

const AREAS: usize = 21;
/// In each area, `mod.rs` among them: with `lib.rs` it is 400.
const FILES: usize = 19;
/// Of a file, about.
const LINES: usize = 260;
/// Areas with a file that has a marked trait.
const MARKED: usize = 20;
/// Of a measured run of the build script; the fastest counts.
const ROUNDS: usize = 5;

const NOUNS: [&str; AREAS] = [
    "Order", "Invoice", "Parcel", "Account", "Ledger", "Ticket", "Tariff", "Customer", "Vendor", "Payment", "Refund",
    "Shelf", "Route", "Driver", "Booking", "Voucher", "Report", "Contract", "Meter", "Sensor", "Claim",
];
const PARTS: [&str; 5] = ["Record", "Draft", "Entry", "Snapshot", "Request"];

/// One fifth of a file.
const PART: &str = r#"
/// The state of a NAME.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NAMEState {
    /// Nobody has looked at it.
    Fresh,
    /// It is being worked on, by so many.
    Active { workers: u32 },
    /// It waits for the other one.
    Blocked(u64),
    /// Nothing changes any more.
    Closed,
}

/// A NAME, as it is kept.
#[derive(Debug, Clone)]
pub struct NAME {
    id: u64,
    label: String,
    amounts: Vec<i64>,
    state: NAMEState,
}

impl NAME {
    /// A new one, without amounts.
    pub fn new(id: u64, label: &str) -> Self {
        Self { id, label: label.trim().to_owned(), amounts: Vec::new(), state: NAMEState::Fresh }
    }

    /// Adds an amount; what is closed stays as it is.
    pub fn add(&mut self, amount: i64) -> Result<usize, String> {
        match self.state {
            NAMEState::Closed => Err(format!("{} is closed", self.label)),
            NAMEState::Blocked(by) if by != self.id => Err(format!("{} waits for {by}", self.label)),
            NAMEState::Fresh | NAMEState::Active { .. } | NAMEState::Blocked(_) => {
                self.amounts.push(amount + ODD);
                Ok(self.amounts.len())
            }
        }
    }

    /// Whether an amount can be added.
    pub fn is_open(&self) -> bool {
        !matches!(self.state, NAMEState::Closed)
    }

    /// The sum of the amounts that are not below the limit.
    pub fn total(&self, limit: Option<i64>) -> i64 {
        let limit = limit.unwrap_or(i64::MIN);
        self.amounts.iter().copied().filter(|amount| *amount >= limit).fold(0, i64::saturating_add)
    }
}
"#;

/// The file with a marked trait begins so.
const CLIENT: &str = r#"//! The remote service of AREA.
use r4c::{Classifier, Outcome};

/// What the service answers.
#[derive(Debug, Clone)]
pub struct Answer {
    /// As in HTTP.
    pub status: u16,
    /// The text.
    pub body: String,
}

/// Why there is no answer.
#[derive(Debug, Clone)]
pub enum ServiceError {
    /// Nobody there.
    Unreachable,
    /// A circuit breaker refused the call.
    NotPermitted(r4c::CallNotPermitted),
}

impl From<r4c::CallNotPermitted> for ServiceError {
    fn from(refusal: r4c::CallNotPermitted) -> Self {
        Self::NotPermitted(refusal)
    }
}

/// Judges by status.
#[derive(Debug)]
pub struct ByStatus;

impl Classifier<Answer, ServiceError> for ByStatus {
    fn classify(&self, result: Result<&Answer, &ServiceError>) -> Outcome {
        match result.map(|answer| answer.status) {
            Ok(429 | 500..) | Err(_) => Outcome::Failure,
            Ok(404) => Outcome::Ignore,
            Ok(_) => Outcome::Success,
        }
    }
}

/// The service.
pub trait KINDService {
    /// Reads one.
    #[r4c::retry(max_attempts = 3, delay = "20ms", multiplier = 2.0, jitter = 0.3, classifier = ByStatus)]
    #[r4c::circuit_breaker(name = "AREA", failure_rate_threshold = 50, classifier = ByStatus)]
    fn get(&self, id: u64) -> impl Future<Output = Result<Answer, ServiceError>> + Send;

    /// Writes one.
    #[r4c::circuit_breaker(name = "AREA", classifier = ByStatus)]
    fn put(&self, id: u64, body: &str) -> impl Future<Output = Result<Answer, ServiceError>> + Send;

    /// Counts them.
    #[r4c::retry(max_attempts = 2, delay = "5ms")]
    fn count(&self) -> Result<u64, ServiceError>;

    /// Where it is.
    fn url(&self) -> &str;
}

r4c::include_wrappers!("AREA.client");
"#;

/// Measures, and prints a table.
pub(crate) fn run() -> Result<()> {
    let home = root().join("target/buildtime");
    let _ = fs::remove_dir_all(&home); // of an earlier run
    let generator = build_generator(&home.join("generator"))?;
    let crate_folder = home.join("crate");
    let (files, lines) = write_crate(&crate_folder)?;
    command::run(&mut cargo_build(&crate_folder, "--quiet"))?;
    nothing_runs(&crate_folder)?;

    let script = Script::find(&crate_folder)?;
    let cold = fastest(|| {
        let _ = fs::remove_dir_all(&script.out_dir); // of an earlier round
        fs::create_dir_all(&script.out_dir)?;
        script.time()
    })?;
    script.same_output()?;
    let touched = |name: &str| {
        fastest(|| {
            let path = crate_folder.join(name);
            fs::write(&path, fs::read_to_string(&path)? + "// touched\n")?;
            script.time()
        })
    };
    let marked = touched("src/order/client.rs")?;
    let unmarked = touched("src/order/invoice.rs")?;
    let unchanged = fastest(|| script.time())?;

    println!("{lines} lines in {files} files, {MARKED} of them marked; dev profile; fastest of {ROUNDS} runs");
    row("cold build of r4c-build with its dependencies", generator, "CPU", "stated");
    row("build script, cold", cold, "", "goal 3 s");
    println!("{:<48} nothing runs   demanded", "build without a change");
    row("build script after a change of a marked file", marked, "", "goal 0.5 s");
    row("build script after a change of an unmarked file", unmarked, "", "stated");
    row("build script without a change", unchanged, "", "stated");
    Ok(())
}

fn row(what: &str, time: Duration, kind: &str, goal: &str) {
    println!("{what:<48} {:>6.2} s {kind:<5} {goal}", time.as_secs_f64());
}

fn fastest(mut measure: impl FnMut() -> Result<Duration>) -> Result<Duration> {
    let times = (0..ROUNDS).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    times.into_iter().min().context("there are rounds")
}

/// Builds the generator as a build dependency of an empty crate: CPU time, of rustc and Cargo together.
fn build_generator(folder: &Path) -> Result<Duration> {
    write_package(folder, "", "fn main() {}\n")?;
    write(&folder.join("src/lib.rs"), "")?;
    let mut shell = Command::new("sh");
    shell.current_dir(folder).args(["-ec", "cargo build --quiet --offline --target-dir target; times"]);
    let printed = command::output(&mut shell)?;
    // The shell's own times, then those of its children: `0m32.330s 0m5.152s`.
    let children = printed.lines().nth(1).context("`times` prints two lines")?;
    children.split_whitespace().map(clock).sum::<Option<Duration>>().context("`times` prints minutes and seconds")
}

/// `1m2.345s`.
fn clock(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(Duration::from_secs(60 * minutes.parse::<u64>().ok()?) + Duration::from_secs_f64(seconds.parse().ok()?))
}

fn cargo_build(folder: &Path, how: &str) -> Command {
    let mut cargo = command::command(&format!("cargo build {how} --offline --target-dir target"));
    cargo.current_dir(folder);
    cargo
}

fn nothing_runs(folder: &Path) -> Result<()> {
    let printed = command::output(&mut cargo_build(folder, "--verbose"))?;
    let ran: Vec<_> = printed.lines().map(str::trim).filter(|line| !is_quiet(line)).collect();
    ensure!(ran.is_empty(), "a build without a change runs something:\n{}", ran.join("\n"));
    ensure!(printed.contains("Fresh measured-crate"), "Cargo does not say that the crate is fresh:\n{printed}");
    Ok(())
}

fn is_quiet(line: &str) -> bool {
    line.starts_with("Fresh ") || line.starts_with("Finished ")
}

/// The build script of the crate, built by Cargo.
struct Script {
    binary: PathBuf,
    crate_folder: PathBuf,
    /// Where Cargo had it write.
    by_cargo: PathBuf,
    /// Where it is to write.
    out_dir: PathBuf,
}

impl Script {
    fn find(crate_folder: &Path) -> Result<Script> {
        let (mut binary, mut by_cargo) = (None, None);
        for entry in fs::read_dir(crate_folder.join("target/debug/build"))? {
            let folder = entry?.path();
            if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("measured-crate-")) {
                binary = Some(folder.join("build-script-build")).filter(|path| path.is_file()).or(binary);
                by_cargo = Some(folder.join("out")).filter(|path| path.is_dir()).or(by_cargo);
            }
        }
        Ok(Script {
            binary: binary.context("Cargo has built no build script")?,
            crate_folder: crate_folder.to_owned(),
            by_cargo: by_cargo.context("Cargo has not run the build script")?,
            out_dir: crate_folder.with_file_name("out"),
        })
    }

    fn time(&self) -> Result<Duration> {
        let mut script = Command::new(&self.binary);
        script.current_dir(&self.crate_folder).env("CARGO_MANIFEST_DIR", &self.crate_folder);
        script.env("OUT_DIR", &self.out_dir);
        script.envs([("CARGO_CFG_UNIX", ""), ("CARGO_CFG_TARGET_OS", "linux"), ("CARGO_CFG_TARGET_ARCH", "x86_64")]);
        let start = Instant::now();
        let printed = command::output(&mut script)?;
        let took = start.elapsed();
        match printed.lines().find(|line| line.starts_with("cargo::error") || line.starts_with("cargo:warning")) {
            Some(line) => bail!("the build script reports: {line}"),
            None => Ok(took),
        }
    }

    /// What was measured did the work that Cargo's run did.
    fn same_output(&self) -> Result<()> {
        let names = fs::read_dir(self.by_cargo.join("r4c"))?.map(|entry| Ok(entry?.file_name()));
        let names = names.collect::<Result<Vec<_>>>()?;
        ensure!(names.len() == MARKED, "{} files are generated for {MARKED} marked ones", names.len());
        for name in names {
            let [cargo, own] = [&self.by_cargo, &self.out_dir].map(|folder| fs::read(folder.join("r4c").join(&name)));
            ensure!(cargo? == own?, "{} differs from what Cargo's run wrote", name.to_string_lossy());
        }
        Ok(())
    }
}

/// The files of the crate; how many, and how many lines.
fn write_crate(folder: &Path) -> Result<(usize, usize)> {
    let runtime = format!("r4c-runtime = {{ path = {:?}, features = [\"tokio\"] }}\n", root().join("r4c-runtime"));
    write_package(folder, &runtime, "fn main() {\n    r4c_build::generate()\n}\n")?;
    let mut texts = vec![("lib.rs".to_owned(), library())];
    for (number, area) in NOUNS.iter().enumerate() {
        for (file, noun) in NOUNS.iter().enumerate().take(FILES) {
            let name = file_name(file);
            let head = match file {
                0 => area_head(area),
                1 if number < MARKED => CLIENT.replace("KIND", area).replace("AREA", &area.to_lowercase()),
                _ => format!("//! A {noun}, in the area {area}.\n"),
            };
            texts.push((format!("{}/{name}.rs", area.to_lowercase()), fill(head, noun, file)));
        }
    }
    let lines = texts.iter().map(|(_, text)| text.lines().count()).sum();
    for (name, text) in &texts {
        write(&folder.join("src").join(name), text)?;
    }
    Ok((texts.len(), lines))
}

fn library() -> String {
    let modules: Vec<_> = NOUNS.iter().map(|area| format!("pub mod {};\n", area.to_lowercase())).collect();
    format!("//! A service, measured.\n{}", modules.concat())
}

fn file_name(file: usize) -> String {
    match file {
        0 => "mod".to_owned(),
        1 => "client".to_owned(),
        _ => NOUNS[file - 1].to_lowercase(),
    }
}

fn area_head(area: &str) -> String {
    let modules: Vec<_> = (1..FILES).map(|file| format!("pub mod {};\n", file_name(file))).collect();
    let noun = NOUNS[2];
    let module = file_name(2);
    format!("//! The area {area}.\n{}\npub use {module}::{noun}Record as Usual{noun};\n", modules.concat())
}

/// Appends parts until the file is long enough.
fn fill(head: String, noun: &str, odd: usize) -> String {
    let mut text = head;
    for part in PARTS {
        if text.lines().count() < LINES - PART.lines().count() / 2 {
            text += &PART.replace("NAME", &format!("{noun}{part}")).replace("ODD", &odd.to_string());
        }
    }
    text
}

/// Everything but the sources. The lock file is the workspace's, so that the versions are.
fn write_package(folder: &Path, dependencies: &str, build_script: &str) -> Result<()> {
    let generator = root().join("r4c-build");
    let manifest = format!(
        "[package]\nname = \"measured-crate\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{dependencies}\n\
         [build-dependencies]\nr4c-build = {{ path = {generator:?} }}\n\n[workspace]\n"
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&folder.join("build.rs"), build_script)?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).context("the lock file cannot be copied")?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

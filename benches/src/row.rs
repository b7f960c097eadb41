//! A measured row: a call, and what it is compared with.
//!
//! Both are functions that make as many calls as they are told. The loop is inside, so that what calls it (a timer, criterion,
//! an instruction counter) adds nothing to a call; each call in it is out of line, as it would be in a service.
use r4c_bench_record::Group;
use std::fmt;
use std::hint::black_box;
use std::sync::LazyLock;

/// Makes so many calls. Several threads may do so at once.
pub type Batch = Box<dyn Fn(u64) + Send + Sync>;

/// Calls of `call`, which is an `#[inline(never)]` function or makes the call in one, on what `make` makes.
///
/// It is made and warmed up when the first calls are asked for: an instruction counter watches one row in a process, and
/// should not have to watch all the others being made. `call` is a generic parameter, not a function pointer: the call in the
/// loop is a direct one.
pub fn batch<S, A>(
    make: impl FnOnce() -> S + Send + 'static,
    call: impl Fn(&S, &'static str) -> A + Send + Sync + 'static,
) -> Batch
where
    S: Send + Sync + 'static,
{
    let made = LazyLock::new(make);
    Box::new(move |calls| {
        let made: &S = &made;
        (0..calls).for_each(|_| drop(black_box(call(made, black_box("o-1")))));
    })
}

/// What a row is compared with.
pub struct Base {
    /// `bare call`, `breaker`, `one clock read`.
    pub name: &'static str,
    /// Its name where instructions are counted.
    pub counted: Option<String>,
    /// Its calls.
    pub batch: Batch,
}

impl Base {
    /// One whose instructions are not counted.
    pub fn new(name: &'static str, batch: Batch) -> Self {
        Self { name, counted: None, batch }
    }
    /// Its instructions are counted, too.
    #[must_use]
    pub fn counted(mut self, name: String) -> Self {
        self.counted = Some(name);
        self
    }
}

/// A measured row. No two have the same [`label`](Row::label).
pub struct Row {
    /// What it is compared for.
    pub group: Group,
    /// The library, a name in [`libraries`](crate::libraries::libraries), or two joined by ` + `.
    pub library: &'static str,
    /// What is measured: `retry + breaker + classifier`.
    pub name: String,
    /// The kind of result: `24 bytes`.
    pub result: String,
    /// Threads that call at once.
    pub threads: u32,
    /// What it is compared with.
    pub base: Base,
    /// Its name where instructions are counted: of one thread, on a healthy call, r4c's alone.
    pub counted: Option<String>,
    /// Its calls.
    pub call: Batch,
}

impl Row {
    /// One of r4c's, on one thread, not counted.
    pub fn new(group: Group, name: impl Into<String>, result: String, base: Base, call: Batch) -> Self {
        Self { group, library: "r4c", name: name.into(), result, threads: 1, base, counted: None, call }
    }
    /// Its instructions are counted, too, under this name.
    #[must_use]
    pub fn counted(mut self, name: impl Into<String>) -> Self {
        self.counted = Some(name.into());
        self
    }
    /// On so many threads.
    #[must_use]
    pub fn on(mut self, threads: u32) -> Self {
        self.threads = threads;
        self
    }
    /// Of another library.
    #[must_use]
    pub fn of(mut self, library: &'static str) -> Self {
        self.library = library;
        self
    }
    /// What is said of it in a line: all that tells it from other rows.
    #[must_use]
    pub fn label(&self) -> String {
        let threads = if self.threads == 1 { String::new() } else { format!(", {} threads", self.threads) };
        let group = format!("{:?}", self.group).to_lowercase();
        format!("{group}: {}: {}, over {}, {}{threads}", self.library, self.name, self.base.name, self.result)
    }
}

impl fmt::Debug for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Base").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Row").field(&self.label()).finish()
    }
}

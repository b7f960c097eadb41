//! The libraries that are measured, and what each does on a healthy call: read in their sources, so that nobody is compared
//! unfairly.
use r4c_bench_record::Library;

/// All of them, r4c first.
#[must_use]
pub fn libraries() -> Vec<Library> {
    #[allow(unused_mut)] // without the peers there is nothing to add
    let mut libraries = vec![r4c()];
    #[cfg(feature = "peers")]
    libraries.extend(crate::rows::peers::libraries());
    libraries
}

/// The version of what the benches depend on, as it is locked.
#[cfg(feature = "peers")]
pub(crate) fn version(name: &str) -> String {
    let locked = env!("R4C_BENCH_VERSIONS").split(' ').filter_map(|package| package.split_once('='));
    let found = locked.into_iter().find(|package| package.0 == name);
    found.unwrap_or_else(|| panic!("the benches do not depend on {name}")).1.to_owned()
}

fn r4c() -> Library {
    Library {
        name: "r4c".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        reads_clock: "no; with slow calls or a time window twice, with `max_duration` once".to_owned(),
        judges_values: "yes".to_owned(),
        third_outcome: "yes, counted nowhere".to_owned(),
        sliding_window: "the last N calls, exactly; or the last seconds".to_owned(),
        limits_half_open: "yes, exactly".to_owned(),
    }
}

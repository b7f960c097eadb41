//! How this program was built: the build script knows most of it.
use r4c_bench_record::Build;

/// Of this program.
pub(crate) fn build() -> Build {
    Build {
        commit: option_env!("R4C_COMMIT").unwrap_or_default().to_owned(),
        rustc: env!("R4C_BENCH_RUSTC").to_owned(),
        target: env!("R4C_BENCH_TARGET").to_owned(),
        profile: env!("R4C_BENCH_PROFILE").to_owned(),
        flags: env!("R4C_BENCH_FLAGS").to_owned(),
    }
}

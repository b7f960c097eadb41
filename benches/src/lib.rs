//! The calls that are measured, and the rows that compare them: the same for what is timed (`measure`, criterion) and for
//! what is counted (`counts`).
//!
//! The same calls with four kinds of result, as the compiler treats them differently: 8, 24 and 256 bytes without drop
//! glue, and one that owns a `String`.
use r4c::{ConfigError, Registry};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

pub mod forms;
pub mod libraries;
pub mod row;
pub mod rows;
pub mod time;

/// Calls that bring a breaker past its minimum.
pub const WARM_UP: u32 = 200;

/// Polls a future that is ready at once, and takes what it gives out of the `Poll`, as an `.await` does.
///
/// # Panics
/// If it is not ready.
#[inline]
pub fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the measured calls never wait"),
    }
}

/// A registry whose async calls could pause, though the measured ones never do.
///
/// # Errors
/// Never, for these settings.
pub fn registry() -> Result<Registry, ConfigError> {
    time::Time::Running.registry().build()
}

/// A result of 8 bytes.
pub mod small {
    /// What a response carries.
    pub type Body = ();
    /// What an error carries.
    pub type Cause = u32;
    fn body() -> Body {}
    fn cause() -> Cause {
        1
    }
    include!("orders.rs");
    include!("calls.rs");
    r4c::include_wrappers!("small");
    /// Its name where instructions are counted.
    const KIND: &str = "small";
}

/// A result of 24 bytes without drop glue.
pub mod plain {
    /// What a response carries.
    pub type Body = u64;
    /// What an error carries.
    pub type Cause = u32;
    fn body() -> Body {
        7
    }
    fn cause() -> Cause {
        1
    }
    include!("orders.rs");
    include!("calls.rs");
    r4c::include_wrappers!("plain");
    /// Its name where instructions are counted.
    const KIND: &str = "plain";
}

/// A result of 256 bytes.
pub mod large {
    /// What a response carries.
    pub type Body = [u64; 30];
    /// What an error carries.
    pub type Cause = u32;
    fn body() -> Body {
        [7; 30]
    }
    fn cause() -> Cause {
        1
    }
    include!("orders.rs");
    include!("calls.rs");
    r4c::include_wrappers!("large");
    /// Its name where instructions are counted.
    const KIND: &str = "large";
}

/// A result that owns a `String`.
pub mod owning {
    /// What a response carries.
    pub type Body = (u32, u64, String);
    /// What an error carries.
    pub type Cause = Box<str>;
    fn body() -> Body {
        (3, 7, String::new())
    }
    fn cause() -> Cause {
        "down".into()
    }
    include!("orders.rs");
    include!("calls.rs");
    r4c::include_wrappers!("owning");
    /// Its name where instructions are counted.
    const KIND: &str = "owning";
}

/// A result that holds an inline atomic: the compiler cannot leave it where it was written.
pub mod atomic {
    use std::sync::atomic::AtomicU64;
    /// What a response carries.
    pub type Body = (AtomicU64, u64);
    /// What an error carries.
    pub type Cause = u32;
    fn body() -> Body {
        (AtomicU64::new(7), 7)
    }
    fn cause() -> Cause {
        1
    }
    include!("orders.rs");
    r4c::include_wrappers!("atomic");
}

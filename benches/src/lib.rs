//! The calls that are measured: two small traits with generated wrappers, and the same calls without them.
//!
//! The same calls with four kinds of result, as the compiler treats them differently: 8, 24 and 256 bytes without drop
//! glue, and one that owns a `String`.
use r4c::{ConfigError, Registry};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Polls a future that is ready at once.
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
    Registry::builder().sleeper(|_| std::future::ready(())).build()
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
    r4c::include_wrappers!("small");
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
    r4c::include_wrappers!("plain");
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
    r4c::include_wrappers!("large");
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
    r4c::include_wrappers!("owning");
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

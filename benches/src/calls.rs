// The measured calls of one kind of result, out of line: what is around them (the loop that repeats them) must not be
// merged with them, as it would not be with a method of a client. `KIND` comes from the module that includes this.
use crate::row::{Base, Batch, batch};
use crate::time::Time;
use crate::{WARM_UP, ready};
use r4c::{Registry, RegistryBuilder};

/// What a call gives.
pub type Answer = Result<Response, Error>;

/// The wrapped upstream.
pub type Wrapper = ResilientOrders<Upstream>;

/// A wrapper whose breaker is past its minimum: from here on the calls are healthy ones.
///
/// # Panics
/// If the registry's settings do not work out.
#[must_use]
pub fn wrapper(registry: &Registry) -> Wrapper {
    let orders = Wrapper::new(Upstream, registry).expect("a wrapper");
    (0..WARM_UP).for_each(|_| drop(orders.guarded("warm up")));
    orders
}

/// As it is shown: `24 bytes`.
#[must_use]
pub fn result() -> String {
    let owns = if std::mem::needs_drop::<Answer>() { ", with a String" } else { "" };
    format!("{} bytes{owns}", size_of::<Answer>())
}

#[inline(never)]
pub(crate) fn bare_async(upstream: &Upstream, id: &str) -> Answer {
    ready(upstream.both_async(id))
}
#[inline(never)]
pub(crate) fn retried(orders: &Wrapper, id: &str) -> Answer {
    orders.retried(id)
}
#[inline(never)]
pub(crate) fn guarded(orders: &Wrapper, id: &str) -> Answer {
    orders.guarded(id)
}
#[inline(never)]
pub(crate) fn classified(orders: &Wrapper, id: &str) -> Answer {
    #[cfg(feature = "one-more")]
    // SAFETY: an instruction that does nothing.
    unsafe {
        std::arch::asm!("nop", options(nomem, nostack, preserves_flags));
    }
    orders.classified(id)
}
#[inline(never)]
pub(crate) fn retried_classified(orders: &Wrapper, id: &str) -> Answer {
    orders.retried_classified(id)
}
#[allow(dead_code)] // asked for of some kinds of result
#[inline(never)]
pub(crate) fn both_unclassified(orders: &Wrapper, id: &str) -> Answer {
    orders.both_unclassified(id)
}
#[inline(never)]
pub(crate) fn both(orders: &Wrapper, id: &str) -> Answer {
    orders.both(id)
}
#[inline(never)]
pub(crate) fn both_async(orders: &Wrapper, id: &str) -> Answer {
    ready(orders.both_async(id))
}

/// The bare call.
pub(crate) fn bare() -> Base {
    Base::new("bare call", batch(|| Upstream, Upstream::answer)).counted(format!("{KIND} bare"))
}

/// The bare async call.
pub(crate) fn bare_async_call() -> Base {
    Base::new("bare async call", batch(|| Upstream, bare_async)).counted(format!("{KIND} async bare"))
}

/// A call of a wrapper with settings of its own.
pub(crate) fn wrapped<A>(
    time: Time,
    settings: impl FnOnce(RegistryBuilder) -> RegistryBuilder + Send + 'static,
    call: impl Fn(&Wrapper, &'static str) -> A + Send + Sync + 'static,
) -> Batch {
    let make = move || wrapper(&settings(time.registry()).build().expect("settings that work out"));
    batch(make, call)
}

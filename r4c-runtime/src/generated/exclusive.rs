//! A future that is `Sync`, for methods that promise one.
//!
//! A call under way has cells in it. Nobody can reach them through `&Exclusive`, which has no methods: so that sharing it
//! between threads shares nothing.
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A future that can be reached by `&mut` only.
pub struct Exclusive<F>(F);

// SAFETY: no function here, and no trait but `Debug`, which does not look at the future, takes `&Exclusive`.
unsafe impl<F> Sync for Exclusive<F> {}

impl<F> Exclusive<F> {
    /// Shuts it in.
    #[inline(always)]
    pub fn new(future: F) -> Self {
        Self(future)
    }
}

impl<F: Future> Future for Exclusive<F> {
    type Output = F::Output;

    #[inline(always)]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        // SAFETY: the field is pinned where `self` is, and is never moved out.
        unsafe { self.map_unchecked_mut(|this| &mut this.0) }.poll(cx)
    }
}

impl<F> fmt::Debug for Exclusive<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exclusive").finish_non_exhaustive()
    }
}

//! A registry whose pauses take no time, and futures without an executor.
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// A registry of its own for each test.
pub(crate) fn registry() -> r4c::Registry {
    let builder = r4c::Registry::builder().sleeper(|_| std::future::ready(()));
    builder.build().expect("nothing can be wrong")
}

/// Polls until the future is ready.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let (mut future, mut context) = (pin!(future), Context::from_waker(Waker::noop()));
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}

/// Polls once, and drops the future.
pub(crate) fn poll_once<F: Future>(future: F) {
    let (mut future, mut context) = (pin!(future), Context::from_waker(Waker::noop()));
    assert!(future.as_mut().poll(&mut context).is_pending());
}

/// Ready when it is polled for the second time.
pub(crate) fn pending_once() -> impl Future<Output = ()> + Send {
    let mut polled = false;
    std::future::poll_fn(move |_| if std::mem::replace(&mut polled, true) { Poll::Ready(()) } else { Poll::Pending })
}

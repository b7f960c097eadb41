//! Counts what is allocated, exactly, thread by thread.
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts each allocation and its bytes, on the thread that makes it, and hands it on to the system's allocator. It adds a
/// nanosecond or so to each.
pub(crate) struct CountingAllocator;

/// What a thread has allocated so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allocated {
    pub(crate) bytes: u64,
    pub(crate) allocations: u64,
}

thread_local! {
    static ALLOCATED: Cell<Allocated> = const { Cell::new(Allocated { bytes: 0, allocations: 0 }) };
}

impl Allocated {
    /// By this thread.
    pub(crate) fn by(act: impl FnOnce()) -> Self {
        let before = ALLOCATED.get();
        act();
        let after = ALLOCATED.get();
        Self { bytes: after.bytes - before.bytes, allocations: after.allocations - before.allocations }
    }
}

fn count(bytes: usize) {
    let so_far = ALLOCATED.get();
    ALLOCATED.set(Allocated { bytes: so_far.bytes + bytes as u64, allocations: so_far.allocations + 1 });
}

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }
    /// Counted as what it grows to: the old block is given back.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: `pointer` came from `alloc` above, with this layout.
        unsafe { System.realloc(pointer, layout, size) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `alloc` above, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::Allocated;

    #[test]
    fn what_is_allocated_is_counted_in_bytes_and_pieces() {
        let allocated = Allocated::by(|| drop((Box::new([0_u8; 24]), std::hint::black_box(vec![0_u8; 8]))));
        assert_eq!(allocated, Allocated { bytes: 32, allocations: 2 });
        assert_eq!(Allocated::by(|| ()), Allocated { bytes: 0, allocations: 0 });
    }
}

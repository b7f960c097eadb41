use r4c::generated::Detached;

pub trait Api {
    fn get(&self) -> u8;
}

pub struct Http;

impl Api for Http {
    fn get(&self) -> u8 {
        1
    }
}

pub struct Wrapper<C>(C);

impl<C> Wrapper<C> {
    pub fn new(inner: C) -> Self
    where
        C: Detached + 'static,
    {
        Wrapper(inner)
    }
}

impl<C: Api> Api for Wrapper<C>
where
    C: Detached + 'static,
{
    fn get(&self) -> u8 {
        self.0.get()
    }
}

pub fn main() {
    Wrapper::new(Http);
}

//~ error: R4C-ARG-010: a method of `Http` gives a future that may not borrow `self`, and no clone of it can be held instead
//~ label: needs `Clone`
//~ note: three ways out: derive `Clone` for it, wrap an `Arc` of it, or let the future borrow (`BoxFuture<'_, ..>`)

pub trait ClientExt: Client {
    #[r4c::retry]
    fn get(&self) -> Result<u8, String> {
        self.send("get")
    }
}

impl<T: Client + ?Sized> ClientExt for T {}

// Not every wrapper is a function.
pub trait Call {
    #[r4c::retry]
    fn call(&self) -> Result<u8, String>;
}

impl<F: Fn() -> Result<u8, String>> Call for F {
    fn call(&self) -> Result<u8, String> {
        self()
    }
}

// References are no wrappers.
pub trait Lent {
    #[r4c::retry]
    fn lent(&self) -> Result<u8, String>;
}

impl<T: Lent + ?Sized> Lent for &T {
    fn lent(&self) -> Result<u8, String> {
        (**self).lent()
    }
}

r4c::include_wrappers!();

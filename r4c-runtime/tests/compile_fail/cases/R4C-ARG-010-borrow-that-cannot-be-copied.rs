use r4c::generated::copied;

pub struct Key(u8);

pub fn get(key: &Key) -> u8 {
    let key = copied(key);
    let key = &*key;
    key.0
}

//~ error: R4C-ARG-010: the future of this method may not hold a borrow of `Key`, and no copy of it can be held instead
//~ label: needs `Clone`
//~ note: three ways out: derive `Clone` for it, let the future hold the borrow (`BoxFuture<'a, ..>` and `&'a`), or write an `async fn`

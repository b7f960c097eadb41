use r4c::returns;
use std::future::Ready;

pub fn look() {
    let _ = returns!(Result<u8, String>);
    let _ = returns!(Option<Ready<u8>>);
    let _ = returns!(Ready<Result<u8, String>>);
}

//~ error: R4C-CLS-010: a method under a policy returns `std::future::Ready<Result<u8, String>>`, a future: whether its output is a failure cannot be seen
//~ label: this future would be judged as a value
//~ note: write the output into the signature: `-> impl Future<Output = Result<..>>`, `-> BoxFuture<'_, ..>`, or `async fn`

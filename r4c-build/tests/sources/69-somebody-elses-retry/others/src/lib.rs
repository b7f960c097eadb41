use proc_macro::TokenStream;
#[proc_macro_attribute]
pub fn retry(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}
#[proc_macro_attribute]
pub fn circuit_breaker(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}
#[proc_macro_attribute]
pub fn fallback(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}
#[proc_macro_derive(Marked, attributes(retry, fallback))]
pub fn marked(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

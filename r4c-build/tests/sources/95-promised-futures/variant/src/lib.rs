//! As much of the macro `trait_variant::make` as the case needs.
use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// `make(Send)` promises it of each future of the trait; `make(Name: Send)` leaves the trait as it is.
#[proc_macro_attribute]
pub fn make(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let bounds = arguments.to_string();
    if bounds.contains(':') {
        return item;
    }
    let promise = |token: TokenTree| match token {
        TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
            TokenTree::Group(Group::new(Delimiter::Brace, promised(&body.stream().to_string(), &bounds)))
        }
        token => token,
    };
    item.into_iter().map(promise).collect()
}

fn promised(body: &str, bounds: &str) -> TokenStream {
    let body = body.split_whitespace().collect::<Vec<_>>().join(" ");
    let method = |text: &str| match (text.split_once("async fn"), text.split_once("->")) {
        (Some((attributes, rest)), None) => {
            format!("{attributes} fn {rest} -> impl ::core::future::Future<Output = ()> + {bounds}")
        }
        (Some(_), Some((head, output))) => {
            let head = head.replace("async fn", "fn");
            format!("{head} -> impl ::core::future::Future<Output = {output}> + {bounds}")
        }
        (None, Some(_)) if text.contains("impl") => format!("{text} + {bounds}"),
        _ => text.to_owned(),
    };
    let methods: Vec<_> = body.split(';').map(method).collect();
    methods.join(";").parse().expect("methods")
}

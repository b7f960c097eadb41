//! A function beside a marked free function, with the policies of the global registry.
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Path;

use super::attribute::{is_deprecated, lints, of_declared};
use super::method::{Site, SiteKind, method, origin};
use super::names::Names;
use super::policies;
use super::reach::PoliciesAt;
use super::wrapper::summary_of;
use crate::model::FunctionWrapper;
use crate::parse::method::argument_name;

/// The function.
pub(super) fn items(wrapper: &FunctionWrapper, runtime: &Path) -> Vec<TokenStream> {
    let of = &wrapper.function;
    let mut names = Names::of(&of.signature);
    names.add(super::classifiers(of));
    let (held, place) = (names.fresh(&["POLICIES"]), names.fresh(&["policies"]));
    let registry = Ident::new("registry", Span::call_site());
    let (ty, made) = (policies::method_type(of, runtime), policies::constructor(of, "", &registry, runtime));
    let statement = quote! {
        static #held: #runtime::generated::OnceLock<#ty> = #runtime::generated::OnceLock::new();
        let #place = #runtime::generated::global(&#held, |#registry| ::core::result::Result::Ok(#made));
    };
    // An argument may have the name of a function.
    let functions: Vec<&Ident> =
        of.policies.fallback.iter().map(|fallback| &fallback.method).chain([&of.signature.ident]).collect();
    let mut arguments = of.arguments.iter().filter_map(|argument| argument_name(&argument.pattern));
    let module = if arguments.any(|name| functions.contains(&name)) { quote!(self::) } else { quote!() };
    let site = Site {
        runtime,
        owner: String::new(),
        callee: module.clone(),
        own: module,
        name: Some(wrapper.name.clone()),
        inner: Ident::new("inner", Span::call_site()),
        marked: Vec::new(),
        fields: Vec::new(),
        self_type: None,
        kind: SiteKind::Function,
    };
    let global = format!("{}::Registry::global", path(runtime));
    let doc =
        format!(" `{}` with {}; the policies are those of [`Registry::global`]({global}).", of.name, summary_of(of));
    let (origin, attributes, visibility, lints) =
        (origin(of), of_declared(&of.attributes), &of.visibility, lints(is_deprecated(&of.attributes)));
    let generated = method(of, &site, &PoliciesAt::Static(statement, place));
    vec![quote! {
        #origin
        #[doc = #doc]
        ///
        /// # Panics
        /// At the first call, if the configuration of a policy is wrong.
        #(#attributes)*
        #lints
        #visibility #generated
    }]
}

fn path(runtime: &Path) -> String {
    quote!(#runtime).to_string().replace(' ', "")
}

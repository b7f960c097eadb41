//! The template of one method: a call of the runtime around a closure that runs and settles one attempt.
//!
//! | method | form |
//! |---|---|
//! | unmarked | forwarded |
//! | sync | `call(&policies, returns!(R), attempts!(\|attempt\| { .. }), ending)`, `call_once` without a retry, `call_mut` where an attempt uses something mutable |
//! | async | the same with `call_async`, returned as the future, awaited, or boxed, as the signature wants it |
//! | where attempts and fallback would borrow the same `&mut`, or an async attempt a `&mut` at all | a loop: see `in_turn` |
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{GenericParam, Path, Type};

use super::argument::{Argument, Takers};
use super::ending;
use super::names::Names;
use super::note;
use super::reach::{Locals, PoliciesAt, Reach};
use super::rule::{Judge, Judgement};
use super::signature::{Head, head};
use super::substitute::{SelfType, inferred};
use super::wrapper::Field;
use crate::model::{Fallback, GivenSelf, Method, MethodKind, Receiver};

/// What surrounds a method.
pub(super) struct Site<'a> {
    pub runtime: &'a Path,
    /// `OrdersApi::`, for people; empty for a function.
    pub owner: String,
    /// What the wrapped method is called on: `<C as OrdersApi>::`; empty for a function.
    pub callee: TokenStream,
    /// The same for the wrapper's own methods: `<Self as OrdersApi>::`.
    pub own: TokenStream,
    /// What the generated method is called, where that is not the name of the wrapped one.
    pub name: Option<Ident>,
    /// The field of the wrapped value.
    pub inner: Ident,
    /// The methods that have policies.
    pub marked: Vec<Ident>,
    /// What a wrapper that is made of another one takes over from it.
    pub fields: Vec<Field<'a>>,
    /// Where `Self` in a signature means the wrapped type.
    pub self_type: Option<SelfType<'a>>,
    /// What is left of a signature's attributes, and whether it may be `-> impl Future` where it was `async`.
    pub kind: SiteKind,
}

/// What kind of thing a method belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SiteKind {
    Trait,
    Inherent,
    Function,
}

/// A method of a wrapper, without its attributes and its visibility.
pub(super) fn method(method: &Method, site: &Site<'_>, at: &PoliciesAt) -> TokenStream {
    let mut names = Names::of(&method.signature);
    names.add(super::classifiers(method));
    let arguments = Argument::of(method, site.kind, &mut names);
    let template = Template { method, site, arguments, locals: Locals::new(&mut names) };
    match at {
        PoliciesAt::None => template.forwarded(),
        _ => template.wrapped(at, &mut names),
    }
}

/// A method, and what its parts are called.
pub(super) struct Template<'a> {
    pub method: &'a Method,
    pub site: &'a Site<'a>,
    pub arguments: Vec<Argument<'a>>,
    pub locals: Locals,
}

impl Template<'_> {
    fn forwarded(&self) -> TokenStream {
        let Template { method, site, arguments, .. } = self;
        let (inner, runtime) = (&site.inner, site.runtime);
        let receiver = match method.receiver {
            Receiver::None | Receiver::Other => None,
            Receiver::Reference => Some(quote!(&self.#inner)),
            Receiver::Mutable => Some(quote!(&mut self.#inner)),
            Receiver::Value => Some(quote!(self.#inner)),
            Receiver::Boxed => Some(quote!(#runtime::generated::Box::new(self.#inner))),
        };
        let passed = receiver.into_iter().chain(arguments.iter().map(|argument| argument.forwarded(inner)));
        let call = self.call(passed, |_| false);
        let awaited = method.kind.is_written_async() && !self.returns_future();
        let wait = awaited.then(|| quote!(.await));
        let copies = site.fields.iter().map(
            |Field { name, conditions, .. }| quote!(#(#conditions)* #name: ::core::clone::Clone::clone(&self.#name)),
        );
        let body = match self.gives_another() {
            None => quote!(#call #wait),
            Some(GivenSelf::Itself) => quote!(Self { #inner: #call #wait, #(#copies),* }),
            Some(GivenSelf::Inside) => {
                let (local, note) = (&self.locals.inner, note(&format!("{}: what has `Self` inside", self.place())));
                quote!(#note #runtime::generated::rewrap(#call #wait, |#local| Self { #inner: #local, #(#copies),* }))
            }
        };
        self.assemble(self.head(self.returns_future()), body)
    }

    /// Whether the wrapped type gives another value of itself, which is wrapped as this one is.
    fn gives_another(&self) -> Option<GivenSelf> {
        let may = self.site.kind == SiteKind::Trait && self.method.policies.is_empty();
        self.method.given_self().filter(|_| may)
    }

    fn wrapped(&self, at: &PoliciesAt, names: &mut Names) -> TokenStream {
        let policies = &self.method.policies;
        let takers = Takers { retry: policies.retry.is_some(), fallback: policies.fallback.is_some() };
        let borrowed = self.method.receiver == Receiver::Mutable || self.arguments.iter().any(Argument::is_mutable);
        let is_async = !matches!(self.method.kind, MethodKind::Sync);
        if borrowed && (takers.fallback || (is_async && takers.retry)) {
            return self.in_a_loop(at, takers, names);
        }
        let reach = self.reach(at);
        let (before, prepared) = (&reach.before, self.prepared(takers));
        if !is_async {
            let call = self.sync_call(&reach, takers, names);
            return self.assemble(self.head(false), quote!(#before #prepared #call));
        }
        let (call, copied) = (self.async_call(&reach, takers, names), self.copied());
        // The policies of a by-value receiver must live as long as the future.
        let (outside, within) = match self.method.receiver {
            Receiver::Value => (&copied, quote!(#before)),
            _ => (&quote!(#before #copied), quote!()),
        };
        if self.method.receiver == Receiver::Value || self.method.borrows_from_itself() {
            let inside = self.inside(&reach);
            return self.in_an_async_body(outside, &quote!(#within #inside #prepared #call.await));
        }
        let body = match &self.method.kind {
            MethodKind::BoxedFuture(_) | MethodKind::ImplFuture(_) => self.as_promised(call, false),
            _ if self.returns_future() => call,
            _ => quote!(#call.await),
        };
        self.assemble(self.head(self.returns_future()), quote!(#before #copied #prepared #body))
    }

    /// Copies of what the future may not hold.
    pub(super) fn copied(&self) -> TokenStream {
        let place = self.place();
        self.arguments.iter().map(|argument| argument.copied(&place, self.site.runtime)).collect()
    }

    /// The first statements in a future that borrows from itself.
    pub(super) fn inside(&self, reach: &Reach) -> TokenStream {
        let (inside, lent) = (&reach.inside, self.arguments.iter().map(|argument| argument.lent()));
        quote!(#inside #(#lent)*)
    }

    /// A future as the signature promises it. `is_block`: it is made by an `async` block.
    pub(super) fn as_promised(&self, future: TokenStream, is_block: bool) -> TokenStream {
        let runtime = self.site.runtime;
        let (bounds, is_boxed) = match &self.method.kind {
            MethodKind::BoxedFuture(bounds) => (*bounds, true),
            MethodKind::ImplFuture(bounds) => (*bounds, bounds.unpin && is_block),
            _ => return future,
        };
        let future = if bounds.sync { quote!(#runtime::generated::Exclusive::new(#future)) } else { future };
        if is_boxed { quote!(#runtime::generated::Box::pin(#future)) } else { future }
    }

    /// `call(.., |attempt| { let result = ..; attempt.settle(&result); result }, ..)`.
    fn sync_call(&self, reach: &Reach, takers: Takers, names: &mut Names) -> TokenStream {
        let (runtime, locals) = (self.site.runtime, &self.locals);
        let Locals { attempt, result, .. } = locals;
        let run = self.attempt(reach, takers, attempt);
        let Judgement { before, settle } = self.judgement(reach, quote!(&#result), names);
        let (reference, returns) = (&reach.reference, self.returns());
        let ending = self.ending(reach);
        let mutable = self.method.receiver == Receiver::Mutable || self.arguments.iter().any(Argument::is_used_up);
        // What is returned may borrow from what is given: then that must not be borrowed here, but moved.
        let moves = (mutable && !takers.retry).then(|| quote!(move));
        let attempt = quote!(#moves |#attempt| { #before let #result = #run; #settle #result });
        let (function, attempt) = match (takers.retry, mutable) {
            (false, _) => (quote!(call_once), attempt),
            (true, true) => (quote!(call_mut), attempt),
            (true, false) => (quote!(call), quote!(#runtime::__r4c_attempts(#attempt))),
        };
        quote!(#runtime::generated::#function(#reference, #returns, #attempt, #ending))
    }

    /// The same as a future: one closure makes the method's future, one polls and settles it.
    fn async_call(&self, reach: &Reach, takers: Takers, names: &mut Names) -> TokenStream {
        let (runtime, locals) = (self.site.runtime, &self.locals);
        let Locals { attempt, turn, future, poll, context, .. } = locals;
        let function = if takers.retry { quote!(call_async) } else { quote!(call_async_once) };
        let run = self.attempt(reach, takers, turn);
        let asks = self.arguments.iter().any(Argument::asks);
        let made = match (takers.retry, asks) {
            (true, true) => quote!(move |#turn| { #run }),
            (true, false) => quote!(move |_| #run),
            (false, _) => quote!(move || #run),
        };
        let Judgement { before, settle } = self.judgement(reach, quote!(&#poll), names);
        let (reference, returns) = (&reach.reference, self.returns());
        let ending = self.ending(reach);
        quote! {
            #runtime::generated::#function(
                #reference,
                #returns,
                #made,
                move |#attempt, #future, #context| {
                    #before
                    let #poll = ::core::future::Future::poll(#future, #context);
                    #settle
                    #poll
                },
                #ending,
            )
        }
    }

    /// The call of the wrapped method for one attempt.
    pub(super) fn attempt(&self, reach: &Reach, takers: Takers, turn: &Ident) -> TokenStream {
        let receiver = &reach.receiver;
        let receiver = (self.method.receiver != Receiver::None).then(|| quote!(#receiver));
        let passed = self
            .arguments
            .iter()
            .map(|argument| argument.passed(takers.retry, turn, &self.site.inner, self.site.runtime));
        let converts = |parameter: &Ident| self.arguments.iter().any(|argument| argument.converts(parameter, takers));
        self.call(receiver.into_iter().chain(passed), converts)
    }

    fn call(&self, passed: impl Iterator<Item = TokenStream>, converts: impl Fn(&Ident) -> bool) -> TokenStream {
        let (callee, ident) = (&self.site.callee, &self.method.signature.ident);
        let parameters: Vec<_> = self
            .method
            .signature
            .generics
            .params
            .iter()
            .filter_map(|parameter| match parameter {
                GenericParam::Lifetime(_) => None,
                GenericParam::Type(parameter) if converts(&parameter.ident) => Some(quote!(_)),
                GenericParam::Type(syn::TypeParam { ident, .. })
                | GenericParam::Const(syn::ConstParam { ident, .. }) => Some(quote!(#ident)),
            })
            .collect();
        let known = parameters.iter().any(|parameter| parameter.to_string() != "_");
        let turbofish = known.then(|| quote!(::<#(#parameters),*>));
        let call = quote!(#callee #ident #turbofish(#(#passed),*));
        match self.method.signature.safety {
            syn::Safety::Unsafe(_) => quote!(unsafe { #call }),
            _ => call,
        }
    }

    /// For people: the method, and where it is marked.
    pub(super) fn place(&self) -> String {
        format!("`{}{}`, {}", self.site.owner, self.method.name, self.method.location)
    }

    pub(super) fn prepared(&self, takers: Takers) -> TokenStream {
        let place = self.place();
        self.arguments
            .iter()
            .map(|argument| argument.prepared(takers, &place, &self.site.inner, self.site.runtime))
            .collect()
    }

    pub(super) fn judgement(&self, reach: &Reach, result: TokenStream, names: &mut Names) -> Judgement {
        let judge = Judge {
            method: self.method,
            owner: &self.site.owner,
            policies: reach.policies.clone(),
            attempt: &self.locals.attempt,
            result,
            self_type: self.site.self_type.as_ref(),
            runtime: self.site.runtime,
        };
        judge.judgement(names)
    }

    pub(super) fn ending(&self, reach: &Reach) -> TokenStream {
        let (method, site, failure) = (self.method, self.site, &self.locals.failure);
        match &method.policies.fallback {
            None => ending::to_caller(method, &site.owner, site.runtime),
            Some(fallback) => {
                let call = self.fallback_call(fallback, reach, failure);
                ending::to_fallback(method, fallback, &site.owner, failure, &call, site.runtime)
            }
        }
    }

    /// The fallback's call. One that has policies itself is the wrapper's; any other is called directly.
    fn fallback_call(&self, fallback: &Fallback, reach: &Reach, failure: &Ident) -> TokenStream {
        let (site, name) = (self.site, &fallback.method);
        let inner = &site.inner;
        let (callee, receiver) = match self.fallback_is_marked() {
            true => (&site.own, reach.whole.clone()),
            false if self.method.receiver == Receiver::Mutable || self.method.detached => {
                let local = &self.locals.inner;
                (&site.callee, quote!(#local))
            }
            false => (&site.callee, quote!(&self.#inner)),
        };
        let receiver = (self.method.receiver != Receiver::None).then_some(receiver);
        let given = self.arguments.iter().map(Argument::given);
        let passed = receiver.into_iter().chain(given).chain([quote!(#failure)]);
        quote!(#callee #name(#(#passed),*))
    }

    pub(super) fn fallback_is_marked(&self) -> bool {
        let fallback = self.method.policies.fallback.as_ref();
        fallback.is_some_and(|fallback| self.site.marked.contains(&fallback.method))
    }

    /// `::r4c::returns!(R)`.
    pub(super) fn returns(&self) -> TokenStream {
        let runtime = self.site.runtime;
        match inferred(&self.own_type(&self.method.output)) {
            Type::Infer(_) => quote!(#runtime::generated::ViaValue::__r4c_returns(#runtime::generated::Type::OF)),
            output => {
                let place = may_be_future(&output).then(|| note(&format!("{}: what it returns", self.place())));
                quote!(#place #runtime::returns!(#output))
            }
        }
    }

    fn own_type(&self, ty: &Type) -> Type {
        self.site.self_type.as_ref().map_or_else(|| ty.clone(), |replacement| replacement.in_type(ty))
    }

    /// Whether an `async fn` is written as a function that returns the future, which saves a layer.
    fn returns_future(&self) -> bool {
        matches!(self.method.kind, MethodKind::Async) && self.site.kind == SiteKind::Trait && !self.needs_async_body()
    }

    fn needs_async_body(&self) -> bool {
        if self.gives_another().is_some() {
            return true;
        }
        let policies = &self.method.policies;
        let borrowed = self.method.receiver == Receiver::Mutable || self.arguments.iter().any(Argument::is_mutable);
        let marked_by_value = self.method.receiver == Receiver::Value && !policies.is_empty();
        marked_by_value || (borrowed && (policies.fallback.is_some() || policies.retry.is_some()))
    }

    pub(super) fn head(&self, as_future: bool) -> TokenStream {
        let parameters =
            self.arguments.iter().map(|argument| argument.parameter(&self.own_type(argument.ty))).collect();
        head(&Head { site: self.site, method: self.method, parameters, as_future })
    }

    pub(super) fn assemble(&self, head: TokenStream, body: TokenStream) -> TokenStream {
        quote!(#head { #body })
    }
}

/// Whether a type may be a future with a name of its own, which rustc will not let pass.
fn may_be_future(ty: &Type) -> bool {
    const VALUES: [&str; 7] = ["Arc", "Box", "HashMap", "Option", "Rc", "String", "Vec"];
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last().map(|last| last.ident.to_string()) else { return false };
    let is_future = path.qself.is_some() && last == "Output";
    !(is_future || last.ends_with("Result") || VALUES.contains(&&*last) || last.starts_with(char::is_lowercase))
}

/// The comment above a generated method.
pub(super) fn origin(method: &Method) -> TokenStream {
    let place = method.location.to_string();
    quote!(#[__r4c_from = #place])
}

impl MethodKind {
    /// Whether `async` is written.
    fn is_written_async(&self) -> bool {
        matches!(self, MethodKind::Async | MethodKind::AsyncTrait)
    }
}

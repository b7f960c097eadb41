//! How an attempt is settled: by the default, by a classifier, or by a rule for each policy.
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Pat, Path};

use super::names::Names;
use super::note;
use super::policies::Held;
use super::substitute::{SelfType, in_tokens};
use crate::model::{Classifier, ErrorItem, ErrorList, Location, Method};

/// The parts of an attempt's closure that judge.
pub(super) struct Judgement {
    /// What stands before the call.
    pub before: TokenStream,
    /// The statement after the call.
    pub settle: TokenStream,
}

/// What the rules of one policy are made of.
#[derive(Clone, Copy)]
struct Policy<'a> {
    classifier: Option<&'a Classifier>,
    /// `retry_on`, `record_on`.
    failures: Option<&'a ErrorList>,
    /// `abort_on`, `ignore_on`.
    ignored: Option<&'a ErrorList>,
    location: &'a Location,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Retry,
    Breaker,
}

impl Policy<'_> {
    fn has_lists(&self) -> bool {
        self.failures.is_some() || self.ignored.is_some()
    }
}

/// What rules are built with.
pub(super) struct Judge<'a> {
    pub method: &'a Method,
    /// `OrdersApi::`, for people.
    pub owner: &'a str,
    /// The place of the policies: `self.get`.
    pub policies: TokenStream,
    pub attempt: &'a Ident,
    /// A reference to the result.
    pub result: TokenStream,
    /// Where `Self` means the wrapped type.
    pub self_type: Option<&'a SelfType<'a>>,
    pub runtime: &'a Path,
}

impl Judge<'_> {
    /// Settles `result`.
    pub(super) fn judgement(&self, names: &mut Names) -> Judgement {
        let Judge { attempt, result, .. } = self;
        let (retry, breaker) = (self.retry(), self.breaker());
        let lists = [retry, breaker].iter().flatten().any(Policy::has_lists);
        let held = Held::of(&self.method.policies);
        let judging = [retry, breaker].iter().flatten().filter(|policy| policy.classifier.is_some()).count();
        let policies = [retry, breaker].iter().flatten().count();
        match held {
            Held::None if !lists => Judgement { before: quote!(), settle: quote!(#attempt.settle(#result);) },
            Held::One(classifier) if !lists && judging == policies => {
                let location = retry.or(breaker).map_or(&self.method.location, |policy| policy.location);
                let note = self.note(location, &format!("classifier = {}", path_text(&classifier.path)));
                let settle = quote!(#note #attempt.settle_by_classifier(#result););
                Judgement { before: quote!(), settle }
            }
            _ => self.by_rules(retry, breaker, names),
        }
    }

    fn by_rules(&self, retry: Option<Policy<'_>>, breaker: Option<Policy<'_>>, names: &mut Names) -> Judgement {
        let Judge { attempt, result, runtime, .. } = self;
        let shared = match (retry, breaker) {
            (Some(retry), Some(breaker)) if retry.classifier.is_some() && breaker.classifier.is_some() => {
                matches!(Held::of(&self.method.policies), Held::One(_)).then(|| names.fresh(&["asked"]))
            }
            _ => None,
        };
        let mut before = match &shared {
            Some(asked) => {
                let place = self.classifier_place(Kind::Retry);
                quote!(let #asked = #runtime::generated::ask(#place);)
            }
            None => quote!(),
        };
        let mut rule = |policy: Option<Policy<'_>>| match policy {
            Some(policy) => self.rule(policy, shared.as_ref(), &mut before, names),
            None => quote!(#runtime::generated::AnyError),
        };
        let (retry_rule, breaker_rule) = (rule(retry), rule(breaker));
        let (retry_note, breaker_note) = (self.policy_note(retry), self.policy_note(breaker));
        let settle = quote! {
            #attempt.settle_each(#result, #retry_note #retry_rule, #breaker_note #breaker_rule);
        };
        Judgement { before, settle }
    }

    fn rule(
        &self,
        policy: Policy<'_>,
        shared: Option<&Ident>,
        before: &mut TokenStream,
        names: &mut Names,
    ) -> TokenStream {
        let runtime = self.runtime;
        let mut list = |list: &ErrorList, name: &str, before: &mut TokenStream| {
            let (name, attempt) = (names.fresh(&[name]), self.attempt);
            let closure = self.errors(list, policy, &name, names);
            before.extend(quote!(let #name = #runtime::generated::error_list(&#attempt, #closure);));
            name
        };
        let (on, except) = match policy.kind {
            Kind::Retry => ("retry_on", "abort_on"),
            Kind::Breaker => ("record_on", "ignore_on"),
        };
        let base = match (policy.classifier, policy.failures) {
            (Some(_), _) => match shared {
                Some(asked) => quote!(&#asked),
                None => {
                    let place = self.classifier_place(policy.kind);
                    quote!(#runtime::generated::ask(#place))
                }
            },
            (None, Some(failures)) => {
                let list = list(failures, on, before);
                match policy.kind {
                    Kind::Retry => quote!(#runtime::generated::RetryOn(#list)),
                    Kind::Breaker => quote!(#runtime::generated::RecordOn(#list)),
                }
            }
            (None, None) => quote!(#runtime::generated::AnyError),
        };
        match policy.ignored {
            Some(ignored) => {
                let list = list(ignored, except, before);
                quote!(#runtime::generated::Except(#list, #base))
            }
            None => base,
        }
    }

    /// The closure that says whether an error is in a list.
    fn errors(&self, list: &ErrorList, policy: Policy<'_>, name: &Ident, names: &Names) -> TokenStream {
        let (runtime, error) = (self.runtime, names.clone().fresh(&["error"]));
        let patterns: Vec<_> = list
            .items
            .iter()
            .filter_map(|item| match item {
                ErrorItem::Pattern(pattern) => Some(by_reference(pattern)),
                ErrorItem::Downcast(_) | ErrorItem::Source(_) => None,
            })
            .collect();
        let types = list.items.iter().filter_map(|item| match item {
            ErrorItem::Pattern(_) => None,
            ErrorItem::Downcast(ty) => Some(quote!(#runtime::error_is!(#error, #ty))),
            ErrorItem::Source(ty) => Some(quote!(#runtime::error_has_source!(#error, #ty))),
        });
        let guard = list.guard.as_ref().map(|guard| quote!(if #guard));
        let note = self.note(policy.location, &name.to_string());
        let matched =
            (!patterns.is_empty()).then(|| quote!(match #error { #note #(#patterns)|* #guard => true, _ => false }));
        let alternatives: Vec<_> = matched.into_iter().chain(types).map(|tokens| self.in_wrapper(tokens)).collect();
        match alternatives.as_slice() {
            [only] => quote!(|#error| #only),
            alternatives => quote!(|#error| #((#alternatives))||*),
        }
    }

    /// What the user wrote about `Self`, which is the wrapped type in the methods of a type.
    fn in_wrapper(&self, tokens: TokenStream) -> TokenStream {
        match self.self_type {
            Some(self_type) => in_tokens(tokens, &self_type.ty),
            None => tokens,
        }
    }

    /// `&*self.get.classifier`, or the one of two.
    fn classifier_place(&self, kind: Kind) -> TokenStream {
        let policies = &self.policies;
        match (Held::of(&self.method.policies), kind) {
            (Held::Two(..), Kind::Retry) => quote!(&#policies.classifier.0),
            (Held::Two(..), Kind::Breaker) => quote!(&#policies.classifier.1),
            _ => quote!(&*#policies.classifier),
        }
    }

    fn retry(&self) -> Option<Policy<'_>> {
        let retry = self.method.policies.retry.as_ref()?;
        Some(Policy {
            classifier: retry.classifier.as_ref(),
            failures: retry.retry_on.as_ref(),
            ignored: retry.abort_on.as_ref(),
            location: &retry.location,
            kind: Kind::Retry,
        })
    }

    fn breaker(&self) -> Option<Policy<'_>> {
        let breaker = self.method.policies.circuit_breaker.as_ref()?;
        Some(Policy {
            classifier: breaker.classifier.as_ref(),
            failures: breaker.record_on.as_ref(),
            ignored: breaker.ignore_on.as_ref(),
            location: &breaker.location,
            kind: Kind::Breaker,
        })
    }

    fn policy_note(&self, policy: Option<Policy<'_>>) -> TokenStream {
        let Some((policy, classifier)) = policy.and_then(|policy| Some((policy, policy.classifier?))) else {
            return quote!();
        };
        self.note(policy.location, &format!("classifier = {}", path_text(&classifier.path)))
    }

    fn note(&self, location: &Location, what: &str) -> TokenStream {
        note(&format!("`{}{}`, {location}, {what}", self.owner, self.method.name))
    }
}

/// A pattern for a reference. A constant is the only one that does not look through it by itself.
fn by_reference(pattern: &Pat) -> TokenStream {
    let is_constant = |path: &Path| {
        let last = path.segments.last().map(|last| last.ident.to_string());
        last.is_some_and(|last| !last.contains(char::is_lowercase))
    };
    match pattern {
        Pat::Path(path) if is_constant(&path.path) => quote!(&#pattern),
        _ => quote!(#pattern),
    }
}

fn path_text(path: &Path) -> String {
    quote!(#path).to_string().replace(' ', "")
}

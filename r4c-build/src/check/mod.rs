//! The rules that a model must keep, one file each, in the order of their codes.
//!
//! Rules only read: they repair nothing and depend on no other rule. After the last one `expand` cannot fail.
mod classifier_form;
mod classifier_generic;
mod classifier_implementation;
mod classifier_in_body;
mod classifier_missing;
mod classifier_not_a_type;
mod classifier_private;
mod classifier_value;
mod classifier_with_list;
mod exhausted_result;
mod fallback_arguments;
mod fallback_async;
mod fallback_missing;
mod function_form;
mod inclusion_missing;
mod inclusion_name;
mod instance_conflict;
mod instance_id;
mod kept_borrow;
mod mutable_argument;
mod name_taken;
mod needed_self;
mod receiver;
mod return_form;
mod returned_borrow;
mod reuse;
mod trait_for_all;
mod useless_value;

use crate::model::{Binding, Classifier, Method, Model, OutputFile, Wrapper};
use crate::report::Diagnostics;
use crate::source::{SourceMap, Span};

/// Checks a model.
pub(crate) fn check(model: &Model, sources: &SourceMap, diagnostics: &mut Diagnostics) {
    let mut checker = Checker { model, sources, diagnostics };
    let rules: &[fn(&mut Checker<'_>)] = &[
        classifier_missing::check,
        classifier_not_a_type::check,
        classifier_form::check,
        classifier_generic::check,
        classifier_in_body::check,
        classifier_private::check,
        classifier_value::check,
        classifier_implementation::check,
        return_form::check,
        classifier_with_list::check,
        exhausted_result::check,
        useless_value::check,
        instance_conflict::check,
        instance_id::check,
        fallback_missing::check,
        fallback_arguments::check,
        fallback_async::check,
        receiver::check,
        mutable_argument::check,
        returned_borrow::check,
        needed_self::check,
        function_form::check,
        reuse::check,
        kept_borrow::check,
        inclusion_missing::check,
        inclusion_name::check,
        name_taken::check,
        trait_for_all::check,
    ];
    rules.iter().for_each(|rule| rule(&mut checker));
}

/// What a rule sees.
struct Checker<'a> {
    model: &'a Model,
    sources: &'a SourceMap,
    diagnostics: &'a mut Diagnostics,
}

/// A marked method and where it stands.
#[derive(Clone, Copy)]
struct Marked<'a> {
    file: &'a OutputFile,
    wrapper: &'a Wrapper,
    method: &'a Method,
}

impl<'a> Checker<'a> {
    /// All marked methods.
    fn marked(&self) -> Vec<Marked<'a>> {
        let wrappers =
            self.model.files.iter().flat_map(|file| file.wrappers.iter().map(move |wrapper| (file, wrapper)));
        let all = wrappers.flat_map(|(file, wrapper)| {
            wrapper.methods().into_iter().map(move |method| Marked { file, wrapper, method })
        });
        all.filter(|marked| !marked.method.policies.is_empty()).collect()
    }

    /// All classifiers whose binding is such that `choose` makes something of it.
    fn classifiers<T>(&self, choose: impl Fn(&'a Binding) -> Option<T>) -> Vec<(&'a Classifier, T)> {
        let policies = self.marked().into_iter().map(|marked| &marked.method.policies);
        let both = policies.flat_map(|policies| {
            let retry = policies.retry.as_ref().and_then(|retry| retry.classifier.as_ref());
            let breaker = policies.circuit_breaker.as_ref().and_then(|breaker| breaker.classifier.as_ref());
            retry.into_iter().chain(breaker)
        });
        both.filter_map(|classifier| Some((classifier, choose(&classifier.binding)?))).collect()
    }

    /// The user's own words.
    fn text(&self, span: Span) -> String {
        self.sources.text(span)
    }

    /// A place for a note: `src/orders.rs:12:5`.
    fn place(&self, span: Span) -> String {
        self.sources.location(span).to_string()
    }
}

impl Marked<'_> {
    /// The first marker: what a rule about the method as a whole points at.
    fn marker(&self) -> Span {
        let policies = &self.method.policies;
        let retry = policies.retry.as_ref().map(|retry| retry.span);
        let breaker = policies.circuit_breaker.as_ref().map(|breaker| breaker.span);
        let fallback = policies.fallback.as_ref().map(|fallback| fallback.span);
        let spans = [retry, breaker, fallback].into_iter().flatten();
        spans.min_by_key(|span| span.start).unwrap_or(self.method.span)
    }

    /// The place of a syntax node of the method.
    fn span(&self, node: &impl syn::spanned::Spanned) -> Span {
        Span::of(self.method.span.file, node)
    }

    /// Whether it exists in this build for certain: what stands under other cfgs need not be in one program with it.
    fn is_certain(&self) -> bool {
        let attributes = &self.method.attributes;
        self.wrapper.is_certain() && !attributes.iter().any(|attribute| attribute.path().is_ident("cfg"))
    }

    /// Whether the method stands in a trait or impl.
    fn is_member(&self) -> bool {
        !matches!(self.wrapper, Wrapper::Function(_))
    }
}

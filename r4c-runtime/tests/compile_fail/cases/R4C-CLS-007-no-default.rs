pub struct Classifier(u8);

pub fn new() -> Classifier {
    r4c::generated::make::<Classifier>()
}

//~ error: R4C-CLS-007: the classifier `Classifier` cannot be created: it has no `Default`
//~ label: needs `impl Default for Classifier`

//! The model to files.
use crate::model::Model;

/// One generated file.
#[derive(Debug, Clone)]
pub(crate) struct File {
    /// Relative to `OUT_DIR/r4c`.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// The files of a model, each once, in the order of their paths.
pub(crate) fn expand(model: &Model) -> Vec<File> {
    let empty = |file: &crate::model::OutputFile| File { path: file.path.clone(), text: String::new() };
    model.files.iter().map(empty).collect()
}

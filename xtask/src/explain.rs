//! The page of a code.
use crate::command::root;
use anyhow::{Context, Result};
use std::fs;

pub(crate) fn run(code: &str) -> Result<()> {
    let code = code.to_uppercase();
    let page = root().join("docs/codes").join(format!("{code}.md"));
    let text = fs::read_to_string(&page)
        .with_context(|| format!("there is no page for `{code}`; docs/codes/README.md lists all codes"))?;
    print!("{text}");
    Ok(())
}

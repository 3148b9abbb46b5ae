//! `cargo book pdf` and `cargo book epub`: the site as one document.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use dialect::say;

use crate::{Book, build};

/// Builds the site and passes it to the program that writes documents in this `format`. Cargo
/// compiles this program at its first use: readers of the site do without its libraries.
pub fn document(book: &Book, here: &Path, format: &str, arguments: &[String]) -> Result<()> {
    let site = book.site();
    build(book, &site)?;
    say!("compiling the program for documents, which takes minutes the first time");
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(here)
        .args(["run", "--quiet", "--release", "--locked", "--manifest-path"])
        .arg(book.root.join("crates/book/document/Cargo.toml"))
        .arg("--target-dir")
        .arg(book.root.join("target/document"))
        .arg("--")
        .arg("--site")
        .arg(site)
        .arg(format)
        .args(arguments);
    if !cargo.status().context("cannot start cargo")?.success() {
        bail!("the document was not written");
    }
    Ok(())
}

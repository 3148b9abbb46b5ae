//! The program in `crates/book/document` turns the finished site into one document for `cargo book
//! pdf` and `cargo book epub`, and draws the pictures of `cargo book publish`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use dialect::say;

use crate::{Book, build};

/// Builds the site and passes it to the program that writes documents in this `format`.
pub fn document(book: &Book, here: &Path, format: &str, arguments: &[String]) -> Result<()> {
    let site = book.site();
    build(book, &site)?;
    written(book, here, &site, format, arguments)
}

/// Builds the site for publication into the folder `site`, and returns the number of pages. If the
/// site has an address, its pages also name pictures for programs that show links.
pub fn publish(mut book: Book, here: &Path, site: &Path) -> Result<usize> {
    book.has_pictures = book.address.is_some();
    let pages = build(&book, site)?;
    if book.has_pictures {
        written(&book, here, site, "pictures", &[])?;
    }
    Ok(pages)
}

/// Passes the site to the program for documents. Cargo compiles this program at its first use:
/// readers of the site do without its libraries.
fn written(
    book: &Book,
    here: &Path,
    site: &Path,
    format: &str,
    arguments: &[String],
) -> Result<()> {
    let target = book.root.join("target/document");
    if !target.exists() {
        say!("compiling the program for documents, which takes minutes");
    }
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(here)
        .args(["run", "--quiet", "--release", "--locked", "--manifest-path"])
        .arg(book.root.join("crates/book/document/Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .arg("--")
        .arg("--site")
        .arg(site)
        .arg(format)
        .args(arguments);
    if !cargo.status().context("cannot start cargo")?.success() {
        bail!("the program for documents has failed");
    }
    Ok(())
}

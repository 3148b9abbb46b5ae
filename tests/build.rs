//! Hands every Rust block of the book to skeptic.
//!
//! skeptic reads Markdown but does not know includes, names its tests by line, and runs a block as
//! it stands. So this script expands the includes, and writes each block into a Markdown file of
//! its own, on the line where it stands in its chapter: the test of the block on line 42 of
//! `src/nadaraya-watson.md` is called `nadaraya_watson_line_42`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use dialect::{Block, Source};

fn main() -> Result<(), Box<dyn Error>> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let root = package.parent().ok_or("the package has no parent folder")?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for watched in ["build.rs", "../src", "../exercises", "../README.md"] {
        println!("cargo::rerun-if-changed={watched}");
    }
    println!("cargo::rustc-env=TARGET={}", env::var("TARGET")?);
    match write_documents(root, &out.join("blocks")) {
        Ok(documents) => {
            skeptic::generate_doc_tests(&documents);
            route_through_this_package(&out.join("skeptic-tests.rs"))?;
            Ok(())
        }
        Err(problems) => {
            for problem in problems {
                println!("cargo::error={problem}");
            }
            Err("the chapters have errors".into())
        }
    }
}

/// Writes one document for each block and returns their paths.
fn write_documents(
    root: &Path,
    out: &Path,
) -> Result<Vec<PathBuf>, Vec<dialect::Problem>> {
    let sources = dialect::snippet_sources(root)?;
    let (mut documents, mut problems) = (Vec::new(), Vec::new());
    for source in &sources {
        for file in dialect::included(source) {
            println!("cargo::rerun-if-changed={}", root.join(file).display());
        }
        let blocks = dialect::expand(root, source)
            .and_then(|expanded| dialect::blocks(&expanded));
        match blocks {
            Err(found) => problems.extend(found),
            Ok(blocks) => {
                for block in blocks {
                    match write_document(out, source, &block) {
                        Ok(document) => documents.push(document),
                        Err(error) => problems.push(dialect::Problem::new(
                            &source.file,
                            block.line,
                            format!("cannot be written for the tests: {error}"),
                        )),
                    }
                }
            }
        }
    }
    if problems.is_empty() {
        Ok(documents)
    } else {
        Err(problems)
    }
}

/// Writes the document of one block, only if it changed.
fn write_document(
    out: &Path,
    source: &Source,
    block: &Block,
) -> std::io::Result<PathBuf> {
    // The folder of a chapter is part of the name of its tests.
    let name = source.file.strip_prefix("src/").unwrap_or(&source.file);
    let name = name
        .strip_suffix(".md")
        .unwrap_or(name)
        .replace(['/', '-'], "_");
    let folder = out.join(block.line.to_string());
    let document = folder.join(format!("{name}.md"));
    let flag = if block.no_run { ",no_run" } else { "" };
    let text = format!(
        "{}```rust{flag}\n{}```\n",
        "\n".repeat(block.line.saturating_sub(1)),
        dialect::program(&source.file, block)
    );
    if fs::read_to_string(&document).is_ok_and(|old| old == text) {
        return Ok(document);
    }
    fs::create_dir_all(folder)?;
    fs::write(&document, text)?;
    Ok(document)
}

/// Lets the generated tests call this package, which names chapter and line when one fails,
/// instead of skeptic, which prints ten thousand characters of compiler options.
fn route_through_this_package(generated: &Path) -> std::io::Result<()> {
    let text = fs::read_to_string(generated)?;
    let routed = text
        .replace("extern crate skeptic;\n", "")
        .replace("skeptic::rt::run_test(", "crate::run(")
        .replace("skeptic::rt::compile_test(", "crate::compile(");
    if routed == text {
        return Ok(());
    }
    fs::write(generated, routed)
}

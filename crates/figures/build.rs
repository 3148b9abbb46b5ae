//! Draws all figures of the book into `images/`.
//!
//! It compiles the library's own sources, because a library cannot be its own build dependency.
//! A file is written only if its picture changes by more than rounding, and none is removed.

use std::path::{Path, PathBuf};
use std::{fs, io};

use figures::compare::{TOLERANCE, compare};

#[path = "src/lib.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script uses a part of the library, and nobody uses the script"
)]
mod figures;

fn main() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package
        .ancestors()
        .nth(2)
        .expect("the package lies in crates/ of the workspace");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    for figure in figures::all() {
        let file: PathBuf = workspace.join("images").join(figure.path);
        // A file that somebody removed or changed by hand is drawn again.
        println!("cargo::rerun-if-changed={}", file.display());
        if let Err(error) = write_if_changed(&file, &figure.svg) {
            println!(
                "cargo::error=cannot write the figure {}: {error}",
                file.display()
            );
        }
    }
}

fn write_if_changed(file: &Path, svg: &str) -> io::Result<()> {
    if fs::read_to_string(file).is_ok_and(|old| compare(&old, svg, TOLERANCE).is_ok()) {
        return Ok(());
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, svg)
}

//! Draws all figures of the book once: into `images/`, and as they were drawn for the tests.
//!
//! A file of `images/` is written only if its picture changes by more than rounding, and none is removed.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, io, thread};

use drawing::compare;
use figures::{ALL, Figure};

fn main() {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../images");
    let output =
        env::var_os("OUT_DIR").expect("cargo says where a build script may write");
    let drawn = PathBuf::from(output).join("figures");
    println!("cargo::rerun-if-changed=build.rs");
    for figure in ALL {
        // A file that somebody removed or changed by hand is drawn again.
        println!("cargo::rerun-if-changed=../../images/{}", figure.path());
    }
    if drawn.exists() {
        fs::remove_dir_all(&drawn).expect("what the last build drew can be removed");
    }
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(figure) = ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = draw(figure, &images, &drawn) {
                        println!(
                            "cargo::error=cannot write {}: {error}",
                            figure.path()
                        );
                    }
                }
            });
        }
    });
}

fn draw(figure: &Figure, images: &Path, drawn: &Path) -> io::Result<()> {
    let (path, svg) = (figure.path(), figure.svg());
    write(&drawn.join(&path), &svg)?;
    let file = images.join(path);
    match fs::read_to_string(&file) {
        Ok(old) if compare(&old, &svg).is_ok() => Ok(()),
        _ => write(&file, &svg),
    }
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, text)
}

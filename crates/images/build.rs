//! Draws all figures of the book once, into `images/` and, for the tests, into a folder of their
//! own.
//!
//! A file in `images/` is written only if its picture changes by more than rounding, and is never
//! removed.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::{env, fs, io, thread};

use drawing::compare;
use figures::Figure;

fn main() {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../images");
    let output = env::var_os("OUT_DIR").expect("cargo says where a build script may write");
    let drawn = PathBuf::from(output).join("figures");
    println!("cargo::rerun-if-changed=build.rs");
    let figures: Vec<Figure> = figures::all().collect();
    for figure in &figures {
        // Redraws a file that somebody removed or changed by hand.
        println!("cargo::rerun-if-changed=../../images/{}.svg", figure.path());
    }
    if drawn.exists() {
        fs::remove_dir_all(&drawn).expect("what the last build drew can be removed");
    }
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for first in 0..threads {
            let (figures, images, drawn) = (&figures, &images, &drawn);
            scope.spawn(move || {
                for figure in figures.iter().skip(first).step_by(threads) {
                    draw(figure, images, drawn);
                }
            });
        }
    });
}

fn draw(figure: &Figure, images: &Path, drawn: &Path) {
    let (path, svg) = (format!("{}.svg", figure.path()), (figure.draw)());
    if let Err(error) = write(&drawn.join(&path), &svg) {
        println!("cargo::error=cannot write {path}: {error}");
    }
    let file = images.join(&path);
    let old = fs::read_to_string(&file).ok();
    if old.is_none_or(|old| compare(&old, &svg).is_err())
        && let Err(error) = write(&file, &svg)
    {
        // The sources may be read-only; a test compares what is drawn with the files.
        println!("cargo::warning=cannot write {}: {error}", file.display());
    }
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, text)
}

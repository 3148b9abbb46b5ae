//! Tests of the figures that the build script drew.

mod committed;
mod contrast;
mod invariants;
mod themes;
mod vision;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// A figure and its path below `images/`.
struct Figure {
    path: String,
    svg: String,
}

/// All figures, as the build script drew them.
static ALL: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let folder = Path::new(images::DRAWN);
    let figures = svg_files(folder).into_iter().map(|path| Figure {
        svg: fs::read_to_string(folder.join(&path)).expect("a figure can be read"),
        path,
    });
    figures.collect()
});

/// Returns the paths of the figures in the subfolders of a folder.
fn svg_files(folder: &Path) -> Vec<String> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder can be read");
        let names = entries.map(|entry| entry.expect("a folder can be read").file_name());
        names.filter_map(|name| name.into_string().ok()).collect()
    };
    let mut files = Vec::new();
    for chapter in names(folder) {
        if folder.join(&chapter).is_dir() {
            let own = names(&folder.join(&chapter)).into_iter();
            let figures = own.filter(|name| name.ends_with(".svg"));
            files.extend(figures.map(|name| format!("{chapter}/{name}")));
        }
    }
    files.sort();
    files
}

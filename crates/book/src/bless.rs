//! Rewriting the outputs that the chapters show.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::process::Command;

use dialect::{BLESS, Source, output_file};

use crate::{Book, Error};

/// Runs all snippets and writes what they print into the chapters. Returns the changed files.
///
/// # Errors
///
/// [`Error::Bless`] if a snippet does not compile or run; the chapters are then left alone.
pub fn bless(book: &Book) -> Result<Vec<String>, Error> {
    let sources = dialect::snippet_sources(&book.root).map_err(Error::Problems)?;
    let folder =
        tempfile::tempdir().map_err(Error::file(env::temp_dir(), "cannot write"))?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "test",
            "--quiet",
            "--package",
            "book-tests",
            "--test",
            "snippets",
        ])
        .current_dir(&book.root)
        .env(BLESS, folder.path())
        .status()
        .map_err(|error| Error::Bless(format!("cargo cannot be run: {error}")))?;
    if !status.success() {
        return Err(Error::Bless("a snippet does not pass (see above)".into()));
    }
    let mut printed = HashMap::new();
    let unreadable = || Error::file(folder.path(), "cannot read");
    for entry in fs::read_dir(folder.path()).map_err(unreadable())? {
        let path = entry.map_err(unreadable())?.path();
        let text =
            fs::read_to_string(&path).map_err(Error::file(&path, "cannot read"))?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        printed.insert(name, text);
    }
    let mut rewritten = Vec::new();
    for source in &sources {
        let expanded = dialect::expand(&book.root, source).map_err(Error::Problems)?;
        let blocks = dialect::blocks(&expanded).map_err(Error::Problems)?;
        let text = dialect::bless(source, &blocks, |block| {
            printed.get(&output_file(&source.file, block.line)).cloned()
        })?;
        // Running the snippets takes a while; somebody may have gone on writing.
        if Source::read(&book.root, &source.file)?.text != source.text {
            let message = format!("{} was changed while the snippets ran", source.file);
            return Err(Error::Bless(message));
        }
        if text != source.text {
            rewritten.push((source.file.clone(), text));
        }
    }
    for (file, text) in &rewritten {
        let path = book.root.join(file);
        fs::write(&path, text).map_err(Error::file(path, "cannot write"))?;
    }
    Ok(rewritten.into_iter().map(|(file, _)| file).collect())
}

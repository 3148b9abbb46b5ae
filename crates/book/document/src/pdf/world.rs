//! The files that Typst reads, all of them in memory: the text, the figures, and the fonts.

use std::collections::HashMap;

use anyhow::{Result, anyhow};
use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

/// The Chinese characters of the glossary, which Typst's own fonts lack.
const CHINESE: &[u8] = include_bytes!("../../fonts/NotoSerifCJK-subset.otf");

/// The files and fonts of one document.
pub(super) struct Memory {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    main: Source,
    files: HashMap<FileId, Bytes>,
}

impl Memory {
    /// Holds the text `main` and the `files`, which it reads by their paths.
    pub(super) fn new(main: String, files: Vec<(String, String)>) -> Result<Self> {
        let fonts = typst_assets::fonts().chain([CHINESE]);
        let fonts = fonts.flat_map(|font| Font::iter(Bytes::new(font))).collect::<Vec<_>>();
        let files =
            files.into_iter().map(|(path, text)| Ok((id(&path)?, Bytes::from_string(text))));
        Ok(Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            main: Source::new(id("main.typ")?, main),
            files: files.collect::<Result<_>>()?,
        })
    }

    /// Returns the start of what the main text has at the byte `start`.
    pub(super) fn around(&self, start: usize) -> String {
        self.main.text().get(start..).unwrap_or_default().chars().take(120).collect()
    }
}

fn id(path: &str) -> Result<FileId> {
    let virtual_path = VirtualPath::new(path).map_err(|error| anyhow!("{path}: {error}"))?;
    Ok(RootedPath::new(VirtualRoot::Project, virtual_path).intern())
}

impl World for Memory {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main.id() {
            return Ok(self.main.clone());
        }
        let text = self.file(id)?.to_str().map_err(|_| FileError::InvalidUtf8)?.to_string();
        Ok(Source::new(id, text))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let path = id.get().vpath().get_without_slash();
        self.files.get(&id).cloned().ok_or_else(|| FileError::NotFound(path.into()))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    /// Keeps the document the same on every day.
    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

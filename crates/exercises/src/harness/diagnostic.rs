//! Errors and warnings of the compiler.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(crate) struct Diagnostic {
    pub(crate) message: String,
    pub(crate) level: String,
    code: Option<Code>,
    spans: Vec<Span>,
    /// The message with lines of the source.
    pub(crate) rendered: String,
}

#[derive(Debug, Deserialize)]
struct Code {
    code: String,
}

#[derive(Debug, Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    column_start: usize,
    is_primary: bool,
}

impl Diagnostic {
    /// Reads a line of the compiler's output. Its closing summary is no diagnostic.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let found: Self = serde_json::from_str(line).ok()?;
        let is_summary = found.level == "failure-note"
            || found.spans.is_empty() && found.message.starts_with("aborting due to")
            || found.message.ends_with(" emitted");
        (!is_summary).then_some(found)
    }

    /// Returns the code of an error, for instance `E0432`.
    pub(crate) fn error_code(&self) -> Option<&str> {
        let code = self.code.as_ref().map(|code| &*code.code);
        code.filter(|code| code.starts_with("E0"))
    }

    /// Formats `error[E0308]: mismatched types`.
    pub(crate) fn title(&self) -> String {
        match self.error_code() {
            Some(code) => format!("{}[{code}]: {}", self.level, self.message),
            None => format!("{}: {}", self.level, self.message),
        }
    }

    /// Returns the number of the version that the diagnostic is about, the file in it, and the
    /// position in the file, for instance `:5:3`.
    pub(crate) fn place(&self) -> Option<(usize, &str, String)> {
        let span = self.spans.iter().find(|span| span.is_primary)?;
        let (version, file) = in_version(&span.file_name)?;
        let (line, column) = (span.line_start, span.column_start);
        Some((version, file, format!(":{line}:{column}")))
    }
}

/// Splits a path of the program's own files, such as `v0/public.rs`, into the number of the version
/// and the rest. Other files, such as a reader's, have absolute paths.
pub(crate) fn in_version(path: &str) -> Option<(usize, &str)> {
    let (version, rest) = path.strip_prefix('v')?.split_once(['/', '\\'])?;
    Some((version.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::in_version;

    #[test]
    fn only_relative_paths_are_in_a_version() {
        for (path, found) in [
            ("v0/hidden.rs:3:1", Some((0, "hidden.rs:3:1"))),
            (r"v12\hidden.rs:3:1", Some((12, "hidden.rs:3:1"))),
            ("/home/me/v0/hidden.rs:3:1", None),
            (r"C:\me\v0\hidden.rs:3:1", None),
            ("vendor/lib.rs:3:1", None),
        ] {
            assert_eq!(in_version(path), found, "{path}");
        }
    }
}

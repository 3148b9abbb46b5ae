//! What needs a proof: read from the source, so that nobody can forget to say so.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The operations and layers of the crate.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Subjects {
    /// What is recorded on the tape, by name.
    pub(crate) operations: BTreeSet<String>,
    /// What implements `Module`.
    pub(crate) layers: BTreeSet<String>,
}

/// The scalar tape of the appendix records numbers, not named operations.
const OTHER_TAPE: &str = "automatic_differentiation";

const UNREADABLE: &str =
    "an operation needs a name that is written where it is recorded";

impl Subjects {
    /// Those of the crate.
    pub(crate) fn of_crate() -> Self {
        let mut subjects = Self::default();
        subjects.read_folder(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
        subjects
    }

    fn read_folder(&mut self, folder: &Path) {
        let entries = fs::read_dir(folder).expect("a folder of the source can be read");
        for entry in entries {
            let path = entry.expect("a folder of the source can be read").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            if ["tests", "testing", OTHER_TAPE].contains(&name.as_ref()) {
                continue;
            }
            if path.is_dir() {
                self.read_folder(&path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text =
                    fs::read_to_string(&path).expect("a source file can be read");
                let read = self.read(&text);
                read.unwrap_or_else(|place| {
                    panic!("{}: {UNREADABLE}: {place}", path.display())
                });
            }
        }
    }

    /// Reads one file. The error is where an operation is recorded under a name that is no text.
    fn read(&mut self, text: &str) -> Result<(), String> {
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: Vec<&str> = text.lines().filter(is_code).collect();
        let code = code.join("\n");
        for call in [".record(", ".record_many("] {
            for after in code.split(call).skip(1) {
                let argument = after.trim_start();
                let name = argument
                    .strip_prefix('"')
                    .and_then(|name| name.split_once('"'));
                let place = || argument.lines().next().unwrap_or_default().to_owned();
                let (name, _) = name.ok_or_else(place)?;
                self.operations.insert(name.to_owned());
            }
        }
        for line in code.lines().filter(|line| line.starts_with("impl")) {
            if let Some((_, layer)) = line.split_once("Module for ") {
                let end = layer.find(|c: char| !c.is_alphanumeric());
                let layer = &layer[..end.unwrap_or(layer.len())];
                self.layers.insert(layer.to_owned());
            }
        }
        Ok(())
    }
}

/// Names are found on the same line and on the next, but not in comments.
pub(crate) fn the_source_is_read() {
    let text = r#"
        /// tape.record("in a comment", [x], y);
        self.tape().record("exp", [self], power, move |d, [dx]| {});
        self.tape()
            .record("softmax", [self], weights, |d, [dx]| {});
        self.tape().record(
            "layer_norm",
            parents,
        );
        first.tape().record_many("concat", parts, joined, |d, slots| {});
/// impl Module for Example {
impl Module for Linear {
impl<M: Module> Module for Stack<M> {
"#;
    let mut subjects = Subjects::default();
    assert_eq!(subjects.read(text), Ok(()));
    let operations = ["concat", "exp", "layer_norm", "softmax"];
    assert_eq!(subjects.operations, operations.map(str::to_owned).into());
    assert_eq!(
        subjects.layers,
        ["Linear", "Stack"].map(str::to_owned).into()
    );

    let of_crate = Subjects::of_crate();
    for operation in ["add", "matmul", "attention", "gru_gates"] {
        assert!(of_crate.operations.contains(operation), "{of_crate:?}");
    }
    assert!(of_crate.layers.contains("Gru"), "{of_crate:?}");
    assert!(!of_crate.operations.contains("cube"), "{of_crate:?}");
}

/// A name that cannot be read is an error: the operation would need no proof.
pub(crate) fn a_name_that_is_no_text_is_refused() {
    let read = Subjects::default().read("x.tape().record(NAME, [x], y);");
    assert_eq!(read, Err("NAME, [x], y);".to_owned()));
}

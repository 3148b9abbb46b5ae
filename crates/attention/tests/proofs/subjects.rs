//! The operations and layers that need a proof, read from the source so that none can be forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The operations and layers of the chapters and of the engine.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Subjects {
    /// The names of the operations that are recorded on the tape.
    pub(crate) operations: BTreeSet<String>,
    /// The types that implement `Module`, each with the module of the crate that contains it:
    /// `nn::Linear`.
    pub(crate) layers: BTreeSet<String>,
}

/// The scalar tape of the appendix records numbers, not named operations, and a checkpoint is not a
/// layer: it visits the parameters that it saves.
const OTHERS: [&str; 2] = ["automatic_differentiation", "checkpoint"];

const UNREADABLE: &str = "an operation needs a name that is written where it is recorded, and so does a layer";

impl Subjects {
    /// Reads all crates that the companion crate re-exports.
    pub(crate) fn of_book() -> Self {
        let mut subjects = Self::default();
        for package in ["engine", "translation", "attention"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name(package);
            subjects.read_folder(&folder.join("src"), None);
        }
        subjects
    }

    fn read_folder(&mut self, folder: &Path, module: Option<&str>) {
        let entries = fs::read_dir(folder).expect("a folder of the source can be read");
        for entry in entries {
            let path = entry.expect("a folder of the source can be read").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            if ["tests", "testing"]
                .iter()
                .chain(&OTHERS)
                .any(|other| *other == name)
            {
                continue;
            }
            let module = module.unwrap_or(&name);
            if path.is_dir() {
                self.read_folder(&path, Some(module));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text =
                    fs::read_to_string(&path).expect("a source file can be read");
                let read = self.read(module, &text);
                read.unwrap_or_else(|place| {
                    panic!("{}: {UNREADABLE}: {place}", path.display())
                });
            }
        }
    }

    /// Reads one file. The error is the place where the name of a recorded operation, or of a layer
    /// in a macro, is not written out.
    fn read(&mut self, module: &str, text: &str) -> Result<(), String> {
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
        for line in code.lines() {
            if line.contains("Module for $") {
                return Err(line.trim().to_owned());
            }
            let layer = line.split_once("Module for ");
            if let Some((_, layer)) = layer.filter(|_| line.starts_with("impl")) {
                let end = layer.find(|c: char| !c.is_alphanumeric());
                let layer = &layer[..end.unwrap_or(layer.len())];
                self.layers.insert(format!("{module}::{layer}"));
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
        self.tape().record("scale", [self], product, |d, [dx]| {});
        first.tape().record_many("concat", parts, joined, |d, slots| {});
/// impl Module for Example {
impl Module for Linear {
impl<M: Module> Module for Stack<M> {
"#;
    let mut subjects = Subjects::default();
    assert_eq!(subjects.read("nn", text), Ok(()));
    let operations = ["concat", "exp", "layer_norm", "scale", "softmax"];
    assert_eq!(subjects.operations, operations.map(str::to_owned).into());
    assert_eq!(
        subjects.layers,
        ["nn::Linear", "nn::Stack"].map(str::to_owned).into()
    );

    let of_book = Subjects::of_book();
    for operation in ["add", "matmul", "fused_attend", "gru_gates"] {
        assert!(of_book.operations.contains(operation), "{of_book:?}");
    }
    assert!(of_book.layers.contains("nn::Gru"), "{of_book:?}");
    assert!(!of_book.operations.contains("cube"), "{of_book:?}");
}

/// A name that cannot be read is an error: the operation or layer would need no proof.
pub(crate) fn a_name_that_is_not_a_literal_is_refused() {
    let read = |text| Subjects::default().read("nn", text);
    let operation = read("x.tape().record(NAME, [x], y);");
    assert_eq!(operation, Err("NAME, [x], y);".to_owned()));
    let layer = read("        $(impl Module for $layer {");
    assert_eq!(layer, Err("$(impl Module for $layer {".to_owned()));
}

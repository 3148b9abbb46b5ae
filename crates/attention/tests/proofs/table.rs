//! Which subject has which proof, and which it lacks.

use std::fmt::Write;

use crate::proof::{Kind, Proof};
use crate::subjects::Subjects;

/// Operations so small that their formula is their definition: a composition would be the same
/// again, and PyTorch's numbers for layers include them. Every operation that is not listed needs
/// both.
const PRIMITIVES: &[&str] = &[
    "add",
    "concat",
    "decays",
    "div",
    "dropout",
    "exp",
    "index",
    "insert_axis",
    "ln",
    "matmul",
    "mean",
    "mean_axis",
    "mul",
    "neg",
    "permute",
    "pick",
    "relu",
    "reshape",
    "rows",
    "scale",
    "select",
    "shift",
    "sigmoid",
    "silu",
    "slice",
    "sqrt",
    "square",
    "stack",
    "sub",
    "sum",
    "sum_axis",
    "tanh",
    "transpose",
];

/// Layers whose numbers come from somewhere else.
const NO_GOLDEN: &[(&str, &str)] =
    &[("nn::Dropout", "it draws random numbers of its own")];

/// Layers that are proved with the whole that they are parts of.
const PARTS: &[(&str, &str)] = &[
    ("newer_transformer::Block", "newer_transformer::DecoderOnly"),
    (
        "newer_transformer::Network",
        "newer_transformer::DecoderOnly",
    ),
    ("newer_transformer::Norm", "newer_transformer::DecoderOnly"),
    ("nn::GruLayer", "nn::Gru"),
];

/// Small models that a chapter trains, and wrong ones that a test finds: they are made of layers,
/// and their chapter tests them.
const MODELS: &[&str] = &[
    "attention_as_memory::AttentionOnly",
    "attention_as_memory::Recall",
    "encoder_decoder::ContextFromState",
    "encoder_decoder::ReadsPadding",
    "multi_head::SlopeModel",
    "self_attention::PreviousToken",
    "transformer::AlwaysPositionZero",
    "transformer::LooksAhead",
    "transformer::MaskOnlyInTraining",
];

/// Functions that are made of operations and that layers are made of.
const FUNCTIONS: &[&str] = &[
    "attend",
    "attend_in_groups",
    "delta_attend",
    "linear_attend",
];

/// The proofs of one subject.
struct Row {
    name: String,
    needs: Vec<Kind>,
    /// How many proofs of each kind, in the order of [`KINDS`].
    counts: [usize; 4],
}

const KINDS: [Kind; 4] = [
    Kind::Gradient,
    Kind::Golden,
    Kind::Composition,
    Kind::Property,
];

/// All subjects with their proofs.
pub(crate) struct Table {
    rows: Vec<Row>,
    mistakes: Vec<String>,
}

impl Table {
    pub(crate) fn new(subjects: &Subjects, proofs: &[Proof]) -> Self {
        let operations = subjects.operations.iter().map(String::as_str);
        let operations = operations.map(|name| (name, needs_of_operation(name)));
        let functions = FUNCTIONS.iter();
        let functions =
            functions.map(|&name| (name, vec![Kind::Gradient, Kind::Golden]));
        let layers = subjects.layers.iter().map(String::as_str);
        let layers =
            layers.filter(|name| !names(PARTS, name) && !MODELS.contains(name));
        let layers = layers.map(|name| (name, needs_of_layer(name)));
        let rows = operations.chain(functions).chain(layers);
        let rows: Vec<Row> = rows
            .map(|(name, needs)| Row::new(name, needs, proofs))
            .collect();
        let mistakes = [about_nothing(&rows, proofs), outdated(subjects)].concat();
        Self { rows, mistakes }
    }

    /// Returns a line for each proof that is missing, and for each name that fits nothing.
    pub(crate) fn mistakes(&self) -> Vec<String> {
        let missing = self.rows.iter().flat_map(|row| {
            let lacking = row.needs.iter().filter(|kind| row.count(**kind) == 0);
            lacking.map(|kind| format!("{} has no proof of the kind {kind}", row.name))
        });
        missing.chain(self.mistakes.iter().cloned()).collect()
    }
}

fn needs_of_operation(name: &str) -> Vec<Kind> {
    if PRIMITIVES.contains(&name) {
        return vec![Kind::Gradient];
    }
    vec![Kind::Gradient, Kind::Golden, Kind::Composition]
}

fn needs_of_layer(name: &str) -> Vec<Kind> {
    if names(NO_GOLDEN, name) {
        return vec![Kind::Gradient];
    }
    vec![Kind::Gradient, Kind::Golden]
}

/// Returns a line for each proof whose subject does not exist.
fn about_nothing(rows: &[Row], proofs: &[Proof]) -> Vec<String> {
    let unknown = |proof: &&Proof| rows.iter().all(|row| row.name != proof.subject);
    let proofs = proofs.iter().filter(unknown);
    let line =
        |proof: &Proof| format!("{}: there is no {}", proof.name(), proof.subject);
    proofs.map(line).collect()
}

/// Names in the lists above that do not exist, or no longer.
fn outdated(subjects: &Subjects) -> Vec<String> {
    let Subjects { operations, layers } = subjects;
    let primitives = PRIMITIVES
        .iter()
        .filter(|name| !operations.contains(**name));
    let listed = NO_GOLDEN.iter().chain(PARTS).map(|(name, _)| name);
    let listed = listed.chain(MODELS);
    let listed = listed.filter(|name| !layers.contains(**name));
    let outdated = primitives.chain(listed);
    let line =
        |name: &&str| format!("{name} is listed in table.rs, but it does not exist");
    outdated.map(line).collect()
}

impl Row {
    fn new(name: &str, needs: Vec<Kind>, proofs: &[Proof]) -> Self {
        let count = |kind| {
            let fits = |proof: &&Proof| proof.subject == name && proof.kind == kind;
            proofs.iter().filter(fits).count()
        };
        Self {
            name: name.to_owned(),
            needs,
            counts: KINDS.map(count),
        }
    }

    fn count(&self, kind: Kind) -> usize {
        let pairs = KINDS.iter().zip(self.counts);
        pairs
            .filter(|(of, _)| **of == kind)
            .map(|(_, count)| count)
            .sum()
    }

    fn cell(&self, kind: Kind) -> String {
        match self.count(kind) {
            0 if self.needs.contains(&kind) => "MISSING".to_owned(),
            0 => "-".to_owned(),
            count => count.to_string(),
        }
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut lines = format!("{:40}", "proofs of");
        for kind in KINDS {
            write!(lines, "{:>12}", kind.to_string())?;
        }
        for row in &self.rows {
            write!(lines, "\n{:40}", row.name)?;
            for kind in KINDS {
                write!(lines, "{:>12}", row.cell(kind))?;
            }
        }
        for (part, whole) in PARTS {
            write!(lines, "\n{part:40}  with {whole}")?;
        }
        for model in MODELS {
            write!(lines, "\n{model:40}  by its chapter")?;
        }
        for (layer, why) in NO_GOLDEN {
            write!(lines, "\n{layer} has no golden values: {why}.")?;
        }
        f.write_str(&lines)
    }
}

fn names(list: &[(&str, &str)], name: &str) -> bool {
    list.iter().any(|(listed, _)| *listed == name)
}

//! What a batch is made of.

use attention::data::{Batch, Corpus, PAD, Pair, Vocabularies, Vocabulary};
use ndarray::{Array2, Ix2};

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Fill, TextLook};
use super::super::cells::{self, Grid};
use super::super::style::{Role, WIDTH};

const PAIRS: [[&str; 2]; 3] = [
    ["She sings.", "Elle chante."],
    ["I see her.", "Je la vois."],
    ["The old boat is red.", "Le vieux bateau est rouge."],
];

/// Three pairs of sentences as the arrays of a batch.
///
/// ```
/// let figure = figures::bahdanau::batch();
/// assert_eq!(figure.svg.matches(">&lt;bos&gt;</text>").count(), 3);
/// assert_eq!(figure.svg.matches(">&lt;eos&gt;</text>").count(), 3 + 3);
/// ```
pub fn batch() -> Figure {
    let corpus = Corpus::from_pairs(PAIRS.map(|[source, target]| Pair {
        source: source.to_owned(),
        target: target.to_owned(),
    }));
    let vocabularies = Vocabularies::new(&corpus, 1);
    let [source_vocab, target_vocab] = vocabularies.sizes();
    let batch = Batch::new(&vocabularies.examples(&corpus), source_vocab, target_vocab)
        .expect("the sentences have tokens");
    let two = |ids: &ndarray::ArrayD<usize>| -> Array2<usize> {
        ids.clone()
            .into_dimensionality::<Ix2>()
            .expect("batch, steps")
    };
    let (source, inputs) = (two(batch.source.tokens.ids()), two(batch.inputs.ids()));
    let tables = [
        ("source", &source, &batch.source.lens, &vocabularies.source),
        (
            "inputs of the decoder",
            &inputs,
            &batch.target_lens,
            &vocabularies.target,
        ),
        (
            "targets",
            &batch.targets,
            &batch.target_lens,
            &vocabularies.target,
        ),
    ];
    let title = "Three pairs of sentences as a batch";
    let size = (WIDTH, 362.0);
    Figure::draw("bahdanau/batch.svg", title, size, |canvas| {
        for (index, (name, ids, lens, vocabulary)) in tables.into_iter().enumerate() {
            let top = 6.0 + 110.0 * index as f64;
            cells::heading(canvas, (6.0, top + 8.0), name);
            let lens = format!("lengths {lens:?}");
            canvas.text((394.0, top + 8.0), &lens, TextLook::end(Role::Muted));
            table(canvas, top + 20.0, ids, vocabulary);
        }
        cells::hidden(canvas, Area::new(6.0, 338.0, 28.0, 18.0));
        canvas.text((42.0, 347.0), "padding", TextLook::start(Role::Ink));
    })
}

/// Draws the tokens with these numbers; the reserved ones are colored.
fn table(
    canvas: &mut Canvas<'_>,
    top: f64,
    ids: &Array2<usize>,
    vocabulary: &Vocabulary,
) {
    let grid = Grid::new((6.0, top), (55.4, 24.0), ids.dim());
    for ((row, column), &id) in ids.indexed_iter() {
        let area = grid.cell(row, column);
        if id == PAD {
            cells::hidden(canvas, area);
            continue;
        }
        let token = vocabulary.token(id).expect("a token of the vocabulary");
        let fill = match token {
            "<bos>" => Fill::with_opacity(Role::Series2, 0.3),
            "<eos>" => Fill::with_opacity(Role::Series1, 0.3),
            _ => Role::Paper.into(),
        };
        cells::cell(canvas, area, fill, token);
    }
}

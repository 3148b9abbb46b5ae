//! Figures of the chapter on Bahdanau attention.

pub(crate) mod align_adjective;
mod free;
pub(crate) mod scores;

use attention::data::{Batch, Corpus, Pair, Vocabularies};
use attention::encoder_decoder::Translated;

pub(crate) use self::{free::*, scores::*};
use crate::models::trained_recurrent;
use crate::prelude::*;

/// Translates a sentence with the model of the book, and returns its attention weights:
/// `[queries, keys]`.
fn translate(sentence: &str) -> (Translated, Array2<Real>) {
    let translated = trained_recurrent().bahdanau.translate(sentence);
    let mut translated = translated.expect("the words are known");
    let weights = translated.weights.take().expect("the model has attention");
    (translated, weights)
}

/// The French translation shows who is tired.
const TIRED: &str = "the men see the tired girl.";

pub(crate) fn align_tired() -> String {
    map(TIRED).svg("Where the decoder attends: who is tired?")
}

pub(crate) fn align_negation() -> String {
    map("the big dog does not find them.")
        .svg("Where the decoder attends: a negation and a pronoun")
}

/// A sentence of two clauses, which are not in the training data of any model.
pub(crate) const LONG_SENTENCE: &str =
    "the tired girl does not watch the small red house and you do not watch them.";

fn map(sentence: &str) -> HeatMap {
    let (translated, weights) = translate(sentence);
    HeatMap::new(weights.view())
        .names("French (queries)", "English (keys)")
        .words(&translated.target, &translated.source)
}

/// Draws the first steps of the translation of `TIRED` by the model without attention.
pub(crate) fn fixed_context() -> String {
    const STEPS: usize = 4;
    let translated = trained_recurrent().fixed_context.translate(TIRED);
    let Translated { source, target, .. } = translated.expect("the words are known");
    let wrong = "fatigués";
    assert_eq!(target[STEPS - 2], wrong, "the picture shows a mistake");

    let (encoder, decoder, context) = (Series2, Series1, Series3);
    let canvas = &mut Canvas::new(232.0);
    let state = |canvas: &mut Canvas, at: Point, role: Role| {
        canvas.rounded(Area::around(at, 30.0, 22.0), 5.0, Inside, role);
    };
    let reads = |step: usize| 25.0 + 50.0 * step as f64;
    for (step, token) in source.iter().enumerate() {
        let x = reads(step);
        canvas.text((x, 12.0), token, Ink);
        canvas.arrow((x, 23.0), (x, 43.0), Muted);
        state(canvas, (x, 55.0), encoder);
        if step + 1 < source.len() {
            canvas.arrow((x + 16.0, 55.0), (x + 34.0, 55.0), encoder);
        }
    }
    let last = reads(source.len() - 1);
    canvas.arrow((last, 67.0), (last, 87.0), context);
    let bar = Area::new(6.0, 88.0, 388.0, 26.0);
    canvas.block(bar, "context c: the last state of the encoder", context);
    let writes = |step: usize| 60.0 + 84.0 * step as f64;
    for (step, token) in target.iter().take(STEPS).enumerate() {
        let x = writes(step);
        canvas.arrow((x, 115.0), (x, 145.0), context);
        state(canvas, (x, 157.0), decoder);
        canvas.arrow((x + 16.0, 157.0), (x + 68.0, 157.0), decoder);
        canvas.arrow((x, 169.0), (x, 203.0), Muted);
        let look = if token == wrong { Accent } else { Ink };
        canvas.text((x, 217.0), token, look);
        canvas.arrow((x + 16.0, 205.0), (x + 68.0, 169.0), Muted);
    }
    canvas.text((writes(STEPS) - 6.0, 157.0), "…", Ink);
    canvas.path(&[(14.0, 115.0), (14.0, 157.0), (30.0, 157.0), (44.0, 157.0)], context);
    canvas.svg("A translator with a fixed context")
}

pub(crate) fn attention_decoder() -> String {
    // The step shown in the figure.
    const STEP: usize = 1;
    let (Translated { source, target, .. }, weights) = translate("he loves them.");
    let weights = weights.row(STEP);

    let canvas = &mut Canvas::new(452.0);
    let (query, keys, context) = (Series1, Series2, Series3);
    let boxes = Table::new((139.0, 42.0), (51.0, 26.0), (1, weights.len()));
    let middle = boxes.area.center().0;
    canvas.text((middle, 14.0), "states of the encoder", Ink);
    canvas.text((middle, 31.0), "[batch, keys, hidden]", Muted);
    canvas.block((139.0, 86.0, 255.0, 28.0), "score, mask, softmax", Muted);
    for (column, &weight) in weights.iter().enumerate() {
        let (x, y) = boxes.cell(0, column).center();
        canvas.block(Area::around((x, y), 48.0, 26.0), &source[column], keys);
        canvas.arrow((x, 69.0), (x, 85.0), keys);
        canvas.arrow((x, 115.0), (x, 131.0), Muted);
        canvas.weight_cell(Area::around((x, 144.0), 48.0, 24.0), weight, 2);
        let to = (middle + 18.0 * (column as f64 - 2.0), 203.0);
        canvas.arrow((x, 157.0), to, context.weight(weight));
    }
    canvas.text((132.0, 136.0), "weights", Ink.end());
    canvas.text((132.0, 153.0), "[batch, keys]", Muted.end());
    let text = "state before\n[batch, hidden]";
    canvas.block((6.0, 78.0, 124.0, 44.0), text, query);
    canvas.arrow((131.0, 100.0), (138.0, 100.0), query);
    // Before the first step, the state is the last state of the encoder.
    canvas.text((6.0, 13.0), "at the first step:\nlast state of\nthe encoder", Muted.start());
    canvas.arrow((26.0, 58.0), (26.0, 77.0), keys);
    canvas.text((102.0, 66.0), "query", query);
    let vector = format!("vector of “{}”\n[batch, embed]", target[STEP - 1]);
    canvas.block((36.0, 204.0, 150.0, 44.0), vector, Muted);
    canvas.block(Area::new(middle - 75.0, 204.0, 150.0, 44.0), "context\n[batch, hidden]", context);
    canvas.arrow((111.0, 249.0), (150.0, 277.0), Muted);
    canvas.arrow((middle, 249.0), (228.0, 277.0), context);
    canvas.block((84.0, 278.0, 210.0, 44.0), "GRU\n[batch, hidden + embed]", Muted);
    canvas.path(&[(14.0, 123.0), (14.0, 300.0), (60.0, 300.0), (83.0, 300.0)], query);
    canvas.arrow((130.0, 323.0), (130.0, 351.0), query);
    canvas.block((36.0, 352.0, 150.0, 44.0), "state after\n[batch, hidden]", query);
    canvas.labeled_arrow((187.0, 374.0), (235.0, 374.0), Muted, "linear", 1.0);
    let text = "logits\n[batch, vocab]";
    canvas.block((236.0, 352.0, 140.0, 44.0), text, Muted.bold());
    canvas.arrow((70.0, 397.0), (70.0, 427.0), query);
    canvas.text((70.0, 440.0), "the next query", query);
    canvas.arrow((306.0, 397.0), (306.0, 427.0), Muted);
    canvas.text((306.0, 440.0), format!("“{}”", target[STEP]), Ink);
    canvas.svg("One step of a decoder with attention")
}

const PAIRS: [[&str; 2]; 3] = [
    ["She sings.", "Elle chante."],
    ["I see her.", "Je la vois."],
    ["The old boat is red.", "Le vieux bateau est rouge."],
];

pub(crate) fn batch() -> String {
    let pairs = PAIRS.map(|pair| pair.map(str::to_owned));
    let pairs = pairs.map(|[source, target]| Pair { source, target });
    let corpus = Corpus::from_pairs(pairs);
    let vocabularies = Vocabularies::new(&corpus, 1);
    let Vocabularies { source, target } = &vocabularies;
    let batch = Batch::new(&vocabularies.examples(&corpus), source.len(), target.len());
    let batch = batch.expect("the sentences have tokens");
    let (sources, lens) = (&batch.source, &batch.target_lens);
    let (inputs, targets) = (batch.inputs.ids(), &batch.targets.into_dyn());
    let canvas = &mut Canvas::new(362.0);
    for (top, name, ids, lens, vocabulary) in [
        (6.0, "source", sources.tokens.ids(), &sources.lens, source),
        (116.0, "inputs of the decoder", inputs, lens, target),
        (226.0, "targets", targets, lens, target),
    ] {
        canvas.heading((6.0, top + 8.0), name);
        canvas.text((394.0, top + 8.0), format!("lengths {lens:?}"), Muted.end());
        let table = Table::new((6.0, top + 20.0), (55.4, 24.0), (ids.shape()[0], ids.shape()[1]));
        for ((row, column), area) in table.cells() {
            let token = vocabulary.token(ids[[row, column]]);
            match token.expect("a token of the vocabulary") {
                "<pad>" => canvas.hidden_cell(area),
                "<bos>" => canvas.cell(area, Series2.opacity(0.3), "<bos>"),
                "<eos>" => canvas.cell(area, Series1.opacity(0.3), "<eos>"),
                token => canvas.cell(area, Paper, token),
            }
        }
    }
    canvas.hidden_cell((6.0, 338.0, 28.0, 18.0));
    canvas.text((42.0, 347.0), "padding", Ink.start());
    canvas.svg("Three pairs of sentences as a batch")
}

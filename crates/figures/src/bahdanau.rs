//! Figures of the chapter on Bahdanau attention.

mod free;
pub(crate) mod scores;

use attention::bahdanau::{TrainedRecurrent, trained};
use attention::data::{Batch, Corpus, PAD, Pair, Vocabularies};
use attention::encoder_decoder::Translated;

pub(crate) use self::{free::*, scores::*};
use crate::prelude::*;

/// The models of the book.
pub(crate) fn shipped() -> TrainedRecurrent {
    trained().expect("the repository has the models")
}

/// What the model of the book makes of a sentence, and where it looks: `[queries, keys]`.
fn translate(sentence: &str) -> (Translated, Array2<Real>) {
    let translated = shipped().bahdanau.translate(sentence);
    let mut translated = translated.expect("the words are known");
    let weights = translated.weights.take();
    (translated, weights.expect("the model has attention"))
}

pub(crate) fn align_adjective() -> String {
    map("the small black cat sees the big red house.")
        .svg("Where the decoder looks: adjectives")
}

pub(crate) fn align_negation() -> String {
    map("the big dog does not find them.")
        .svg("Where the decoder looks: a negation and a pronoun")
}

/// The weights for a sentence of two clauses, which no model has learned from.
pub(crate) fn align_long() -> String {
    let first = "the tired girl does not watch the small red house";
    map(&format!("{first} and you do not watch them."))
        .row_height(18.0)
        .without_bar()
        .svg("Where the decoder looks: two clauses")
}

fn map(sentence: &str) -> HeatMap {
    let (translated, weights) = translate(sentence);
    HeatMap::new(weights.view())
        .names("French (queries)", "English (keys)")
        .words(&translated.target, &translated.source)
}

/// The step of the translation that is shown.
const STEP: usize = 1;

pub(crate) fn attention_decoder() -> String {
    let (translated, weights) = translate("he loves them.");
    let weights = weights.row(STEP);
    let (last, next) = (&translated.target[STEP - 1], &translated.target[STEP]);

    let canvas = &mut Canvas::new(452.0);
    let (query, keys, context) = (Series1, Series2, Series3);
    let boxes = Table::new((139.0, 42.0), (51.0, 26.0), (1, weights.len()));
    let middle = boxes.area.center().0;
    canvas.text((middle, 14.0), "states of the encoder", Ink);
    canvas.text((middle, 31.0), "[batch, keys, hidden]", Muted);
    canvas.block((139.0, 86.0, 255.0, 28.0), "score, mask, softmax", Muted);
    for (column, &weight) in weights.iter().enumerate() {
        let (x, y) = boxes.cell(0, column).center();
        let word = &translated.source[column];
        canvas.block(Area::around((x, y), 48.0, 26.0), word, keys);
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
    // Before the first step, the state is the one that the encoder ends with.
    let first = "at the first step:\nlast state of\nthe encoder";
    canvas.text((6.0, 13.0), first, Muted.start());
    canvas.arrow((26.0, 58.0), (26.0, 77.0), keys);
    canvas.text((102.0, 66.0), "query", query);
    let vector = format!("vector of “{last}”\n[batch, embed]");
    canvas.block((36.0, 204.0, 150.0, 44.0), vector, Muted);
    let seen = Area::new(middle - 75.0, 204.0, 150.0, 44.0);
    canvas.block(seen, "context\n[batch, hidden]", context);
    canvas.arrow((111.0, 249.0), (150.0, 277.0), Muted);
    canvas.arrow((middle, 249.0), (228.0, 277.0), context);
    let text = "GRU\n[batch, hidden + embed]";
    canvas.block((84.0, 278.0, 210.0, 44.0), text, Muted);
    let around = [(14.0, 123.0), (14.0, 300.0), (60.0, 300.0), (83.0, 300.0)];
    canvas.path(&around, query);
    canvas.arrow((130.0, 323.0), (130.0, 351.0), query);
    let text = "state after\n[batch, hidden]";
    canvas.block((36.0, 352.0, 150.0, 44.0), text, query);
    canvas.labeled_arrow((187.0, 374.0), (235.0, 374.0), Muted, "linear", 1.0);
    let text = "logits\n[batch, vocab]";
    canvas.block((236.0, 352.0, 140.0, 44.0), text, Muted.bold());
    canvas.arrow((70.0, 397.0), (70.0, 427.0), query);
    canvas.text((70.0, 440.0), "the next query", query);
    canvas.arrow((306.0, 397.0), (306.0, 427.0), Muted);
    canvas.text((306.0, 440.0), format!("“{next}”"), Ink);
    canvas.svg("One step of a decoder with attention")
}

const PAIRS: [[&str; 2]; 3] = [
    ["She sings.", "Elle chante."],
    ["I see her.", "Je la vois."],
    ["The old boat is red.", "Le vieux bateau est rouge."],
];

pub(crate) fn batch() -> String {
    let corpus = Corpus::from_pairs(PAIRS.map(|pair| {
        let [source, target] = pair.map(str::to_owned);
        Pair { source, target }
    }));
    let vocabularies = Vocabularies::new(&corpus, 1);
    let [source, target] = vocabularies.sizes();
    let batch = Batch::new(&vocabularies.examples(&corpus), source, target)
        .expect("the sentences have tokens");
    let Vocabularies { source, target } = &vocabularies;
    let (source_lens, lens) = (&batch.source.lens, &batch.target_lens);
    let (sources, inputs) = (batch.source.tokens.ids(), batch.inputs.ids());
    let targets = &batch.targets.clone().into_dyn();
    let canvas = &mut Canvas::new(362.0);
    for (top, name, ids, lens, vocabulary) in [
        (6.0, "source", sources, source_lens, source),
        (116.0, "inputs of the decoder", inputs, lens, target),
        (226.0, "targets", targets, lens, target),
    ] {
        canvas.heading((6.0, top + 8.0), name);
        canvas.text((394.0, top + 8.0), format!("lengths {lens:?}"), Muted.end());
        let shape = (ids.shape()[0], ids.shape()[1]);
        let table = Table::new((6.0, top + 20.0), (55.4, 24.0), shape);
        for ((row, column), area) in table.cells() {
            let id = ids[[row, column]];
            if id == PAD {
                canvas.hidden_cell(area);
                continue;
            }
            let token = vocabulary.token(id).expect("a token of the vocabulary");
            let fill = match token {
                "<bos>" => Series2.opacity(0.3),
                "<eos>" => Series1.opacity(0.3),
                _ => Paper.into(),
            };
            canvas.cell(area, fill, token);
        }
    }
    canvas.hidden_cell((6.0, 338.0, 28.0, 18.0));
    canvas.text((42.0, 347.0), "padding", Ink.start());
    canvas.svg("Three pairs of sentences as a batch")
}

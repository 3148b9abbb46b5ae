//! What a batch is made of.

use attention::data::{Batch, Corpus, PAD, Pair, Vocabularies};

use crate::prelude::*;

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

//! One step of the decoder with attention.

use super::translate;
use crate::prelude::*;

/// The step of the translation that is shown.
const STEP: usize = 1;

pub(crate) fn attention_decoder() -> String {
    let (translated, weights) = translate("he loves them.");
    let weights = weights.row(STEP);
    let (last, next) = (&translated.target[STEP - 1], &translated.target[STEP]);

    let canvas = &mut Canvas::new(452.0);
    let (query, keys, context) = (Series1, Series2, Series3);
    let boxes = Table::new((139.0, 42.0), (51.0, 26.0), (1, weights.len()));
    let middle = boxes.area().center().0;
    canvas.text((middle, 14.0), "states of the encoder", Ink);
    canvas.text((middle, 31.0), "[batch, keys, hidden]", Muted);
    canvas.block((139.0, 86.0, 255.0, 28.0), ["score, mask, softmax"], Muted);
    for (column, &weight) in weights.iter().enumerate() {
        let (x, y) = boxes.cell(0, column).center();
        let word = [translated.source[column].as_str()];
        canvas.block(Area::around((x, y), 48.0, 26.0), word, keys);
        canvas.arrow((x, 69.0), (x, 85.0), keys);
        canvas.arrow((x, 115.0), (x, 131.0), Muted);
        canvas.weight_cell(Area::around((x, 144.0), 48.0, 24.0), weight, 2);
        let to = (middle + 18.0 * (column as f64 - 2.0), 203.0);
        canvas.arrow((x, 157.0), to, context.weight(weight));
    }
    canvas.text((132.0, 136.0), "weights", Ink.end());
    canvas.text((132.0, 153.0), "[batch, keys]", Muted.end());
    let lines = ["state before", "[batch, hidden]"];
    canvas.block((6.0, 78.0, 124.0, 44.0), lines, query);
    canvas.arrow((131.0, 100.0), (138.0, 100.0), query);
    // Before the first step, the state is the one that the encoder ends with.
    let lines = ["at the first step:", "last state of", "the encoder"];
    for (y, line) in [14.0, 31.0, 48.0].into_iter().zip(lines) {
        canvas.text((6.0, y), line, Muted.start());
    }
    canvas.arrow((26.0, 58.0), (26.0, 77.0), keys);
    canvas.text((102.0, 66.0), "query", query);
    let vector = format!("vector of “{last}”");
    let lines = [&vector, "[batch, embed]"];
    canvas.block((36.0, 204.0, 150.0, 44.0), lines, Muted);
    let seen = Area::new(middle - 75.0, 204.0, 150.0, 44.0);
    canvas.block(seen, ["context", "[batch, hidden]"], context);
    canvas.arrow((111.0, 249.0), (150.0, 277.0), Muted);
    canvas.arrow((middle, 249.0), (228.0, 277.0), context);
    let lines = ["GRU", "[batch, hidden + embed]"];
    canvas.block((84.0, 278.0, 210.0, 44.0), lines, Muted);
    let around = [(14.0, 123.0), (14.0, 300.0), (60.0, 300.0), (83.0, 300.0)];
    canvas.path(&around, query);
    canvas.arrow((130.0, 323.0), (130.0, 351.0), query);
    let lines = ["state after", "[batch, hidden]"];
    canvas.block((36.0, 352.0, 150.0, 44.0), lines, query);
    canvas.labeled_arrow((187.0, 374.0), (235.0, 374.0), Muted, "linear", 1.0);
    let lines = ["logits", "[batch, vocab]"];
    canvas.block((236.0, 352.0, 140.0, 44.0), lines, Muted.bold());
    canvas.arrow((70.0, 397.0), (70.0, 427.0), query);
    canvas.text((70.0, 440.0), "the next query", query);
    canvas.arrow((306.0, 397.0), (306.0, 427.0), Muted);
    canvas.text((306.0, 440.0), format!("“{next}”"), Ink);
    canvas.svg("One step of a decoder with attention")
}

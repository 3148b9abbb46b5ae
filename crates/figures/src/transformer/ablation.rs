//! What each part of the model is there for.

use attention::transformer::Variant::{self, *};

use super::shipped;
use crate::prelude::*;

/// What is compared at the learning rate of the chapter.
const PARTS: [(Variant, &str); 7] = [
    (PostNorm, "post-norm"),
    (PreNorm, "pre-norm"),
    (OneHead, "one head"),
    (WithoutNorm, "no normalization"),
    (WithoutPositions, "no positions"),
    (WithoutResidual, "no residual"),
    (LooksAhead, "no mask"),
];
/// What is compared at a higher one.
const WARMUP: [(Variant, &str); 4] = [
    (FastPostNorm, "post-norm"),
    (FastPostNormWithoutWarmup, "post-norm, no warm-up"),
    (FastPreNorm, "pre-norm"),
    (FastPreNormWithoutWarmup, "pre-norm, no warm-up"),
];

pub(crate) fn ablation() -> String {
    const ROW: f64 = 27.0;
    let card = shipped().card;
    let rows = PARTS.len() + WARMUP.len() + 2;
    let body = Area::new(188.0, 8.0, 154.0, ROW * rows as f64);
    let canvas = &mut Canvas::new(body.bottom() + 44.0);
    for score in [0.0, 0.5, 1.0] {
        let (x, bottom) = (body.left + body.width * score, body.bottom());
        canvas.line([(x, body.top + ROW), (x, bottom + 4.0)], Muted.width(1.0));
        canvas.text((x, bottom + 14.0), number(score, 1), Muted);
    }
    let below = (body.center().0, body.bottom() + 33.0);
    canvas.text(below, "BLEU of held-out sentences", Muted);
    canvas.text((394.0, body.top + ROW / 2.0), "mean", Muted.end());
    let mut top = body.top;
    for kinds in [&PARTS[..], &WARMUP[..]] {
        // The learning rate in as few digits as it has.
        let rate = number(card.settings.recipe(kinds[0].0, 0).learning_rate, 4);
        let name = format!("learning rate {}", rate.trim_end_matches('0'));
        canvas.heading((6.0, top + ROW / 2.0), name);
        for &(variant, name) in kinds {
            top += ROW;
            canvas.line([(6.0, top), (394.0, top)], Grid.width(1.0));
            let y = top + ROW / 2.0;
            canvas.text((body.left - 9.0, y), name, Ink.end());
            let runs = card.runs(variant).iter();
            let scores: Vec<f64> = runs.map(|run| run.held_out.bleu).collect();
            let count = scores.len() as f64;
            for (seed, score) in scores.iter().enumerate() {
                // Equal scores stand below each other.
                let apart = 7.0 * (seed as f64 - (count - 1.0) / 2.0);
                let x = body.left + body.width * score;
                canvas.marker(Marker::Ring, (x, y + apart), Series1);
            }
            let mean = match scores[..] {
                [] => "stops".to_owned(),
                _ => number(scores.iter().sum::<f64>() / count, 3),
            };
            canvas.text((394.0, y), mean, Ink.end());
        }
        top += ROW;
        canvas.line([(6.0, top), (394.0, top)], Grid.width(1.0));
    }
    canvas.svg("BLEU of held-out sentences for models that lack a part")
}

//! What each part of the model is there for.

use attention::encoder_decoder::Run;
use attention::transformer::Variant;
use drawing::prelude::*;

use super::shipped;

type Kind = (Variant, &'static str);

/// What is compared at the learning rate of the chapter.
const PARTS: [Kind; 7] = [
    (Variant::PostNorm, "post-norm"),
    (Variant::PreNorm, "pre-norm"),
    (Variant::OneHead, "one head"),
    (Variant::WithoutNorm, "no normalization"),
    (Variant::WithoutPositions, "no positions"),
    (Variant::WithoutResidual, "no residual"),
    (Variant::LooksAhead, "no mask"),
];
/// What is compared at a higher one.
const WARMUP: [Kind; 4] = [
    (Variant::FastPostNorm, "post-norm"),
    (Variant::FastPostNormWithoutWarmup, "post-norm, no warm-up"),
    (Variant::FastPreNorm, "pre-norm"),
    (Variant::FastPreNormWithoutWarmup, "pre-norm, no warm-up"),
];
const ROW: f64 = 27.0;

/// BLEU of held-out sentences for all kinds of models, a ring for each seed.
pub fn ablation() -> String {
    let trained = shipped();
    let rows = PARTS.len() + WARMUP.len() + 2;
    let body = Area::new(188.0, 8.0, 154.0, ROW * rows as f64);
    let canvas = &mut Canvas::new(body.bottom() + 44.0);
    axis(canvas, body);
    canvas.text((394.0, body.top + ROW / 2.0), "mean", Muted.end());
    let mut top = body.top;
    for kinds in [&PARTS[..], &WARMUP[..]] {
        // The learning rate in as few digits as it has.
        let rate = trained.card.settings.recipe(kinds[0].0, 0).learning_rate;
        let rate = number(rate, 4);
        let name = format!("learning rate {}", rate.trim_end_matches('0'));
        canvas.heading((6.0, top + ROW / 2.0), name);
        for &(variant, name) in kinds {
            top += ROW;
            canvas.line([(6.0, top), (394.0, top)], Grid.width(1.0));
            let middle = top + ROW / 2.0;
            canvas.text((body.left - 9.0, middle), name, Ink.end());
            scores(canvas, body, middle, trained.card.runs(variant));
        }
        top += ROW;
        canvas.line([(6.0, top), (394.0, top)], Grid.width(1.0));
    }
    canvas.svg("BLEU of held-out sentences for models that lack a part")
}

/// Draws the scores of all seeds in a row, and their mean.
fn scores(canvas: &mut Canvas, body: Area, y: f64, runs: &[Run]) {
    for (seed, run) in runs.iter().enumerate() {
        // Equal scores stand below each other.
        let apart = 7.0 * (seed as f64 - (runs.len() as f64 - 1.0) / 2.0);
        let x = body.left + body.width * run.held_out.bleu;
        canvas.marker(Marker::Ring, (x, y + apart), Series1);
    }
    let sum: f64 = runs.iter().map(|run| run.held_out.bleu).sum();
    let mean = match runs.len() {
        0 => "stops".to_owned(),
        count => number(sum / count as f64, 3),
    };
    canvas.text((394.0, y), mean, Ink.end());
}

/// Draws the axis of the scores below the rows.
fn axis(canvas: &mut Canvas, body: Area) {
    let bottom = body.bottom();
    for score in [0.0, 0.5, 1.0] {
        let x = body.left + body.width * score;
        canvas.line([(x, body.top + ROW), (x, bottom + 4.0)], Muted.width(1.0));
        canvas.text((x, bottom + 14.0), number(score, 1), Muted);
    }
    let at = (body.center().0, bottom + 33.0);
    canvas.text(at, "BLEU of held-out sentences", Muted);
}

//! What each part of the model is there for.

use attention::encoder_decoder::Run;
use attention::transformer::{Settings, Variant};

use super::super::Figure;
use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Stroke, TextLook};
use super::super::cells;
use super::super::marks;
use super::super::style::{Marker, Role, WIDTH};
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
///
/// ```
/// let figure = figures::transformer::ablation();
/// assert!(figure.svg.contains(">no positions</text>"));
/// ```
pub fn ablation() -> Figure {
    let trained = shipped();
    let rows = PARTS.len() + WARMUP.len() + 2;
    let body = Area::new(188.0, 8.0, 154.0, ROW * rows as f64);
    let title = "BLEU of held-out sentences for models that lack a part";
    let size = (WIDTH, body.bottom() + 44.0);
    Figure::draw("transformer/ablation.svg", title, size, |canvas| {
        axis(canvas, body);
        canvas.text(
            (394.0, body.top + ROW / 2.0),
            "mean",
            TextLook::end(Role::Muted),
        );
        let mut top = body.top;
        for kinds in [&PARTS[..], &WARMUP[..]] {
            let rate = rate(&trained.card.settings, kinds[0].0);
            let name = format!("learning rate {rate}");
            cells::heading(canvas, (6.0, top + ROW / 2.0), &name);
            for &(variant, name) in kinds {
                top += ROW;
                line(canvas, top);
                let middle = top + ROW / 2.0;
                canvas.text((body.left - 9.0, middle), name, TextLook::end(Role::Ink));
                scores(canvas, body, middle, trained.card.runs(variant));
            }
            top += ROW;
            line(canvas, top);
        }
    })
}

/// The largest learning rate of a kind of models, in as few digits as it has.
fn rate(settings: &Settings, variant: Variant) -> String {
    let rate = f64::from(settings.recipe(variant, 0).learning_rate);
    number(rate, 4).trim_end_matches('0').to_owned()
}

/// Draws the scores of all seeds in a row, and their mean.
fn scores(canvas: &mut Canvas<'_>, body: Area, y: f64, runs: &[Run]) {
    for (seed, run) in runs.iter().enumerate() {
        // Equal scores stand below each other.
        let apart = 7.0 * (seed as f64 - (runs.len() as f64 - 1.0) / 2.0);
        let x = body.left + body.width * run.held_out.bleu;
        marks::marker(canvas, Marker::Ring, (x, y + apart), Role::Series1);
    }
    let sum: f64 = runs.iter().map(|run| run.held_out.bleu).sum();
    let mean = match runs.len() {
        0 => "stops".to_owned(),
        count => number(sum / count as f64, 3),
    };
    canvas.text((394.0, y), &mean, TextLook::end(Role::Ink));
}

fn line(canvas: &mut Canvas<'_>, y: f64) {
    canvas.line(&[(6.0, y), (394.0, y)], Stroke::new(Role::Grid, 1.0));
}

/// Draws the axis of the scores below the rows.
fn axis(canvas: &mut Canvas<'_>, body: Area) {
    for tenths in [0.0, 0.5, 1.0] {
        let x = body.left + body.width * tenths;
        let line = [(x, body.top + ROW), (x, body.bottom() + 4.0)];
        canvas.line(&line, Stroke::new(Role::Muted, 1.0));
        canvas.text((x, body.bottom() + 14.0), &number(tenths, 1), Role::Muted);
    }
    let at = (body.center().0, body.bottom() + 33.0);
    canvas.text(at, "BLEU of held-out sentences", Role::Muted);
}

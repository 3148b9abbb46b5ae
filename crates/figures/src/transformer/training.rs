//! The training of the chapter's models, their scores, and the purpose of each part.

use attention::train::Schedule;
use laboratory::transformer::Card;
use laboratory::transformer::Variant::{self, *};

use crate::bahdanau::{LOSSES, length_plot, with_runs};
use crate::models::{trained_recurrent, trained_transformer};
use crate::prelude::*;

/// Learning rates: looks, names and their positions, whether they warm up, and the models trained
/// with them, post-norm and pre-norm.
const RATES: [(Look, &str, f64, bool, [Variant; 2]); 3] = {
    let dashed = Look::solid(Series4).dash(Dash::DASHED);
    let without = [FastPostNormWithoutWarmup, FastPreNormWithoutWarmup];
    let (slow, fast) = ([PostNorm, PreNorm], [FastPostNorm, FastPreNorm]);
    [
        (dashed, "fast, without warm-up", 0.88, false, without),
        (Look::solid(Series2), "fast", 0.7, true, fast),
        (Look::solid(Series1), "usual", 0.52, true, slow),
    ]
};

pub(crate) fn learning_rate_and_loss() -> String {
    const GAP: f64 = 16.0;
    let card = &trained_transformer().card;
    let canvas = &mut Canvas::new(444.0);
    canvas.text((MARGIN, 15.0), "learning rate", Muted.start());
    canvas.text((MARGIN, 197.0), "loss per token (nats)", Muted.start());
    rates(card).draw(canvas, Area::new(MARGIN, 24.0, WIDTH - 2.0 * MARGIN, 160.0), [true, true]);
    // Aligns the y axes of all plots.
    let left = MARGIN + text_width("0.005") - text_width("0.03");
    let labels = text_width("0.03") + 6.0;
    let width = (WIDTH - MARGIN - left - labels - GAP) / 2.0;
    let area = Area::new(left, 206.0, labels + width, 232.0);
    losses(card, 0).draw(canvas, area, [true, true]);
    losses(card, 1).draw(canvas, Area::new(area.right() + GAP, 206.0, width, 232.0), [true, false]);
    canvas.svg("Learning rates and their losses")
}

fn rates(card: &Card) -> Plot {
    let settings = &card.settings;
    let in_epoch = card.training_pairs.div_ceil(settings.batch);
    let (steps, end) = (in_epoch * settings.epochs, settings.epochs as f64);
    let mut plot =
        Plot::new("epoch", "").x_axis(0.0, end, [0.0, end / 4.0, end / 2.0, 0.75 * end, end]);
    let mut most = 0.0_f64;
    for (look, name, y, warms_up, kinds) in RATES {
        let peak = settings.recipe(kinds[0], 0).learning_rate;
        let warmup = if warms_up { settings.warmup } else { 0.0 };
        let schedule = Schedule::cosine(peak, (warmup * steps as f64).round() as usize, steps, 0.0);
        let schedule = schedule.expect("the settings of a training that went well");
        let places = (0..=steps).step_by((steps / 80).max(1));
        let rate = |step: usize| schedule.rate(step.max(1));
        let curve = places.map(|step| (step as f64 / in_epoch as f64, rate(step)));
        most = most.max(f64::from(peak));
        plot = plot.line(look, "", curve).note(end, y * most, name, look.role.end());
    }
    plot.y_axis(0.0, 1.05 * most, [0.0, settings.learning_rate.into(), most])
}

/// Plots the losses of the epochs of post-norm (0) or pre-norm (1), on a logarithmic axis.
fn losses(card: &Card, kind: usize) -> Plot {
    let floor = card.floor.log10();
    // A diverging training run has higher losses than the first steps.
    let kinds = RATES.iter().flat_map(|&(.., kinds)| kinds);
    let runs = kinds.flat_map(|kind| card.runs(kind));
    let most = runs.flat_map(|run| &run.losses).fold(0.7_f64, |most, loss| most.max(loss.log10()));
    let end = card.settings.epochs as f64;
    let mut plot = Plot::new("epoch", "")
        .heading(["post-norm", "pre-norm"][kind])
        .x_axis(0.0, end, [0.0, end / 2.0, end])
        .level(Dash::DOTTED, 0.0, end, floor)
        .note(1.0, floor - 0.14, ["entropy floor", ""][kind], Muted.start());
    for (look, .., kinds) in RATES {
        for run in card.runs(kinds[kind]) {
            plot = plot.line(look, "", (1_u32..).zip(run.losses.iter().map(|loss| loss.log10())));
        }
    }
    plot.y_axis(-1.85, most, LOSSES).powers_of_ten([false, true])
}

pub(crate) fn by_length() -> String {
    let recurrent = trained_recurrent().card;
    let transformer = Look::solid(Series3).dash(Dash::DASHED).marker(Marker::Cross);
    let [with, without] = [Series1, Series2].map(Look::solid);
    let plot = with_runs(length_plot(), &recurrent.without_attention, without);
    let plot = with_runs(plot, &recurrent.with_attention, with);
    with_runs(plot, trained_transformer().card.runs(PostNorm), transformer)
        .note(3.0, 1.09, "Transformer", Series3.start())
        .note(10.2, 1.09, "and GRU with attention", Series1.start())
        .note(8.0, 0.68, "GRU without attention", Series2)
        .svg("BLEU of held-out sentences against their length, for three kinds of models")
}

/// The models compared at the learning rate of the chapter.
const PARTS: [(Variant, &str); 7] = [
    (PostNorm, "post-norm"),
    (PreNorm, "pre-norm"),
    (OneHead, "one head"),
    (WithoutNorm, "no norm"),
    (WithoutPositions, "no positions"),
    (WithoutResidual, "no residual"),
    (LooksAhead, "no mask"),
];
/// The models compared at a higher one.
const WARMUP: [(Variant, &str); 4] = [
    (FastPostNorm, "post-norm"),
    (FastPostNormWithoutWarmup, "post-norm, no warm-up"),
    (FastPreNorm, "pre-norm"),
    (FastPreNormWithoutWarmup, "pre-norm, no warm-up"),
];

pub(crate) fn ablation() -> String {
    const ROW: f64 = 27.0;
    let card = trained_transformer().card;
    let rows = PARTS.len() + WARMUP.len() + 2;
    let body = Area::new(188.0, 8.0, 154.0, ROW * rows as f64);
    let canvas = &mut Canvas::new(body.bottom() + 44.0);
    for score in [0.0, 0.5, 1.0] {
        let (x, bottom) = (body.left + body.width * score, body.bottom());
        canvas.line([(x, body.top + ROW), (x, bottom + 4.0)], Muted.width(1.0));
        canvas.text((x, bottom + 14.0), number(score, 1), Muted);
    }
    canvas.text((body.center().0, body.bottom() + 33.0), "BLEU of held-out sentences", Muted);
    canvas.text((394.0, body.top + ROW / 2.0), "mean", Muted.end());
    let mut top = body.top;
    for kinds in [&PARTS[..], &WARMUP[..]] {
        let rate = card.settings.recipe(kinds[0].0, 0).learning_rate;
        let name = format!("learning rate {}", short(rate));
        canvas.heading((6.0, top + ROW / 2.0), name);
        for &(variant, name) in kinds {
            top += ROW;
            canvas.line([(6.0, top), (394.0, top)], Grid.width(1.0));
            let y = top + ROW / 2.0;
            canvas.text((body.left - 9.0, y), name, Ink.end());
            let scores: Vec<f64> = card.runs(variant).iter().map(|run| run.held_out.bleu).collect();
            let count = scores.len() as f64;
            for (seed, score) in scores.iter().enumerate() {
                // A vertical distance separates equal scores.
                let apart = 7.0 * (seed as f64 - (count - 1.0) / 2.0);
                canvas.marker(Marker::Ring, (body.left + body.width * score, y + apart), Series1);
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

//! Losses, and scores by length.

use attention::data::Corpus;
use attention::encoder_decoder::{Band, Experiment, Run, evaluate};

use crate::models::trained_recurrent;
use crate::prelude::*;

/// Returns the BLEU scores at the centers of bands of lengths.
fn points(bands: &[Band]) -> Vec<Point> {
    bands.iter().map(|band| ((band.from + band.to) as f64 / 2.0, band.bleu)).collect()
}

pub(crate) fn length_plot() -> Plot {
    Plot::new("tokens of the source sentence", "BLEU of held-out sentences")
        .x_axis(1.0, 20.0, [4.0, 8.0, 12.0, 16.0, 20.0])
        .y_axis(-0.05, 1.17, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
}

/// Adds the scores of several runs by length, and a line through their means.
pub(crate) fn with_runs(plot: Plot, runs: &[Run], look: Look) -> Plot {
    let all: Vec<_> = runs.iter().map(|run| points(&run.held_out.bands)).collect();
    let mean = |index: usize| {
        let sum: f64 = all.iter().map(|run| run[index].1).sum();
        (all[0][index].0, sum / all.len() as f64)
    };
    plot.line(look, "", (0..all[0].len()).map(mean)).scatter(look, "", all.concat())
}

pub(crate) fn bottleneck() -> String {
    let card = trained_recurrent().card;
    let plot = with_runs(length_plot(), &card.with_attention, Look::solid(Series1));
    with_runs(plot, &card.without_attention, Look::solid(Series2))
        .note(12.0, 1.09, "with attention", Series1)
        .note(8.0, 0.7, "without attention", Series2)
        .svg("BLEU of held-out sentences against their length")
}

pub(crate) fn losses() -> String {
    let card = trained_recurrent().card;
    let epochs = card.settings.epochs_without_attention as f64;
    let floor = card.floor.log10();
    let axes = Plot::new("epoch", "loss per token (nats)");
    let mut plot = axes.level(Dash::DASHED, 1.0, epochs, floor);
    for (runs, role) in [(&card.without_attention, Series2), (&card.with_attention, Series1)] {
        for run in runs {
            let losses = run.losses.iter().map(|loss| loss.log10());
            plot = plot.line(Look::solid(role), "", (1_u32..).zip(losses));
        }
    }
    plot.note(epochs, -0.75, "without attention", Series2.end())
        .note(21.5, -1.37, "with attention", Series1.start())
        .note(1.0, floor - 0.13, "entropy floor", Muted.start())
        .x_axis(1.0, epochs, [1.0, 20.0, 40.0, 60.0])
        .y_axis(-1.9, 0.75, LOSSES)
        .powers_of_ten([false, true])
        .svg("The losses of six training runs and the entropy floor")
}

/// The ticks of an axis of losses: the logarithms of 0.03, 0.1, 0.3, 1, and 3.
pub(crate) const LOSSES: [f64; 5] = [-1.522_88, -1.0, -0.522_88, 0.0, 0.477_12];

pub(crate) fn equal_weights() -> String {
    let changed = trained_recurrent();
    // Scores of 0 result in equal weights for all words except the padding.
    let score = &changed.bahdanau.model.attention.score;
    score.update(|score| score.fill(0.0));
    // The first 200 held-out sentences.
    let corpus = Corpus::generated(4_500, 0).expect("so many sentences");
    let (_, held_out) = corpus.split(200, 0).expect("others are left");
    let equal = evaluate(&changed.bahdanau, &held_out, Experiment::BAND);
    let equal = equal.expect("the words are known").bands;
    let learned = &changed.card.with_attention[0].held_out.bands;
    let without = &changed.card.without_attention[0].held_out.bands;
    length_plot()
        .marked_line(Look::series(1), "", points(learned))
        .marked_line(Look::series(2), "", points(without))
        .marked_line(Look::solid(Series3), "", points(&equal))
        .note(12.0, 1.09, "learned weights", Series1)
        .note(7.0, 0.7, "model without attention", Series2)
        .note(14.2, 0.2, "equal weights", Series3)
        .svg("BLEU with learned weights and with equal weights")
}

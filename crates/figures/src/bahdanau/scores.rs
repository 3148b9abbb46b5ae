//! Losses, and scores against the length.

use attention::data::Corpus;
use attention::encoder_decoder::{Band, Experiment, Run, evaluate};

use super::super::Figure;
use super::super::canvas::TextLook;
use super::super::plot::Plot;
use super::super::style::{Dash, Look, Marker, Role};
use super::{fresh, shipped};

/// Models with attention and without have the same looks in all figures.
fn with() -> Look {
    Look::series(1)
}

fn without() -> Look {
    Look::series(2).dash(Dash::Solid)
}

/// The middle of a band of lengths.
fn middle(band: &Band) -> f64 {
    (band.from + band.to) as f64 / 2.0
}

fn length_plot() -> Plot {
    Plot::new(
        "tokens of the source sentence",
        "BLEU of held-out sentences",
    )
    .x_range(1.0, 20.0)
    .x_ticks(&[4.0, 8.0, 12.0, 16.0, 20.0])
    .y_range(-0.05, 1.17)
    .y_ticks(&[0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
}

/// BLEU of held-out sentences by their length, for three models with attention and three without.
///
/// ```
/// let figure = figures::bahdanau::bottleneck();
/// assert!(figure.svg.contains(">without attention</text>"));
/// ```
pub fn bottleneck() -> Figure {
    let trained = shipped();
    let card = &trained.card;
    let mut plot = length_plot();
    for (runs, look, name, (x, y)) in [
        (&card.with_attention, with(), "with attention", (12.0, 1.09)),
        (
            &card.without_attention,
            without(),
            "without attention",
            (8.0, 0.7),
        ),
    ] {
        let points = runs.iter().flat_map(|run| &run.held_out.bands);
        let points = points.map(|band| (middle(band), band.bleu));
        plot = plot
            .line(look, "", mean(runs))
            .scatter(look.marker(Marker::Ring), "", points)
            .note(x, y, name, look.role);
    }
    plot.figure(
        "bahdanau/bottleneck.svg",
        "BLEU of held-out sentences against their length",
    )
}

/// The mean over the runs in each band.
fn mean(runs: &[Run]) -> Vec<(f64, f64)> {
    let bands = &runs[0].held_out.bands;
    let scores = bands.iter().enumerate().map(|(index, band)| {
        let sum: f64 = runs.iter().map(|run| run.held_out.bands[index].bleu).sum();
        (middle(band), sum / runs.len() as f64)
    });
    scores.collect()
}

/// The loss of each epoch of all six trainings, and the least possible loss.
///
/// ```
/// let figure = figures::bahdanau::losses();
/// assert!(figure.svg.contains(">entropy floor</text>"));
/// ```
pub fn losses() -> Figure {
    let trained = shipped();
    let card = &trained.card;
    let epochs = card.settings.epochs_without_attention as f64;
    let floor = card.floor.log10();
    let mut plot = Plot::new("epoch", "loss per token (nats)").line(
        Look::reference().dash(Dash::Dashed),
        "",
        [(1.0, floor), (epochs, floor)],
    );
    for (runs, look) in [
        (&card.without_attention, without()),
        (&card.with_attention, with()),
    ] {
        for run in runs {
            let losses = run.losses.iter().zip(1_u32..);
            plot =
                plot.line(look, "", losses.map(|(loss, epoch)| (epoch, loss.log10())));
        }
    }
    plot.note(
        epochs,
        -0.75,
        "without attention",
        TextLook::end(Role::Series2),
    )
    .note(
        21.5,
        -1.37,
        "with attention",
        TextLook::start(Role::Series1),
    )
    .note(
        1.0,
        floor - 0.13,
        "entropy floor",
        TextLook::start(Role::Muted),
    )
    .x_range(1.0, epochs)
    .x_ticks(&[1.0, 20.0, 40.0, 60.0])
    .y_range(-1.9, 0.75)
    .y_ticks(&[-1.522_88, -1.0, -0.522_88, 0.0, 0.477_12])
    .heights_are_powers_of_ten()
    .figure(
        "bahdanau/losses.svg",
        "The losses of six trainings and the least possible loss",
    )
}

/// BLEU by length with the weights that were learned, and with equal weights in the same model.
///
/// ```
/// let figure = figures::bahdanau::equal_weights();
/// assert!(figure.svg.contains(">equal weights</text>"));
/// ```
pub fn equal_weights() -> Figure {
    let changed = fresh();
    // The weights of scores that are all 0 are equal, over the words without the padding.
    changed
        .bahdanau
        .model
        .attention
        .score
        .update(|score| score.fill(0.0));
    let equal = evaluate(&changed.bahdanau, &held_out(), Experiment::BAND)
        .expect("the words are known");
    let card = &changed.card;
    let bands = |bands: &[Band]| -> Vec<(f64, f64)> {
        bands.iter().map(|band| (middle(band), band.bleu)).collect()
    };
    length_plot()
        .line_with_markers(with(), "", bands(&card.with_attention[0].held_out.bands))
        .line_with_markers(
            without().dash(Dash::Dashed),
            "",
            bands(&card.without_attention[0].held_out.bands),
        )
        .line_with_markers(Look::series(3).dash(Dash::Solid), "", bands(&equal.bands))
        .note(12.0, 1.09, "learned weights", Role::Series1)
        .note(7.0, 0.7, "model without attention", Role::Series2)
        .note(14.2, 0.2, "equal weights", Role::Series3)
        .figure(
            "bahdanau/equal-weights.svg",
            "BLEU with learned weights and with equal weights",
        )
}

/// The first 200 of the sentences that the models of the book have never seen.
fn held_out() -> Corpus {
    let corpus =
        Corpus::generated(4_500, 0).expect("the grammar has as many sentences");
    let (_, held_out) = corpus.split(200, 0).expect("others are left");
    held_out
}

//! How the models of the chapter learned, and what they can do.

use attention::bahdanau;
use attention::encoder_decoder::{Band, Run};
use attention::train::Schedule;
use attention::transformer::{Card, Variant};

use super::super::Figure;
use super::super::canvas::{Area, TextLook};
use super::super::plot::{Labels, Plot};
use super::super::style::{
    Dash, LINE_HEIGHT, Look, MARGIN, Marker, Role, WIDTH, text_width,
};
use super::shipped;

/// The look of a learning rate, and the kinds of models that are trained with it: post-norm and pre-norm.
struct Rate {
    look: Look,
    name: &'static str,
    warmup: bool,
    kinds: [Variant; 2],
}

const SLOW: Rate = Rate {
    look: solid(Role::Series1),
    name: "usual",
    warmup: true,
    kinds: [Variant::PostNorm, Variant::PreNorm],
};
const FAST: Rate = Rate {
    look: solid(Role::Series2),
    name: "fast",
    warmup: true,
    kinds: [Variant::FastPostNorm, Variant::FastPreNorm],
};
const WITHOUT_WARMUP: Rate = Rate {
    look: Look {
        dash: Dash::Dashed,
        ..solid(Role::Series4)
    },
    name: "fast, without warm-up",
    warmup: false,
    kinds: [
        Variant::FastPostNormWithoutWarmup,
        Variant::FastPreNormWithoutWarmup,
    ],
};

const fn solid(role: Role) -> Look {
    Look {
        role,
        dash: Dash::Solid,
        marker: Marker::Ring,
    }
}

/// Three learning rates, and the losses of post-norm and pre-norm under each.
///
/// ```
/// let figure = figures::transformer::learning_rate_and_loss();
/// assert!(figure.svg.contains(">entropy floor</text>"));
/// ```
pub fn learning_rate_and_loss() -> Figure {
    let trained = shipped();
    let card = &trained.card;
    let title = "Learning rates, and the losses that go with them";
    let size = (WIDTH, 414.0);
    Figure::draw(
        "transformer/learning-rate-and-loss.svg",
        title,
        size,
        |canvas| {
            let right = WIDTH - MARGIN;
            // All axes start below each other.
            let indent = text_width("0.005") - text_width("0.03");
            let lower = 158.0;
            for (name, top) in
                [("learning rate", MARGIN), ("loss per token (nats)", lower)]
            {
                let at = (MARGIN, top + LINE_HEIGHT / 2.0);
                canvas.text(at, name, TextLook::start(Role::Muted));
            }
            let area = Area::new(MARGIN, MARGIN + LINE_HEIGHT, right - MARGIN, 130.0);
            rates(card).draw(canvas, area, Labels { x: false, y: true });
            let (left, top) = (MARGIN + indent, lower + LINE_HEIGHT);
            let labels = text_width("0.03") + 6.0;
            let width = (right - left - labels - GAP) / 2.0;
            for (index, name) in ["post-norm", "pre-norm"].into_iter().enumerate() {
                let (left, own) = match index {
                    0 => (left, labels + width),
                    _ => (left + labels + width + GAP, width),
                };
                let area = Area::new(left, top, own, 414.0 - MARGIN - top);
                let y = index == 0;
                let plot = losses(card, index).heading(name);
                plot.draw(canvas, area, Labels { x: true, y });
            }
        },
    )
}

/// The distance of the two plots of losses.
const GAP: f64 = 16.0;

/// The epochs of a training.
fn epochs(card: &Card) -> f64 {
    card.settings.epochs as f64
}

fn ticks(card: &Card) -> [f64; 3] {
    [0.0, epochs(card) / 2.0, epochs(card)]
}

/// The learning rates over the epochs.
fn rates(card: &Card) -> Plot {
    let settings = &card.settings;
    let in_epoch = card.training_pairs.div_ceil(settings.batch);
    let steps = in_epoch * settings.epochs;
    let (end, mut most) = (epochs(card), 0.0_f64);
    let mut plot = Plot::new("", "");
    for (rate, y) in [(&WITHOUT_WARMUP, 0.88), (&FAST, 0.7), (&SLOW, 0.52)] {
        let peak = settings.recipe(rate.kinds[0], 0).learning_rate;
        let warmup = if rate.warmup { settings.warmup } else { 0.0 };
        let warmup = (warmup * steps as f64).round() as usize;
        let schedule = Schedule::cosine(peak, warmup, steps, 0.0);
        let schedule = schedule.expect("the settings of a training that went well");
        let places = (0..=steps).step_by((steps / 80).max(1));
        let curve = places.map(|step| {
            let height = f64::from(schedule.rate(step.max(1)));
            (step as f64 / in_epoch as f64, height)
        });
        most = most.max(f64::from(peak));
        let look = TextLook::end(rate.look.role);
        plot = plot
            .line(rate.look, "", curve)
            .note(end, y * most, rate.name, look);
    }
    plot.x_range(0.0, end)
        .x_ticks(&ticks(card))
        .y_range(0.0, 1.05 * most)
        .y_ticks(&[0.0, f64::from(settings.learning_rate), most])
}

/// The losses of the epochs of post-norm (0) or pre-norm (1), on a logarithmic axis.
fn losses(card: &Card, kind: usize) -> Plot {
    let (floor, end) = (card.floor.log10(), epochs(card));
    // A training that goes wrong has losses above those of the first steps.
    let rates = [&WITHOUT_WARMUP, &FAST, &SLOW];
    let runs = rates
        .iter()
        .flat_map(|rate| rate.kinds)
        .flat_map(|kind| card.runs(kind));
    let all = runs.flat_map(|run| &run.losses);
    let most = all.fold(0.7_f64, |most, loss| most.max(loss.log10()));
    let mut plot = Plot::new("epoch", "").line(
        Look::reference(),
        "",
        [(0.0, floor), (end, floor)],
    );
    for rate in rates {
        for run in card.runs(rate.kinds[kind]) {
            let losses = run.losses.iter().zip(1_u32..);
            let points = losses.map(|(loss, epoch)| (epoch, loss.log10()));
            plot = plot.line(rate.look, "", points);
        }
    }
    if kind == 0 {
        let look = TextLook::start(Role::Muted);
        plot = plot.note(1.0, floor - 0.14, "entropy floor", look);
    }
    plot.x_range(0.0, end)
        .x_ticks(&ticks(card))
        .y_range(-1.85, most)
        .y_ticks(&[-1.522_88, -1.0, -0.522_88, 0.0, 0.477_12])
        .heights_are_powers_of_ten()
}

/// BLEU of held-out sentences by their length: the Transformer, and the recurrent models.
///
/// ```
/// let figure = figures::transformer::by_length();
/// assert!(figure.svg.contains(">Transformer</text>"));
/// ```
pub fn by_length() -> Figure {
    let recurrent = bahdanau::trained()
        .expect("the repository has the models")
        .card;
    let trained = shipped();
    let mut plot = Plot::new(
        "tokens of the source sentence",
        "BLEU of held-out sentences",
    );
    for (runs, look, marker) in [
        (
            &recurrent.without_attention[..],
            solid(Role::Series2),
            Marker::Ring,
        ),
        (
            &recurrent.with_attention[..],
            solid(Role::Series1),
            Marker::Ring,
        ),
        (
            trained.card.runs(Variant::PostNorm),
            solid(Role::Series3).dash(Dash::Dashed),
            Marker::Cross,
        ),
    ] {
        let points = runs.iter().flat_map(|run| &run.held_out.bands);
        let points = points.map(|band| (middle(band), band.bleu));
        plot = plot
            .line(look, "", mean(runs))
            .scatter(look.marker(marker), "", points);
    }
    plot.note(3.0, 1.09, "Transformer", TextLook::start(Role::Series3))
        .note(10.2, 1.09, "and GRU with attention", TextLook::start(Role::Series1))
        .note(8.0, 0.68, "GRU without attention", Role::Series2)
        .x_range(1.0, 20.0)
        .x_ticks(&[4.0, 8.0, 12.0, 16.0, 20.0])
        .y_range(-0.05, 1.17)
        .y_ticks(&[0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
        .figure(
            "transformer/by-length.svg",
            "BLEU of held-out sentences against their length, for three kinds of models",
        )
}

/// The middle of a band of lengths.
fn middle(band: &Band) -> f64 {
    (band.from + band.to) as f64 / 2.0
}

/// The mean over the runs in each band.
fn mean(runs: &[Run]) -> Vec<(f64, f64)> {
    let Some(first) = runs.first() else {
        return Vec::new();
    };
    let bands = first.held_out.bands.iter().enumerate();
    let scores = bands.map(|(index, band)| {
        let sum: f64 = runs.iter().map(|run| run.held_out.bands[index].bleu).sum();
        (middle(band), sum / runs.len() as f64)
    });
    scores.collect()
}

//! How heads are trained, and how much each of them matters then.

use attention::Real;
use attention::multi_head::slope::{DAYS, SlopeModel, Split, needed_coefficients};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::super::Figure;
use super::super::canvas::TextLook;
use super::super::plot::Plot;
use super::super::style::{Dash, Look, Marker, Role};
use super::HEADS;

/// The steps of every training.
const STEPS: usize = 200;
/// How many models of each kind are trained.
const SEEDS: u64 = 10;
/// The error that one head cannot fall below, by the proof of the chapter.
const ONE_HEAD: f64 = 1.0;
/// The same for the mean over the eight days with a target if the permutations are missing: the two
/// days at the border between the halves are at the bound of one head.
const NO_PERMUTATIONS: f64 = 2.0 * ONE_HEAD / (DAYS - 2) as f64;

/// A trained model, and the losses before each step.
pub(super) fn train(heads: usize, split: Split, seed: u64) -> (SlopeModel, Vec<Real>) {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut model =
        SlopeModel::new(heads, rng).expect("the heads divide the hidden size");
    model.split = split;
    let losses = model.train(STEPS, rng);
    (model, losses)
}

/// The loss while one head, two heads, and two heads without the permutations learn the slope.
///
/// ```
/// let figure = figures::multi_head::slope_losses();
/// assert!(figure.svg.contains(">one head</text>"));
/// ```
pub fn slope_losses() -> Figure {
    let curve = |heads, split| {
        let mut mean = vec![0.0; STEPS];
        for seed in 0..SEEDS {
            let (_, losses) = train(heads, split, seed);
            for (mean, loss) in mean.iter_mut().zip(losses) {
                *mean += f64::from(loss) / SEEDS as f64;
            }
        }
        mean.into_iter()
            .enumerate()
            .map(|(step, loss)| (step as f64, loss))
    };
    let end = STEPS as f64;
    let dashed = Look::reference().dash(Dash::Dashed);
    let loss = format!("loss of a batch, mean of {SEEDS} runs");
    let floor = |height: f64| [(0.0, height), (end, height)];
    Plot::new("step", &loss)
        .line(dashed, "", floor(ONE_HEAD))
        .line(dashed, "", floor(NO_PERMUTATIONS))
        .line(Look::series(1), "", curve(1, Split::Columns))
        .line(
            Look::series(2).dash(Dash::Solid),
            "",
            curve(2, Split::WithoutPermute),
        )
        .line(
            Look::series(3).dash(Dash::Solid),
            "",
            curve(2, Split::Columns),
        )
        .note(
            end,
            ONE_HEAD + 0.2,
            "one head",
            TextLook::end(Role::Series1),
        )
        .note(
            end,
            NO_PERMUTATIONS + 0.2,
            "two heads, no permutations",
            TextLook::end(Role::Series2),
        )
        .note(36.0, 0.75, "two heads", TextLook::start(Role::Series3))
        .x_range(0.0, end)
        .x_ticks(&[0.0, 50.0, 100.0, 150.0, 200.0])
        .y_range(-0.1, 2.5)
        .y_ticks(&[0.0, 1.0, 2.0])
        .figure(
            "multi-head/slope-losses.svg",
            "The loss of one head and of two heads while they learn the slope",
        )
}

/// The error of models with four heads when one of them is taken out, for each seed.
///
/// ```
/// let figure = figures::multi_head::ablation();
/// assert!(figure.svg.contains(">without the only head of its sign</text>"));
/// ```
pub fn ablation() -> Figure {
    let mut all = Vec::new();
    let mut shared = Vec::new();
    let mut alone = Vec::new();
    for seed in 0..SEEDS {
        let (model, _) = train(HEADS.len(), Split::Columns, seed);
        let x = seed as f64;
        all.push((x, f64::from(model.error())));
        // The side of a head is the sign of what it contributes for day 4, a row in the middle.
        let sides: Vec<i32> = (0..HEADS.len())
            .map(|head| model.keep_heads(&[head]).coefficients().row(2).sum())
            .map(|sum| {
                if sum.abs() < 0.1 {
                    0
                } else {
                    sum.signum() as i32
                }
            })
            .collect();
        for (head, &side) in sides.iter().enumerate() {
            let point = (x, f64::from(model.without_head(head).error()));
            let same = sides.iter().filter(|&&other| other == side).count();
            if side != 0 && same == 1 {
                alone.push(point);
            } else {
                shared.push(point);
            }
        }
    }
    let seeds: Vec<f64> = (0..SEEDS).map(|seed| seed as f64).collect();
    let end = SEEDS as f64 - 0.5;
    let variance = f64::from(needed_coefficients().row(0).powi(2).sum());
    Plot::new("seed", "error")
        .line(Look::reference(), "", [(-0.5, variance), (end, variance)])
        .scatter(Look::series(3).marker(Marker::Square), "all heads", all)
        .scatter(
            Look::series(1).marker(Marker::Ring),
            "without one head",
            shared,
        )
        .scatter(Look::series(2), "without the only head of its sign", alone)
        .note(
            -0.5,
            variance + 0.45,
            "always answering 0",
            TextLook::start(Role::Muted),
        )
        .x_range(-0.5, end)
        .x_ticks(&seeds)
        .y_range(-0.2, 7.0)
        .y_ticks(&[0.0, 2.0, 4.0, 6.0])
        .figure(
            "multi-head/ablation.svg",
            "The error when one of four heads is taken out",
        )
}

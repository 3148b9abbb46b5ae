//! How heads are trained, and how much each of them matters then.

use attention::Real;
use attention::multi_head::slope::{DAYS, SlopeModel, Split, needed_coefficients};
use drawing::prelude::*;

use super::HEADS;
use crate::{Plot, rng};

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
    let rng = &mut rng(seed);
    let model = SlopeModel::new(heads, rng);
    let mut model = model.expect("the heads divide the hidden size");
    model.split = split;
    let losses = model.train(STEPS, rng);
    (model, losses)
}

/// The loss while one head, two heads, and two heads without the permutations learn the slope.
pub fn slope_losses() -> String {
    let curve = |heads, split| {
        let mut mean = vec![0.0; STEPS];
        for seed in 0..SEEDS {
            for (mean, loss) in mean.iter_mut().zip(train(heads, split, seed).1) {
                *mean += f64::from(loss) / SEEDS as f64;
            }
        }
        (0_u32..).zip(mean)
    };
    let end = STEPS as f64;
    let dashed = Look::reference().dash(Dash::DASHED);
    let [one, mixed, two] = [Series1, Series2, Series3].map(Look::solid);
    let floor = |height: f64| [(0.0, height), (end, height)];
    let missing = "two heads, no permutations";
    Plot::new("step", &format!("loss of a batch, mean of {SEEDS} runs"))
        .line(dashed, "", floor(ONE_HEAD))
        .line(dashed, "", floor(NO_PERMUTATIONS))
        .line(one, "", curve(1, Split::Columns))
        .line(mixed, "", curve(2, Split::WithoutPermute))
        .line(two, "", curve(2, Split::Columns))
        .note(end, ONE_HEAD + 0.2, "one head", Series1.end())
        .note(end, NO_PERMUTATIONS + 0.2, missing, Series2.end())
        .note(36.0, 0.75, "two heads", Series3.start())
        .x_axis(0.0, end, [0.0, 50.0, 100.0, 150.0, 200.0])
        .y_axis(-0.1, 2.5, [0.0, 1.0, 2.0])
        .svg("The loss of one head and of two heads while they learn the slope")
}

/// The error of models with four heads when one of them is taken out, for each seed.
pub fn ablation() -> String {
    let (mut all, mut shared, mut alone) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..SEEDS {
        let (model, _) = train(HEADS.len(), Split::Columns, seed);
        let x = seed as f64;
        all.push((x, model.error()));
        // The side of a head is the sign of what it contributes for day 4, a row in the middle.
        let sides = [0, 1, 2, 3].map(|head| {
            let sum = model.keep_heads(&[head]).coefficients().row(2).sum();
            if sum.abs() < 0.1 { 0.0 } else { sum.signum() }
        });
        for (head, side) in sides.into_iter().enumerate() {
            let point = (x, model.without_head(head).error());
            let same = sides.iter().filter(|&&other| other == side).count();
            let group = if side != 0.0 && same == 1 {
                &mut alone
            } else {
                &mut shared
            };
            group.push(point);
        }
    }
    let seeds: Vec<f64> = (0..SEEDS).map(|seed| seed as f64).collect();
    let end = SEEDS as f64 - 0.5;
    let variance = f64::from(needed_coefficients().row(0).powi(2).sum());
    Plot::new("seed", "error")
        .line(Look::reference(), "", [(-0.5, variance), (end, variance)])
        .scatter(Look::series(3).marker(Marker::Square), "all heads", all)
        .scatter(Look::solid(Series1), "without one head", shared)
        .scatter(Look::series(2), "without the only head of its sign", alone)
        .note(-0.5, variance + 0.45, "always answering 0", Muted.start())
        .x_axis(-0.5, end, seeds)
        .y_axis(-0.2, 7.0, [0.0, 2.0, 4.0, 6.0])
        .svg("The error when one of four heads is taken out")
}

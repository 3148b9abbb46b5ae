//! A trained model on sequences that are longer than those it was trained with.

use attention::self_attention::{Positions, PreviousToken, TRAINED_LEN};

use crate::prelude::*;

/// The length of the sequences that the models are tested with.
const LEN: usize = 32;
/// How many models are trained of each kind.
const SEEDS: u64 = 3;

/// The accuracy at each position of sequences twice as long as those of the training.
pub fn beyond_length() -> String {
    let end = TRAINED_LEN as f64 - 0.5;
    let dashed = Look::reference().dash(Dash::DASHED);
    let plot = |name: &str, series, positions: Kind, starts: usize| {
        let accuracies = (0..SEEDS).map(|seed| accuracy(positions, starts, seed));
        let sum = accuracies.fold(Array1::<Real>::zeros(LEN - 1), |sum, one| sum + one);
        let points = (1_u32..).zip(sum / SEEDS as Real);
        let look = Look::series(series).dash(Dash::SOLID);
        Plot::new("position", &format!("accuracy, mean of {SEEDS} models"))
            .heading(name)
            .x_axis(0.0, LEN as f64, [0.0, 8.0, 16.0, 24.0, 32.0])
            .y_axis(0.0, 1.05, [0.0, 0.5, 1.0])
            .line(dashed, "", [(end, 0.0), (end, 1.05)])
            .marked_line(look, "", points)
    };
    let learned: Kind = |rng| Positions::learned(LEN, rng);
    let sinusoidal: Kind = |_| Positions::Sinusoidal;
    let (random, shifted) = (LEN - TRAINED_LEN + 1, "sines and cosines, random starts");
    let plots = [
        plot("no positions", 1, |_| Positions::None, 1)
            .note(end - 0.4, 0.85, "trained length", Muted.end())
            .note(end + 0.4, 0.85, "beyond", Muted.start()),
        plot("learned positions", 2, learned, 1),
        plot("sines and cosines", 3, sinusoidal, 1),
        plot(shifted, 4, sinusoidal, random),
    ];
    let title = "Accuracy by position, within the trained length and beyond";
    panels(1, 125.0, plots, title)
}

/// What makes the positions of a model.
type Kind = fn(&mut ChaCha8Rng) -> Positions;

/// The accuracy of one model, by position from 1 on. In the training, a sequence starts at one of
/// `starts` first positions.
fn accuracy(positions: Kind, starts: usize, seed: u64) -> Array1<Real> {
    let random = &mut rng(seed);
    let model = PreviousToken::new(positions(random), random);
    let trained = model.train(150, starts, random);
    trained.expect("the loss stays finite");
    // With so many sequences, one more right answer is less than the tolerance of a stored figure.
    let accuracy = model.accuracy(LEN, 1000, &mut rng(100));
    accuracy.expect("the table is long enough")
}

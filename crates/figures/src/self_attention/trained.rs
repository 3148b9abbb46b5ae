//! A trained model on sequences that are longer than those it was trained with.

use attention::Real;
use attention::self_attention::{Positions, PreviousToken, TRAINED_LEN};
use ndarray::Array1;
use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::super::Figure;
use super::super::canvas::TextLook;
use super::super::panels::Panels;
use super::super::plot::Plot;
use super::super::style::{Dash, Look, Role};

/// The length of the sequences that the models are tested with.
const LEN: usize = 32;

/// How many models are trained of each kind.
const SEEDS: u64 = 3;

/// The accuracy at each position of sequences twice as long as those of the training.
///
/// ```
/// let figure = figures::self_attention::beyond_length();
/// assert!(figure.svg.contains(">no positions</text>"));
/// ```
pub fn beyond_length() -> Figure {
    let panels = KINDS
        .into_iter()
        .enumerate()
        .map(|(index, (name, kind, starts))| {
            let accuracy = (0..SEEDS).map(|seed| accuracy(kind, starts, seed));
            let mean = accuracy
                .fold(Array1::<Real>::zeros(LEN - 1), |sum, one| sum + one)
                / SEEDS as Real;
            let points = (1u32..).zip(mean);
            let end = TRAINED_LEN as f64 - 0.5;
            let mut plot =
                Plot::new("position", &format!("accuracy, mean of {SEEDS} models"))
                    .heading(name)
                    .x_range(0.0, LEN as f64)
                    .x_ticks(&[0.0, 8.0, 16.0, 24.0, 32.0])
                    .y_range(0.0, 1.05)
                    .y_ticks(&[0.0, 0.5, 1.0])
                    .line(
                        Look::reference().dash(Dash::Dashed),
                        "",
                        [(end, 0.0), (end, 1.05)],
                    )
                    .line_with_markers(
                        Look::series(index + 1).dash(Dash::Solid),
                        "",
                        points,
                    );
            if index == 0 {
                let (left, right) =
                    (TextLook::end(Role::Muted), TextLook::start(Role::Muted));
                plot = plot.note(end - 0.4, 0.85, "trained length", left).note(
                    end + 0.4,
                    0.85,
                    "beyond",
                    right,
                );
            }
            plot
        });
    Panels::new(1, panels).row_height(125.0).figure(
        "self-attention/beyond-length.svg",
        "Accuracy by position, within the trained length and beyond",
    )
}

/// The kinds of positions; the last number is from how many first positions a sequence starts at one
/// in the training.
const KINDS: [(&str, Kind, usize); 4] = [
    ("no positions", Kind::None, 1),
    ("learned positions", Kind::Learned, 1),
    ("sines and cosines", Kind::Sinusoidal, 1),
    (
        "sines and cosines, random starts",
        Kind::Sinusoidal,
        LEN - TRAINED_LEN + 1,
    ),
];

#[derive(Clone, Copy)]
enum Kind {
    None,
    Learned,
    Sinusoidal,
}

/// The accuracy of one model, by position from 1 on.
fn accuracy(kind: Kind, starts: usize, seed: u64) -> Array1<Real> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let positions = match kind {
        Kind::None => Positions::None,
        Kind::Learned => Positions::learned(LEN, rng),
        Kind::Sinusoidal => Positions::Sinusoidal,
    };
    let model = PreviousToken::new(positions, rng);
    model
        .train(150, starts, rng)
        .expect("the loss stays finite");
    // With so many sequences, one more right answer is less than the tolerance of a stored figure.
    model
        .accuracy(LEN, 1000, &mut ChaCha8Rng::seed_from_u64(100))
        .expect("the table is long enough")
}

//! What a loss is divided by.

use super::super::Figure;
use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Fill, TextLook};
use super::super::cells::{self, Grid};
use super::super::style::{Role, WIDTH};

/// The losses of the tokens of two sentences, and how many steps their batch has.
const LOSSES: [&[f64]; 2] = [&[1.0, 1.0, 1.0, 1.0], &[4.0, 4.0]];
const STEPS: usize = 4;

/// The losses of the tokens of a batch, and three ways to average them.
///
/// ```
/// let figure = figures::encoder_decoder::masked_loss();
/// for mean in ["12 / 6 = 2", "(1 + 4) / 2 = 2.5", "12 / 8 = 1.5"] {
///     assert!(figure.svg.contains(mean), "{mean}");
/// }
/// ```
pub fn masked_loss() -> Figure {
    let title = "The losses of the tokens of a batch, and three means";
    let size = (WIDTH, 222.0);
    Figure::draw("encoder-decoder/masked-loss.svg", title, size, |canvas| {
        let grid = Grid::new((96.0, 30.0), (48.0, 28.0), (LOSSES.len(), STEPS));
        let (middle, _) = grid.area().center();
        canvas.text((middle, 14.0), "losses of the tokens", Role::Ink);
        canvas.text((352.0, 14.0), "mean", Role::Ink);
        let mut means = Vec::new();
        for (row, losses) in LOSSES.into_iter().enumerate() {
            let y = grid.cell(row, 0).center().1;
            let name = format!("sentence {row}");
            canvas.text((88.0, y), &name, TextLook::end(Role::Ink));
            for step in 0..STEPS {
                let area = grid.cell(row, step);
                let Some(&loss) = losses.get(step) else {
                    cells::hidden(canvas, area);
                    continue;
                };
                cells::cell(canvas, area, fill(Role::Series1), &short(loss));
            }
            let mean = losses.iter().sum::<f64>() / losses.len() as f64;
            let area = Area::new(328.0, 30.0 + 28.0 * row as f64, 48.0, 28.0);
            cells::cell(canvas, area, Role::Paper, &short(mean));
            means.push(mean);
        }
        let all = LOSSES.concat();
        let sum: f64 = all.iter().sum();
        let each = means
            .iter()
            .copied()
            .map(short)
            .collect::<Vec<_>>()
            .join(" + ");
        let (tokens, places) = (all.len() as f64, (LOSSES.len() * STEPS) as f64);
        let sentences = LOSSES.len() as f64;
        let of_means = means.iter().sum::<f64>() / sentences;
        line(
            canvas,
            118.0,
            "over tokens",
            &divided(&short(sum), tokens, sum / tokens),
            Role::Series3,
        );
        let each = format!("({each})");
        line(
            canvas,
            156.0,
            "mean of the means",
            &divided(&each, sentences, of_means),
            Role::Accent,
        );
        line(
            canvas,
            194.0,
            "over all steps",
            &divided(&short(sum), places, sum / places),
            Role::Accent,
        );
    })
}

fn fill(role: Role) -> Fill {
    Fill::with_opacity(role, 0.25)
}

/// A number without decimals that say nothing.
fn short(value: f64) -> String {
    number(value, usize::from(value.fract() != 0.0))
}

fn divided(sum: &str, by: f64, mean: f64) -> String {
    format!("{sum} / {} = {}", short(by), short(mean))
}

/// Draws the name of a mean and how it is computed.
fn line(canvas: &mut Canvas<'_>, y: f64, name: &str, text: &str, role: Role) {
    canvas.text((186.0, y), name, TextLook::end(Role::Ink));
    let area = Area::new(198.0, y - 15.0, 178.0, 30.0);
    cells::cell(canvas, area, fill(role), text);
}

//! Greedy search, beam search, and the length of what they find.

use attention::Real;
use attention::encoder_decoder::{BeamSearch, Candidate, beam_search};
use ndarray::Array2;

use super::super::Figure;
use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Fill, Point, TextLook};
use super::super::cells::Grid;
use super::super::diagram::Arrow;
use super::super::plot::Plot;
use super::super::style::{Look, Marker, Role, WIDTH};

/// The tokens of the table, with the end at the last place.
const TOKENS: [&str; 4] = ["A", "B", "C", "end"];
const END: usize = TOKENS.len() - 1;
const GREEDY: Role = Role::Series2;
const BEST: Role = Role::Series1;

/// The probabilities of the next token after a beginning.
fn table(beginning: &[usize]) -> [Real; 4] {
    match beginning {
        [] => [0.5, 0.3, 0.2, 0.0],
        [0] => [0.25, 0.4, 0.3, 0.05],
        [0, 1] => [0.3, 0.2, 0.4, 0.1],
        [0, 2] => [0.2, 0.6, 0.1, 0.1],
        [0, 1, 2] | [0, 2, 1] => [0.2, 0.1, 0.1, 0.6],
        [_] | [_, _] => [0.3, 0.3, 0.3, 0.1],
        _ => [0.2, 0.2, 0.2, 0.4],
    }
}

/// The best sentence that a beam of this width finds in the table, and all beginnings that it kept.
fn search(width: usize) -> (Candidate, Vec<Vec<usize>>) {
    let settings = BeamSearch {
        width,
        length_exponent: 0.0,
        max_steps: 4,
        end: END,
    };
    let mut kept = Vec::new();
    let mut found = beam_search(&settings, |beam| {
        kept.extend(beam.beginnings.iter().cloned());
        let rows: Vec<_> = beam.beginnings.iter().map(|tokens| table(tokens)).collect();
        Array2::from(rows).ln()
    });
    (found.swap_remove(0), kept)
}

/// The tables of probabilities along the greedy path and along the path that a beam of two finds,
/// and after the beginning that the beam keeps for one step only.
///
/// ```
/// let figure = figures::encoder_decoder::beam_tree();
/// assert!(figure.svg.contains(">greedy: 0.5 · 0.4 · 0.4 · 0.6 = 0.048</text>"));
/// assert!(figure.svg.contains(">beam of two: 0.5 · 0.3 · 0.6 · 0.6 = 0.054</text>"));
/// assert!(figure.svg.contains(">B is dropped: 0.3 · 0.3 is less than 0.5 · 0.3</text>"));
/// ```
pub fn beam_tree() -> Figure {
    let ((greedy, _), (best, kept)) = (search(1), search(2));
    let dropped: Vec<&Vec<usize>> = kept
        .iter()
        .filter(|beginning| {
            kept.iter()
                .filter(|next| next.starts_with(beginning))
                .count()
                == 1
        })
        .filter(|beginning| beginning.len() < best.tokens.len())
        .collect();
    assert_eq!(dropped, [&[1]], "the beam drops the beginning B");
    let title = "The paths of greedy search and of a beam of two";
    let size = (WIDTH, 318.0);
    Figure::draw("encoder-decoder/beam-tree.svg", title, size, |canvas| {
        let shared = |depth: usize| greedy.tokens[..depth] == best.tokens[..depth];
        for (candidate, role, top) in [(&greedy, GREEDY, UPPER), (&best, BEST, LOWER)] {
            let corner = |depth: usize| match depth {
                0 => (LEFT, (UPPER + LOWER) / 2.0),
                _ if shared(depth) => (LEFT + APART * depth as f64, UPPER),
                _ => (LEFT + APART * depth as f64, top),
            };
            let tokens: Vec<usize> =
                candidate.tokens.iter().copied().chain([END]).collect();
            for depth in 0..tokens.len() {
                if role == GREEDY || !shared(depth) {
                    column(canvas, corner(depth), &tokens[..depth], (&greedy, &best));
                }
                if depth + 1 < tokens.len() {
                    let role = if shared(depth + 1) { Role::Muted } else { role };
                    step(
                        canvas,
                        corner(depth),
                        tokens[depth],
                        corner(depth + 1),
                        role,
                    );
                }
            }
        }
        let start = (LEFT, (UPPER + LOWER) / 2.0);
        let corner = (LEFT + APART, LOWER);
        step(canvas, start, dropped[0][0], corner, Role::Muted);
        column(canvas, corner, dropped[0], (&greedy, &best));
        for (name, candidate, role, y) in [
            ("greedy", &greedy, GREEDY, 10.0),
            ("beam of two", &best, BEST, 308.0),
        ] {
            let text = format!("{name}: {}", product(candidate));
            canvas.text((394.0, y), &text, TextLook::end(role).bold());
        }
        let text = "B is dropped: 0.3 · 0.3 is less than 0.5 · 0.3";
        canvas.text((LEFT, 284.0), text, TextLook::start(Role::Muted));
    })
}

/// The probability of a sentence as a product.
fn product(candidate: &Candidate) -> String {
    let tokens: Vec<usize> = candidate.tokens.iter().copied().chain([END]).collect();
    let factors = tokens
        .iter()
        .enumerate()
        .map(|(depth, &token)| number(f64::from(table(&tokens[..depth])[token]), 1));
    let factors = factors.collect::<Vec<_>>().join(" · ");
    let product = number(candidate.log_probability.exp(), 3);
    format!("{factors} = {product}")
}

const CELL: (f64, f64) = (76.0, 22.0);
/// Where the first table begins, how far apart two are, and where the upper and lower ones begin.
const LEFT: f64 = 6.0;
const APART: f64 = 104.0;
const UPPER: f64 = 44.0;
const LOWER: f64 = 176.0;

/// Draws the arrow from a token of one table to the table after it.
fn step(canvas: &mut Canvas<'_>, from: Point, token: usize, to: Point, role: Role) {
    let y = from.1 + CELL.1 * (token as f64 + 0.5);
    let to = (to.0 - 1.0, to.1 + 2.0 * CELL.1);
    canvas.arrow(&Arrow::new((from.0 + CELL.0, y), to).role(role));
}

/// Draws the probabilities after a beginning, with the tokens that the two paths take in color.
fn column(
    canvas: &mut Canvas<'_>,
    corner: Point,
    beginning: &[usize],
    (greedy, best): (&Candidate, &Candidate),
) {
    let name = match beginning {
        [] => "start".to_owned(),
        _ => beginning
            .iter()
            .map(|&token| TOKENS[token])
            .collect::<Vec<_>>()
            .join(" "),
    };
    canvas.text(
        (corner.0 + CELL.0 / 2.0, corner.1 - 12.0),
        &name,
        Role::Muted,
    );
    let grid = Grid::new(corner, CELL, (TOKENS.len(), 1));
    let takes = |candidate: &Candidate, token: usize| {
        let next = candidate.tokens.get(beginning.len()).unwrap_or(&END);
        candidate.tokens.starts_with(beginning) && *next == token
    };
    let dropped = [greedy, best]
        .iter()
        .all(|candidate| !candidate.tokens.starts_with(beginning));
    if dropped {
        let area = grid.area();
        canvas.fill_rect(area, Role::Masked);
        let across = [(area.left, area.bottom()), (area.right(), area.top)];
        canvas.line(&across, Role::Hatch);
    }
    for (token, probability) in table(beginning).into_iter().enumerate() {
        let area = grid.cell(token, 0);
        let text = format!("{} {probability}", TOKENS[token]);
        let half = |left: f64| Area::new(left, area.top, area.width / 2.0, area.height);
        for (candidate, role, left) in
            [(greedy, GREEDY, area.left), (best, BEST, area.center().0)]
        {
            if takes(candidate, token) {
                let both = takes(greedy, token) && takes(best, token);
                let area = if both { half(left) } else { area };
                canvas.fill_rect(area, Fill::with_opacity(role, 0.3));
            }
        }
        canvas.outline_rounded(area, 0.0, Role::Muted);
        canvas.text(area.center(), &text, Role::Ink);
    }
}

/// The scores of a short and of a long candidate against the exponent of the length.
///
/// ```
/// let figure = figures::encoder_decoder::length_exponent();
/// assert!(figure.svg.contains(">4 tokens</text>"));
/// ```
pub fn length_exponent() -> Figure {
    let (short, long) = ((-2.0, 2), (-3.0, 4));
    let score = |(log_probability, length): (f64, usize), exponent: f64| {
        let settings = BeamSearch {
            width: 2,
            length_exponent: exponent,
            max_steps: length,
            end: END,
        };
        settings.score(log_probability, length)
    };
    let exponents = || (0..=20).map(|step| 0.05 * f64::from(step));
    let curve = |candidate| {
        exponents().map(move |exponent| (exponent, score(candidate, exponent)))
    };
    // -2 / 2^x = -3 / 4^x
    let equal = 1.5_f64.log2();
    Plot::new("exponent α", "log-probability / length^α")
        .line(Look::series(2), "2 tokens", curve(short))
        .line(Look::series(1), "4 tokens", curve(long))
        .scatter(
            Look::reference().marker(Marker::Ring),
            "",
            [(equal, score(short, equal))],
        )
        .note(
            equal + 0.01,
            score(short, equal) - 0.28,
            &format!("α = {}", number(equal, 3)),
            TextLook::start(Role::Muted),
        )
        .note(0.2, -1.35, "the short one wins", Role::Series2)
        .note(0.72, -0.62, "the long one wins", Role::Series1)
        .x_range(0.0, 1.0)
        .x_ticks(&[0.0, 0.25, 0.5, 0.75, 1.0])
        .y_range(-3.2, -0.4)
        .y_ticks(&[-3.0, -2.0, -1.0])
        .direct_labels()
        .figure(
            "encoder-decoder/length-exponent.svg",
            "The scores of two candidates against the exponent of the length",
        )
}

//! Greedy search, beam search, and the length of their results.

use attention::encoder_decoder::{BeamSearch, Candidate, beam_search};

use crate::prelude::*;

/// The tokens of the table. The last one ends the sentence.
const TOKENS: [&str; 4] = ["la", "mer", "rouge", "end"];
const END: usize = TOKENS.len() - 1;
const GREEDY: Role = Series2;
const BEST: Role = Series1;
const CELL: (f64, f64) = (76.0, 22.0);

/// Returns the probabilities of the next token after a prefix.
fn table(beginning: &[usize]) -> [Real; 4] {
    match beginning {
        [] => [0.6, 0.3, 0.1, 0.0],
        [0] => [0.05, 0.4, 0.5, 0.05],
        [0, 2] => [0.1, 0.5, 0.1, 0.3],
        [0, 1] => [0.05, 0.05, 0.8, 0.1],
        [0, 1, 2] | [0, 2, 1] => [0.1, 0.1, 0.1, 0.7],
        [_] | [_, _] => [0.3, 0.3, 0.2, 0.2],
        _ => [0.2, 0.2, 0.2, 0.4],
    }
}

const SETTINGS: BeamSearch = BeamSearch { width: 2, length_exponent: 0.0, max_steps: 4, end: END };

/// Returns the best sentence that a beam of this width finds in the table, and all prefixes that it
/// kept.
fn search(width: usize) -> (Candidate, Vec<Vec<usize>>) {
    let settings = BeamSearch { width, ..SETTINGS };
    let mut kept = Vec::new();
    let mut found = beam_search(&settings, |beam| {
        kept.extend(beam.beginnings.iter().cloned());
        let rows: Vec<_> = beam.beginnings.iter().map(|tokens| table(tokens)).collect();
        Array2::from(rows).ln()
    });
    (found.swap_remove(0), kept)
}

/// Returns the tokens of a sentence, including the end.
fn ended(candidate: &Candidate) -> Vec<usize> {
    candidate.tokens.iter().copied().chain([END]).collect()
}

/// Draws the tables along both paths, and after a word that the beam keeps for only one step.
pub(crate) fn beam_tree() -> String {
    let ((greedy, _), (best, kept)) = (search(1), search(2));
    let dropped = [1];
    let kept = kept.iter().filter(|tokens| tokens.starts_with(&dropped));
    assert_eq!(kept.count(), 1, "the beam keeps this word for one step");

    let canvas = &mut Canvas::new(318.0);
    let paths = [&greedy, &best];
    let shared = |depth: usize| greedy.tokens[..depth] == best.tokens[..depth];
    let left = |depth: usize| 6.0 + 101.0 * depth as f64;
    let (upper, lower) = (44.0, 176.0);
    let root = (left(0), (upper + lower) / 2.0);
    for (candidate, role, top) in [(&greedy, GREEDY, upper), (&best, BEST, lower)] {
        let corner = |depth: usize| match depth {
            0 => root,
            _ if shared(depth) => (left(depth), upper),
            _ => (left(depth), top),
        };
        let tokens = ended(candidate);
        for (depth, &token) in tokens.iter().enumerate() {
            if role == GREEDY || !shared(depth) {
                column(canvas, corner(depth), &tokens[..depth], paths);
            }
            if token != END {
                let role = if shared(depth + 1) { Muted } else { role };
                step(canvas, corner(depth), token, corner(depth + 1), role);
            }
        }
    }
    step(canvas, root, dropped[0], (left(1), lower), Muted);
    column(canvas, (left(1), lower), &dropped, paths);
    canvas.text((394.0, 10.0), format!("greedy: {}", product(&greedy)), GREEDY.end().bold());
    let text = format!("beam of width 2: {}", product(&best));
    canvas.text((394.0, 308.0), text, BEST.end().bold());
    let text = "mer is dropped: 0.3 · 0.3 is less than 0.6 · 0.4";
    canvas.text((6.0, 284.0), text, Muted.start());
    canvas.svg("The paths of greedy search and of a beam of width 2")
}

fn product(candidate: &Candidate) -> String {
    let tokens = ended(candidate);
    let factor = |depth: usize| number(table(&tokens[..depth])[tokens[depth]], 1);
    let factors: Vec<String> = (0..tokens.len()).map(factor).collect();
    let product = number(candidate.log_probability.exp(), 3);
    format!("{} = {product}", factors.join(" · "))
}

/// Draws the arrow from a token to the table of the next step.
fn step(canvas: &mut Canvas, (x, y): Point, token: usize, to: Point, role: Role) {
    let from = (x + CELL.0, y + CELL.1 * (token as f64 + 0.5));
    canvas.arrow(from, (to.0 - 1.0, to.1 + 2.0 * CELL.1), role);
}

/// Draws the probabilities after a prefix, and colors the tokens on the two paths.
fn column(canvas: &mut Canvas, at: Point, beginning: &[usize], paths: [&Candidate; 2]) {
    let name = match beginning {
        [] => "start".to_owned(),
        _ => beginning.iter().map(|&token| TOKENS[token]).collect::<Vec<_>>().join(" "),
    };
    canvas.text((at.0 + CELL.0 / 2.0, at.1 - 12.0), name, Muted);
    let cells = Table::new(at, CELL, (TOKENS.len(), 1));
    // The token of each path, if the path passes here.
    let [greedy, best] = paths.map(|candidate| {
        Some(candidate.tokens.strip_prefix(beginning)?.first().copied().unwrap_or(END))
    });
    if greedy.is_none() && best.is_none() {
        canvas.fill_rect(cells.area, Masked);
        canvas.strike(cells.area, 1.5);
    }
    for (token, probability) in table(beginning).into_iter().enumerate() {
        let area = cells.cell(token, 0);
        // Two paths share a cell in halves.
        let half = if greedy == best { area.width / 2.0 } else { 0.0 };
        let paths = [(greedy, GREEDY, 0.0), (best, BEST, half)];
        for (_, role, aside) in paths.into_iter().filter(|path| path.0 == Some(token)) {
            let part = (area.left + aside, area.top, area.width - half, area.height);
            canvas.fill_rect(part, role.opacity(0.3));
        }
        canvas.outline(area, Muted);
        let text = format!("{} {probability}", TOKENS[token]);
        canvas.text(area.center(), text, Ink);
    }
}

pub(crate) fn length_exponent() -> String {
    let score = |(log_probability, length): (f64, usize), length_exponent: f64| {
        BeamSearch { length_exponent, ..SETTINGS }.score(log_probability, length)
    };
    let (short, long) = ((-2.0, 2), (-3.0, 4));
    let curve = |candidate| {
        let exponents = (0..=20).map(|step| 0.05 * f64::from(step));
        exponents.map(move |exponent| (exponent, score(candidate, exponent)))
    };
    // -2 / 2^x = -3 / 4^x
    let equal = 1.5_f64.log2();
    let (height, note) = (score(short, equal), format!("α = {equal:.3}"));
    Plot::new("exponent α", "log-probability / length^α")
        .line(Look::series(2), "2 tokens", curve(short))
        .line(Look::series(1), "4 tokens", curve(long))
        .scatter(Look::reference(), "", [(equal, height)])
        .note(equal + 0.01, height - 0.28, note, Muted.start())
        .note(0.2, -1.35, "the short one wins", Series2)
        .note(0.72, -0.62, "the long one wins", Series1)
        .x_axis(0.0, 1.0, [0.0, 0.25, 0.5, 0.75, 1.0])
        .y_axis(-3.2, -0.4, [-3.0, -2.0, -1.0])
        .direct_labels()
        .svg("The scores of two candidates against the length exponent")
}

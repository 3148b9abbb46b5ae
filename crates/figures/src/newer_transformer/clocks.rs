//! The query of *tired* and the keys of its sentence, each turned by its position: for any order of
//! the words, first position, and turn.

use attention::newer_transformer::{rotate, rotate_rows};
use attention::nn::Pairing;

use crate::prelude::*;
use crate::self_attention::{WORDS, project};

/// The index of *tired* among the words.
const TIRED: usize = 3;
/// The words around *tired*.
const OTHERS: [usize; 5] = [0, 1, 2, 0, 4];
const LEN: usize = OTHERS.len() + 1;
const FIRSTS: usize = 100;
const DEGREES: usize = 19;

pub(crate) fn controls() -> Vec<Control> {
    let degrees = steps(0.0, (5 * (DEGREES - 1)) as f64, DEGREES);
    vec![
        Control::slider("words before tired", &steps(0.0, (LEN - 1) as f64, LEN), 4.0),
        Control::slider("first word at", &steps(0.0, (FIRSTS - 1) as f64, FIRSTS), 0.0),
        Control::slider("degrees per position", &degrees, 30.0),
    ]
}

/// The words that *tired* finds in its sentence.
struct Found {
    /// The words by their index.
    order: Vec<usize>,
    /// The position of the first word.
    first: usize,
    /// The turn from one position to the next.
    turn: Real,
    /// The row of *tired*.
    tired: usize,
    /// The turned queries and keys.
    queries: Array2<Real>,
    keys: Array2<Real>,
    /// The scores, the weights, and the output of *tired*.
    scores: Array1<Real>,
    weights: Array1<Real>,
    output: Array1<Real>,
}

impl Found {
    /// Computes what the program of the chapter does.
    fn new(tired: usize, first: usize, degrees: usize) -> Found {
        let mut order = OTHERS.to_vec();
        order.insert(tired, TIRED);
        let (_, [queries, keys, values]) = project(&order);
        let turn = (degrees as f64).to_radians() as Real;
        let [queries, keys] =
            [queries, keys].map(|rows| rotate_rows(&rows, first, &[turn], Pairing::Interleaved));
        let scores = queries.dot(&keys.t()) / Real::sqrt(2.0);
        let weights = softmax(&scores);
        let output = weights.dot(&values).row(tired).to_owned();
        let [scores, weights] = [scores, weights].map(|all| all.row(tired).to_owned());
        Found { order, first, turn, tired, queries, keys, scores, weights, output }
    }

    /// Returns the nouns with their rows.
    fn nouns(&self) -> [(&'static str, usize); 2] {
        ["girl", "men"].map(|noun| {
            let row = self.order.iter().position(|word| WORDS[*word] == noun);
            (noun, row.expect("each sentence has both nouns"))
        })
    }

    fn offset(&self, row: usize) -> f64 {
        row as f64 - self.tired as f64
    }
}

fn center(row: usize) -> Point {
    (82.0 + 57.0 * row as f64, 80.0)
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let found = &Found::new(choices[0], choices[1], 5 * choices[2]);
    let canvas = &mut Canvas::new(374.0);
    row_of_clocks(canvas, found);
    plot(found).draw(canvas, Area::new(MARGIN, 168.0, WIDTH - 2.0 * MARGIN, 200.0), [true; 2]);

    let Found { scores, weights, output, first, tired, .. } = found;
    let nouns = found
        .nouns()
        .map(|(noun, row)| (noun, first + row, number(scores[row], 2), number(weights[row], 3)));
    let [(a, a_at, a_score, a_weight), (b, b_at, b_score, b_weight)] = nouns;
    let result = format!(
        "“Tired” at position {} scores {a_score} with “{a}” at {a_at}, weight {a_weight}, and {b_score} with \
         “{b}” at {b_at}, weight {b_weight}. The output is ({:.3}, {:.3}).",
        first + tired,
        output[0],
        output[1]
    );
    let vector =
        |row: ArrayView1<'_, Real>| format!("({}, {})", number(row[0], 2), number(row[1], 2));
    let rows = found.order.iter().enumerate().map(|(row, word)| {
        let query = if row == *tired { vector(found.queries.row(row)) } else { String::new() };
        let (position, key) = ((first + row).to_string(), vector(found.keys.row(row)));
        let (score, weight) = (number(scores[row], 2), number(weights[row], 3));
        [WORDS[*word].to_owned(), position, query, key, score, weight]
    });
    let headings = ["word", "position", "query of tired", "key", "score with tired", "weight"];
    Answer {
        svg: canvas.svg("The query of tired and the keys of the nouns, turned"),
        result,
        table: table(headings, rows),
        handle: Some(Handle::sideways(center(*tired), (0.0, 110.0), 0, [0, LEN - 1].map(center))),
    }
}

/// Draws a clock for each word, with the hand of the query in the clocks of *tired* and of the
/// nouns.
fn row_of_clocks(canvas: &mut Canvas, found: &Found) {
    const RADIUS: f64 = 24.0;
    for (name, y) in [("position", 38.0), ("score", 120.0), ("weight", 140.0)] {
        canvas.text((6.0, y), name, Muted.start());
    }
    let [(_, girl), (_, men)] = found.nouns();
    let query = found.queries.row(found.tired);
    for (row, word) in found.order.iter().enumerate() {
        let (x, y) = center(row);
        // Angles run counterclockwise from three, and y grows downward.
        let at = |hand: ArrayView1<'_, Real>| {
            let (dx, dy): (f64, f64) = (hand[0].into(), hand[1].into());
            let scale = RADIUS / dx.hypot(dy);
            (x + scale * dx, y - scale * dy)
        };
        let (noun, asks) = (row == girl || row == men, row == found.tired);
        let look = if asks { Series1.bold() } else { Ink.into() };
        canvas.text((x, 18.0), WORDS[*word], look);
        canvas.text((x, 38.0), found.first + row, Muted);
        canvas.disk((x, y), RADIUS, Inside);
        if noun {
            // From the hand of the query to the hand of the key.
            let turn = within_half_a_turn(f64::from(found.turn) * found.offset(row));
            let arc = (0..=24).map(|step| {
                let part = turn * f64::from(step) / 24.0;
                at(rotate(query, 1, &[part as Real], Pairing::Interleaved).view())
            });
            let sector: Vec<Point> = arc.chain([(x, y)]).collect();
            canvas.fill_polygon(&sector, Series1.opacity(0.2));
        }
        canvas.ring((x, y), RADIUS, Muted.width(1.0));
        if noun {
            canvas.line([(x, y), at(found.keys.row(row))], Series2.width(2.5));
            canvas.text((x, 120.0), number(found.scores[row], 2), Ink);
        }
        if noun || asks {
            let dash = if noun { Dash::DASHED } else { Dash::SOLID };
            canvas.line([(x, y), at(query)], Series1.width(2.5).dash(dash));
        }
        canvas.text((x, 140.0), number(found.weights[row], 3), Ink);
    }
    canvas.text((6.0, 80.0 - 9.0), "query", Series1.bold().start());
    canvas.text((6.0, 80.0 + 9.0), "key", Series2.bold().start());
}

/// Plots the score against the offset, with the nouns.
fn plot(found: &Found) -> Plot {
    let (query, key) = (array![4.0, 0.0], array![1.0, 0.0]);
    let score = |offset: f64| {
        let angle = f64::from(found.turn) * offset;
        rotate(query.view(), 1, &[angle as Real], Pairing::Interleaved).dot(&key) / Real::sqrt(2.0)
    };
    let offsets = (0..=100).map(|step| f64::from(step) / 10.0 - 5.0);
    let curve: Vec<_> = offsets.map(|offset| (offset, score(offset))).collect();
    let plot = Plot::new("position of the noun − position of tired", "score")
        .x_axis(-5.0, 5.0, [-4.0, -2.0, 0.0, 2.0, 4.0])
        .y_axis(-4.0, 4.0, [-2.0, 0.0, 2.0])
        .line(Look::reference(), "", curve);
    let look = Look::series(2).marker(Marker::Disk);
    found.nouns().into_iter().fold(plot, |plot, (noun, row)| {
        let (offset, score) = (found.offset(row), f64::from(found.scores[row]));
        let name_at = (offset.clamp(-4.6, 4.6), score + if score < 0.0 { -0.6 } else { 0.6 });
        plot.stems(look, [(offset, score)]).note(name_at.0, name_at.1, noun, Series2.bold())
    })
}

#[cfg(test)]
mod tests;

//! Scores of four queries and four keys, their mask, and their weights, right or with a mistake.

use std::array::from_fn;

use attention::array::masked_softmax;

use crate::prelude::*;

const SIZE: usize = 4;

/// A row for each query, with a column for each key. In a module for browsers, loops over it are
/// smaller than operations on arrays.
type Square<T> = [[T; SIZE]; SIZE];

/// The scores of the chapter, with the queries of both examples below each other.
const SCORES: Square<Real> =
    [[2.0, 1.0, 3.0, 4.0], [0.0, 2.0, 1.0, 3.0], [1.0, 1.0, 2.0, 4.0], [3.0, 0.0, 1.0, 2.0]];
const MASKS: [&str; 5] =
    ["length per query", "last key is padding", "causal", "row 2 is empty", "none"];
const AXES: [&str; 2] = ["keys", "queries"];
/// The ways to mask pairs: leave out their scores, or set their weights or their scores to 0.
const WAYS: [&str; 3] = ["left out", "weight set to 0", "score set to 0"];

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::menu("mask", &MASKS),
        Control::menu("softmax over", &AXES),
        Control::switch("read true as masked", false),
        Control::menu("masked keys", &WAYS),
    ]
}

fn square<T>(entry: impl Fn(usize, usize) -> T) -> Square<T> {
    from_fn(|query| from_fn(|key| entry(query, key)))
}

fn turned<T: Copy>(all: &Square<T>, turn: bool) -> Square<T> {
    square(|query, key| if turn { all[key][query] } else { all[query][key] })
}

fn sums(all: &Square<Real>) -> [Real; SIZE] {
    all.map(|row| row.iter().sum())
}

/// Returns which pairs a mask allows.
fn allowed(choice: usize) -> Square<bool> {
    let mask = match choice {
        0 => Mask::valid_lens_per_query(array![[2, 4, 3, 1]]),
        1 => Mask::valid_lens([3]),
        2 => Mask::causal(),
        3 => Mask::valid_lens_per_query(array![[4, 4, 0, 4]]),
        _ => Mask::all(),
    };
    square(|query, key| mask.allows(0, query, key))
}

/// Returns the weights of queries (rows) for the pairs that the program believes to be allowed.
fn weights(pairs: &Square<bool>, by_query: bool, way: usize) -> Square<Real> {
    let zeroed = |all: &Square<Real>| {
        square(|query, key| match pairs[query][key] {
            true => all[query][key],
            false => 0.0,
        })
    };
    let scores = if way == 2 { zeroed(&SCORES) } else { SCORES };
    let scores = Array2::from(turned(&scores, by_query).to_vec());
    let weights = if way == 0 {
        let pairs = Array2::from(turned(pairs, by_query).to_vec());
        masked_softmax(&scores, &Mask::allowed(pairs))
    } else {
        softmax(&scores)
    };
    let weights = turned(&square(|row, column| weights[[row, column]]), by_query);
    if way == 1 { zeroed(&weights) } else { weights }
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let wanted = allowed(choices[0]);
    let [by_query, inverted] = [1, 2].map(|index| choices[index] == 1);
    let pairs = square(|query, key| wanted[query][key] != inverted);
    let weights = weights(&pairs, by_query, choices[3]);
    // With a score of 0, no weight is left out.
    let drawn = if choices[3] == 2 { [[true; SIZE]; SIZE] } else { pairs };

    let mut table = vec![vec!["row".to_owned()]];
    table[0].extend((0..SIZE).map(|key| format!("key {key}")));
    table[0].push("sum".to_owned());
    let none = [""; SIZE].map(str::to_owned);
    let sums = sums(&weights).map(|sum| number(sum, 3));
    for (name, rows, decimals, sums) in
        [("scores", &SCORES, 0, none), ("weights", &weights, 3, sums)]
    {
        for (query, (row, sum)) in rows.iter().zip(sums).enumerate() {
            let mut cells = vec![format!("{name} of query {query}")];
            cells.extend((0..SIZE).map(|key| {
                let entry = number(row[key], decimals);
                match (decimals, wanted[query][key], drawn[query][key]) {
                    (0, false, _) => format!("{entry}, must be masked"),
                    (3, _, false) => "masked".to_owned(),
                    _ => entry,
                }
            }));
            cells.push(sum);
            table.push(cells);
        }
    }
    Answer {
        svg: picture(&wanted, &drawn, &weights),
        result: result(MASKS[choices[0]], &wanted, &weights),
        table,
        handle: None,
    }
}

/// Draws the scores with the keys that must be masked, and the weights with those that have none.
fn picture(wanted: &Square<bool>, drawn: &Square<bool>, weights: &Square<Real>) -> String {
    const CELL: (f64, f64) = (37.0, 34.0);
    let canvas = &mut Canvas::new(218.0);
    let [left, right] = [36.0, 206.0].map(|x| Table::new((x, 46.0), CELL, (SIZE, SIZE)));
    let end = right.area.right() + 20.0;
    for (table, name) in [(left, "scores"), (right, "weights")] {
        canvas.heading((table.area.left, 12.0), name);
        for index in 0..SIZE {
            let (x, y) = table.cell(index, index).center();
            canvas.text((x, 34.0), index, Muted);
            canvas.text((table.area.left - 6.0, y), index, Muted.end());
        }
        canvas.text((table.area.center().0, 198.0), "keys", Muted);
    }
    canvas.text((end, 34.0), "sum", Muted);
    canvas.text((12.0, left.area.center().1), "queries", Muted.upward());
    for ((query, key), area) in left.cells() {
        let fill = if wanted[query][key] { Paper } else { Masked };
        canvas.cell(area, fill, "");
        if !wanted[query][key] {
            canvas.strike(area, 1.0);
        }
        canvas.text(area.center(), SCORES[query][key], Ink);
    }
    for ((query, key), area) in right.cells() {
        match drawn[query][key] {
            true => canvas.weight_cell(area, weights[query][key], 2),
            false => canvas.hidden_cell(area),
        }
    }
    for (query, sum) in sums(weights).into_iter().enumerate() {
        let at = (end, right.cell(query, 0).center().1);
        // A query without keys has no weights, and that is right.
        let expected = if wanted[query] == [false; SIZE] { 0.0 } else { 1.0 };
        let look = match is_near(sum, expected) {
            true => Ink.into(),
            false => Accent.bold(),
        };
        canvas.text(at, number(sum, 2), look);
    }
    canvas.svg("Scores, their mask, and their weights")
}

fn is_near(sum: Real, expected: Real) -> bool {
    (sum - expected).abs() < 1e-5
}

fn result(mask: &str, wanted: &Square<bool>, weights: &Square<Real>) -> String {
    let sums = sums(weights);
    let leaks = |query: usize| {
        let mut row = weights[query].iter().zip(&wanted[query]);
        row.any(|(weight, allowed)| !allowed && *weight > 0.0)
    };
    let found: [(&str, [bool; SIZE]); 3] = [
        ("the weights do not sum to 1", sums.map(|sum| sum != 0.0 && !is_near(sum, 1.0))),
        ("every key is masked, so the weights are 0", sums.map(|sum| sum == 0.0)),
        ("keys that must be masked have weights above 0", from_fn(leaks)),
    ];
    let sentences = found.iter().filter_map(|(text, rows)| {
        let rows = rows.iter().enumerate().filter(|(_, is_meant)| **is_meant);
        let rows: Vec<String> = rows.map(|(row, _)| row.to_string()).collect();
        let rows = match &*rows {
            [] => return None,
            [one] => format!("Row {one}"),
            [one, other] => format!("Rows {one} and {other}"),
            [most @ .., last] => format!("Rows {}, and {last}", most.join(", ")),
        };
        Some(format!("{rows}: {text}."))
    });
    let sentences: Vec<String> = sentences.collect();
    match &*sentences {
        [] if *wanted == [[true; SIZE]; SIZE] => "Each row sums to 1.".to_owned(),
        [] => format!(
            "Each row sums to 1, and the {} pairs that are masked by “{mask}” have a weight of 0.",
            wanted.as_flattened().iter().filter(|pair| !**pair).count()
        ),
        _ => sentences.join(" "),
    }
}

#[cfg(test)]
mod tests;

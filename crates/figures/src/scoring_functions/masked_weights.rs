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

/// Sets the entries that are not kept to 0.
fn zeroed(all: &Square<Real>, kept: &Square<bool>) -> Square<Real> {
    square(|query, key| if kept[query][key] { all[query][key] } else { 0.0 })
}

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
    let scores = if way == 2 { zeroed(&SCORES, pairs) } else { SCORES };
    let scores = Array2::from(turned(&scores, by_query).to_vec());
    let mask = match way {
        0 => Mask::allowed(Array2::from(turned(pairs, by_query).to_vec())),
        _ => Mask::all(),
    };
    let weights = masked_softmax(&scores, &mask);
    let weights = turned(&square(|row, column| weights[[row, column]]), by_query);
    if way == 1 { zeroed(&weights, pairs) } else { weights }
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let wanted = allowed(choices[0]);
    let [by_query, inverted] = [1, 2].map(|index| choices[index] == 1);
    let pairs = square(|query, key| wanted[query][key] != inverted);
    let weights = weights(&pairs, by_query, choices[3]);
    // With a score of 0, no weight is left out.
    let drawn = if choices[3] == 2 { [[true; SIZE]; SIZE] } else { pairs };

    let score = |query: usize, key: usize| match wanted[query][key] {
        true => number(SCORES[query][key], 0),
        false => format!("{}, must be masked", number(SCORES[query][key], 0)),
    };
    let weight = |query: usize, key: usize| match drawn[query][key] {
        true => number(weights[query][key], 3),
        false => "masked".to_owned(),
    };
    let sums = sums(&weights).map(|sum| number(sum, 3));
    let row = |name: &str, query: usize, [a, b, c, d]: [String; SIZE], sum: String| {
        [format!("{name} of query {query}"), a, b, c, d, sum]
    };
    let scores = (0..SIZE)
        .map(|query| row("scores", query, from_fn(|key| score(query, key)), String::new()));
    let shares = (0..SIZE)
        .map(|query| row("weights", query, from_fn(|key| weight(query, key)), sums[query].clone()));
    Answer {
        svg: picture(&wanted, &drawn, &weights),
        result: result(MASKS[choices[0]], &wanted, &weights),
        table: table(["row", "key 0", "key 1", "key 2", "key 3", "sum"], scores.chain(shares)),
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
        let look = if is_near(sum, expected) { Ink.into() } else { Accent.bold() };
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
        let plural = if rows.len() == 1 { "" } else { "s" };
        (!rows.is_empty()).then(|| format!("Row{plural} {}: {text}.", list(&rows)))
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

use std::{env, thread};

use rand::RngExt;

use super::prelude::*;
use super::widget::Widget;

/// Returns the choices that are drawn for a widget, at most. `.ci/run` draws more.
fn drawn() -> usize {
    let cases = env::var("PROPTEST_CASES").ok();
    2 * cases.map_or(64, |cases| cases.parse().expect("a number"))
}

/// Returns all choices of a widget, or random ones if there are many.
fn choices(widget: &Widget) -> Vec<Vec<usize>> {
    let controls = (widget.controls)();
    let counts: Vec<_> = controls.iter().map(|one| one.options.len()).collect();
    let all: usize = counts.iter().product();
    let (rng, drawn) = (&mut rng(0), drawn());
    let mut choose = |choice: usize| -> Vec<usize> {
        let mut rest = if all <= drawn { choice } else { rng.random_range(0..all) };
        let one = |count: &usize| {
            let chosen = rest % count;
            rest /= count;
            chosen
        };
        counts.iter().map(one).collect()
    };
    (0..all.min(drawn)).map(&mut choose).collect()
}

/// Returns the bytes that a result may have in the space below the figure.
fn longest(widget: &str) -> usize {
    match widget {
        "multi-head/index-map" | "scoring-functions/masked-weights" => 170,
        "attention-cues/temperature" | "scoring-functions/saturation" => 200,
        _ => 299,
    }
}

/// The height is the third attribute of the drawing.
#[test]
fn every_answer_has_one_size_and_finite_numbers() {
    thread::scope(|scope| {
        for widget in super::widgets() {
            scope.spawn(move || check_answers(widget));
        }
    });
}

fn check_answers(widget: &Widget) {
    let height = |svg: &str| svg.split('"').nth(5).map(str::to_owned);
    let name = widget.path();
    let expected = height(&(widget.answer)(&widget.start()).svg);
    for choices in choices(widget) {
        let answer = (widget.answer)(&choices);
        let place = format!("{name} at {choices:?}: {}", answer.result);
        assert_eq!(height(&answer.svg), expected, "{place}");
        assert!(answer.result.len() <= longest(&name), "{place}");
        for wrong in ["NaN", "inf\"", "inf,", "inf ", "points=\"\""] {
            assert!(!answer.svg.contains(wrong), "{place}: {wrong}");
        }
    }
}

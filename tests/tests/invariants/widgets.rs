//! Interactive figures: the committed module answers as the companion crate does, alone and in a
//! browser.

mod browser;
mod module;
mod page;
mod server;
mod typing;

use std::env;

use drawing::compare;
use figures::MODULES;
use figures::models::MODELS;
use figures::widget::Widget;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use module::Module;

/// The parts of an answer: the result, the table, what a pointer moves, and the drawing without
/// frames.
type Parts = [String; 4];

fn request(widget: &Widget, choices: &[usize]) -> String {
    let choices = choices.iter().map(|choice| format!(" {choice}"));
    widget.path() + &choices.collect::<String>()
}

fn parts(answer: &str) -> Parts {
    let parts = answer.splitn(4, "\n\n").map(str::to_owned);
    let parts: Vec<_> = parts.collect();
    parts.try_into().unwrap()
}

/// Returns the answer of the companion crate.
fn native(widget: &Widget, choices: &[usize]) -> Parts {
    let answer = widgets::answer(request(widget, choices).as_bytes()).unwrap();
    let mut parts = parts(str::from_utf8(&answer).unwrap());
    let mut is_frame = false;
    let kept = parts[3].lines().filter(|line| {
        is_frame &= *line != "</g>";
        let is_kept = !is_frame;
        is_frame |= *line == "<g class=\"frame\">";
        is_kept
    });
    parts[3] = kept.collect::<Vec<_>>().join("\n");
    parts
}

/// Checks that two answers differ at most by rounding: other processors have other last bits.
#[track_caller]
fn assert_same(found: &Parts, expected: &Parts, place: &str) {
    for (found, expected) in found.iter().zip(expected).take(3) {
        assert_near_texts(found, expected, place);
    }
    if let Err(difference) = compare(&expected[3], &found[3]) {
        panic!("{place}: {difference}");
    }
}

/// Checks that two texts have the same words, and numbers that differ at most by rounding.
#[track_caller]
fn assert_near_texts(found: &str, expected: &str, place: &str) {
    let [a, b] = [found, expected].map(|text| text.split(&[' ', '\t', '\n'][..]));
    let same =
        a.clone().count() == b.clone().count() && a.zip(b).all(|(a, b)| a == b || are_near(a, b));
    assert!(same, "{place}\n found    {found:?}\n expected {expected:?}");
}

/// Returns whether two numbers of a text differ by at most one in their last digit.
fn are_near(a: &str, b: &str) -> bool {
    let number = |text: &str| {
        let text = text.trim_matches(|c: char| !c.is_ascii_digit() && c != '\u{2212}');
        let decimals = text.split_once('.').map_or(0, |(_, after)| after.len());
        let number: f64 = text.replace('\u{2212}', "-").parse().ok()?;
        Some((number, decimals as i32))
    };
    match (number(a), number(b)) {
        (Some((a, decimals)), Some((b, others))) => {
            decimals == others && (a - b).abs() < 1.5 * 0.1_f64.powi(decimals)
        }
        _ => false,
    }
}

/// Returns the number of random inputs of a property, on which the number of inputs of a widget
/// depends.
fn cases() -> usize {
    let cases = env::var("PROPTEST_CASES").ok();
    cases.map_or(64, |cases| cases.parse().unwrap())
}

/// Returns one random option of each control.
fn random_choices(widget: &Widget, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let controls = (widget.controls)();
    let choose = |options: usize| rng.random_range(0..options);
    let options = controls.iter().map(|control| control.options.len());
    options.map(choose).collect()
}

#[test]
fn options_can_stand_in_an_address_and_in_a_list() {
    for widget in figures::widgets() {
        for control in (widget.controls)() {
            let mut options = control.options.clone();
            let separators = [',', '|', '\n', '\t'];
            assert!(options.iter().all(|option| !option.contains(separators)));
            assert!(control.start < options.len() && !control.label.is_empty());
            options.sort();
            options.dedup();
            assert_eq!(options.len(), control.options.len(), "{:?}", control.label);
        }
    }
}

#[test]
fn the_committed_modules_are_small_and_answer_as_the_crate_does() {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    for (name, widgets) in MODULES {
        let (mut module, packed) = Module::committed(name);
        let mut most = 100_000;
        if let Some(trained) = widgets[0].trained() {
            most = 170_000;
            let damaged = module.give(b"text").unwrap_err();
            assert_eq!(damaged, "the trained model is damaged");
            let model = MODELS.iter().find(|model| model.name == trained);
            module.give(&(model.unwrap().packed)()).unwrap();
        }
        assert!(packed <= most, "{name} has {packed} bytes");
        for widget in *widgets {
            let mut all = vec![widget.start()];
            all.extend((0..cases() / 32).map(|_| random_choices(widget, rng)));
            for choices in all {
                let request = request(widget, &choices);
                let found = parts(&module.ask(&request).unwrap());
                let place = format!("{request}: after a change, run cargo book widgets");
                assert_same(&found, &native(widget, &choices), &place);
            }
        }
    }
}

#[test]
fn the_script_of_all_widgets_stays_small() {
    let script = std::fs::read_to_string(crate::root().join("theme/widgets/widgets.js"));
    let lines = script.unwrap().lines().count();
    assert!(lines <= 600, "{lines} lines");
}

#[test]
fn a_bad_request_is_refused_by_name() {
    let (mut module, _) = Module::committed(MODULES[0].0);
    let path = MODULES[0].1[0].path();
    let none = module.ask("no/widget 1").unwrap_err();
    assert_eq!(none, "there is no widget `no/widget`");
    let few = module.ask(&path).unwrap_err();
    assert!(few.starts_with(&format!("{path} has ")), "{few}");
    let choices = " x".repeat(MODULES[0].1[0].start().len());
    let wrong = module.ask(&(path + &choices)).unwrap_err();
    assert!(wrong.starts_with("`x` is not one of the "), "{wrong}");
}

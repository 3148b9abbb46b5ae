//! A decoder that gets the right tokens, and one that gets a wrong one.

use attention::data::{BOS, EOS, Padded, tokenize};
use attention::encoder_decoder::{EncoderDecoder, Translator};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use drawing::prelude::*;
use ndarray::array;

use super::shipped;

const SOURCE: &str = "the red car is big.";
const RIGHT: &str = "la voiture rouge est grande.";
/// What the decoder has to take for its first token when it is on its own.
const WRONG: &str = "le";

/// The probability of the right token at each step: taught, and on its own after a wrong word.
pub fn taught_and_free() -> String {
    let trained = shipped();
    let panels = [
        ("with attention", Series1, both(&trained.bahdanau)),
        ("without attention", Series2, both(&trained.fixed_context)),
    ];
    let rows = panels[0].2[0].len() as f64;
    let panel = 2.0 * LINE_HEIGHT + 22.0 * rows + 22.0;
    let canvas = &mut Canvas::new(12.0 + 2.0 * panel - 10.0);
    for (index, (name, role, [taught, free])) in panels.into_iter().enumerate() {
        let top = 6.0 + panel * index as f64;
        canvas.heading((6.0, top + 9.0), name);
        let below = top + 9.0 + LINE_HEIGHT;
        canvas.text((80.0, below), "taught", Muted.start());
        let on_its_own = format!("on its own, after “{WRONG}”");
        canvas.text((218.0, below), on_its_own, Muted.start());
        for (step, (right, probability)) in taught.iter().enumerate() {
            let y = top + 2.0 * LINE_HEIGHT + 22.0 * (step as f64 + 0.5);
            canvas.text((70.0, y), right, Ink.end());
            bar(canvas, (80.0, y), *probability, role);
            let Some((token, probability)) = free.get(step) else {
                continue;
            };
            let look = if token == right { Ink } else { Accent };
            canvas.text((218.0, y), token, look.start());
            bar(canvas, (294.0, y), *probability, role);
        }
    }
    canvas.svg("The probability of the right token, taught and on its own")
}

/// Draws a probability as a bar in a frame with its number.
fn bar(canvas: &mut Canvas, (left, y): Point, probability: f64, role: Role) {
    const LENGTH: f64 = 62.0;
    canvas.fill_rect(
        (left, y - 8.0, LENGTH * probability, 16.0),
        role.opacity(0.6),
    );
    canvas.outline((left, y - 8.0, LENGTH, 16.0), Muted);
    let text = number(probability, 2);
    canvas.text((left + LENGTH + 6.0, y), text, Ink.start());
}

/// Tokens that were read or written, each with the probability of the right one.
type Written = Vec<(String, f64)>;

/// What a model gives when it is taught, and when it is on its own after the wrong word.
fn both<M: EncoderDecoder>(translator: &Translator<M>) -> [Written; 2] {
    [false, true].map(|free| write(translator, free))
}

/// Goes through the right translation step by step, with the right tokens as inputs or, if it is
/// `free`, with the wrong first one and then those that the model finds likeliest.
fn write<M: EncoderDecoder>(translator: &Translator<M>, free: bool) -> Written {
    let (model, target) = (&translator.model, &translator.vocabularies.target);
    let source = [translator.vocabularies.encode_source(SOURCE)];
    let source = Padded::new(&source, translator.vocabularies.source.len());
    let tape = Tape::new(Mode::Eval, 0);
    let mut state = model.start(&tape, &source.expect("the sentence has tokens"));
    let mut right = target.encode(&tokenize(RIGHT));
    right.push(EOS);
    let (mut last, mut all) = (BOS, Vec::new());
    for (step, &right) in right.iter().enumerate() {
        let input = Tokens::new(array![last], target.len()).expect("a known token");
        let (next, after) = model.step(&tape, &input, &state);
        state = after;
        let logs = next.logits.log_softmax().value().into_owned();
        let logs: Vec<f64> = logs.iter().map(|&log| f64::from(log)).collect();
        let likeliest = (0..logs.len()).max_by(|&a, &b| logs[a].total_cmp(&logs[b]));
        last = match (free, step) {
            (false, _) => right,
            (true, 0) => target.id(WRONG),
            (true, _) => likeliest.expect("the vocabulary has tokens"),
        };
        let token = target.token(last).expect("a known token");
        all.push((token.to_owned(), logs[right].exp()));
        if last == EOS {
            break;
        }
    }
    all
}

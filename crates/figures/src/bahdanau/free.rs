//! Teacher forcing, and decoding after a wrong token.

use attention::data::{BOS, EOS, Padded, tokenize};
use attention::encoder_decoder::{EncoderDecoder, Translator};

use crate::models::trained_recurrent;
use crate::prelude::*;

const SOURCE: &str = "the red car is big.";
const RIGHT: &str = "la voiture rouge est grande.";
/// The first token that the decoder must read in free decoding.
const WRONG: &str = "le";

pub(crate) fn taught_and_free() -> String {
    let trained = trained_recurrent();
    let panels = [
        ("with attention", Series1, both(&trained.bahdanau)),
        ("without attention", Series2, both(&trained.fixed_context)),
    ];
    let panel = 2.0 * LINE_HEIGHT + 22.0 * panels[0].2[0].len() as f64 + 22.0;
    let canvas = &mut Canvas::new(12.0 + 2.0 * panel - 10.0);
    for (index, (name, role, [taught, free])) in panels.into_iter().enumerate() {
        let top = 6.0 + panel * index as f64;
        canvas.heading((6.0, top + 9.0), name);
        let below = top + 9.0 + LINE_HEIGHT;
        canvas.text((80.0, below), "teacher forcing", Muted.start());
        canvas.text((218.0, below), format!("free-running, after “{WRONG}”"), Muted.start());
        for (step, (right, probability)) in taught.iter().enumerate() {
            let y = top + 2.0 * LINE_HEIGHT + 22.0 * (step as f64 + 0.5);
            canvas.text((70.0, y), right, Ink.end());
            bar(canvas, (80.0, y), *probability, role);
            if let Some((token, probability)) = free.get(step) {
                let look = if token == right { Ink } else { Accent };
                canvas.text((218.0, y), token, look.start());
                bar(canvas, (294.0, y), *probability, role);
            }
        }
    }
    canvas.svg("The probability of the right token in two ways of decoding")
}

fn bar(canvas: &mut Canvas, (left, y): Point, probability: f64, role: Role) {
    const LENGTH: f64 = 62.0;
    let full = Area::new(left, y - 8.0, LENGTH, 16.0);
    let width = LENGTH * probability;
    canvas.fill_rect(Area { width, ..full }, role.opacity(0.6));
    canvas.outline(full, Muted);
    canvas.text((full.right() + 6.0, y), number(probability, 2), Ink.start());
}

/// Returns the tokens that a model reads or writes, with the probabilities of the correct ones:
/// with teacher forcing, and in free decoding after the wrong word, where it reads its most likely
/// tokens.
fn both<M: EncoderDecoder>(translator: &Translator<M>) -> [Vec<(String, f64)>; 2] {
    let (model, target) = (&translator.model, &translator.vocabularies.target);
    let source = [translator.vocabularies.encode_source(SOURCE)];
    let source = Padded::new(&source, translator.vocabularies.source.len());
    let source = source.expect("the sentence has tokens");
    [false, true].map(|free| {
        let tape = Tape::new(Mode::Eval, 0);
        let mut state = model.start(&tape, &source);
        let (mut last, mut all) = (BOS, Vec::new());
        let right = target.encode(&tokenize(RIGHT)).into_iter().chain([EOS]);
        for (step, right) in right.enumerate() {
            let input = Tokens::new(array![last], target.len()).expect("a known token");
            let (next, after) = model.step(&tape, &input, &state);
            state = after;
            let logs = next.logits.log_softmax().value().mapv(f64::from);
            let logs: Vec<f64> = logs.into_iter().collect();
            let tokens = 0..logs.len();
            let most_likely = tokens.max_by(|&a, &b| logs[a].total_cmp(&logs[b]));
            last = match (free, step) {
                (false, _) => right,
                (true, 0) => target.id(WRONG),
                (true, _) => most_likely.expect("the vocabulary has tokens"),
            };
            all.push((target.token(last).expect("a known token").to_owned(), logs[right].exp()));
            if last == EOS {
                break;
            }
        }
        all
    })
}

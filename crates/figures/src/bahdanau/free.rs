//! A decoder that gets the right tokens, and one that gets a wrong one.

use attention::data::{BOS, EOS, Padded, tokenize};
use attention::encoder_decoder::{EncoderDecoder, Translator};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use ndarray::{Array1, array};

use super::super::Figure;
use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Fill, TextLook};
use super::super::cells;
use super::super::style::{LINE_HEIGHT, Role, WIDTH};
use super::shipped;

const SOURCE: &str = "the red car is big.";
const RIGHT: &str = "la voiture rouge est grande.";
/// What the decoder has to take for its first token when it is on its own.
const WRONG: &str = "le";

/// A token that was read or written, and how probable the right one was.
struct Written {
    token: String,
    probability: f64,
}

/// The probability of the right token at each step: taught, and on its own after a wrong word.
///
/// ```
/// let figure = figures::bahdanau::taught_and_free();
/// assert!(figure.svg.contains(">without attention</text>"));
/// ```
pub fn taught_and_free() -> Figure {
    let trained = shipped();
    let panels = [
        ("with attention", Role::Series1, both(&trained.bahdanau)),
        (
            "without attention",
            Role::Series2,
            both(&trained.fixed_context),
        ),
    ];
    let rows = panels[0].2[0].len() as f64;
    let panel = 2.0 * LINE_HEIGHT + 22.0 * rows + 22.0;
    let on_its_own = format!("on its own, after “{WRONG}”");
    let title = "The probability of the right token, taught and on its own";
    let size = (WIDTH, 12.0 + 2.0 * panel - 10.0);
    Figure::draw("bahdanau/taught-and-free.svg", title, size, |canvas| {
        for (index, (name, model, [taught, free])) in panels.iter().enumerate() {
            let top = 6.0 + panel * index as f64;
            cells::heading(canvas, (6.0, top + 9.0), name);
            for (left, name) in [(80.0, "taught"), (218.0, on_its_own.as_str())] {
                let at = (left, top + 9.0 + LINE_HEIGHT);
                canvas.text(at, name, TextLook::start(Role::Muted));
            }
            for (step, taught) in taught.iter().enumerate() {
                let y = top + 2.0 * LINE_HEIGHT + 22.0 * (step as f64 + 0.5);
                canvas.text((70.0, y), &taught.token, TextLook::end(Role::Ink));
                bar(canvas, (80.0, y), taught.probability, *model);
                let Some(free) = free.get(step) else { continue };
                let right = free.token == taught.token;
                let role = if right { Role::Ink } else { Role::Accent };
                canvas.text((218.0, y), &free.token, TextLook::start(role));
                bar(canvas, (294.0, y), free.probability, *model);
            }
        }
    })
}

/// Draws a probability as a bar in a frame with its number.
fn bar(canvas: &mut Canvas<'_>, (left, y): (f64, f64), probability: f64, role: Role) {
    const LENGTH: f64 = 62.0;
    let frame = Area::new(left, y - 8.0, LENGTH, 16.0);
    let part = Area::new(left, y - 8.0, LENGTH * probability, 16.0);
    canvas.fill_rect(part, Fill::with_opacity(role, 0.6));
    canvas.outline_rounded(frame, 0.0, Role::Muted);
    let at = (left + LENGTH + 6.0, y);
    canvas.text(at, &number(probability, 2), TextLook::start(Role::Ink));
}

/// What a model gives when it is taught, and when it is on its own after the wrong word.
fn both<M: EncoderDecoder>(translator: &Translator<M>) -> [Vec<Written>; 2] {
    [false, true].map(|free| write(translator, free))
}

/// Goes through the right translation step by step, with the right tokens as inputs or, if it is
/// `free`, with the wrong first one and then those that the model finds likeliest.
fn write<M: EncoderDecoder>(translator: &Translator<M>, free: bool) -> Vec<Written> {
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
        let logs: Array1<f64> = next
            .logits
            .log_softmax()
            .value()
            .iter()
            .map(|&log| f64::from(log))
            .collect();
        let likeliest = (0..logs.len()).max_by(|&a, &b| logs[a].total_cmp(&logs[b]));
        last = match (free, step) {
            (false, _) => right,
            (true, 0) => target.id(WRONG),
            (true, _) => likeliest.expect("the vocabulary has tokens"),
        };
        all.push(Written {
            token: target.token(last).expect("a known token").to_owned(),
            probability: logs[right].exp(),
        });
        if last == EOS {
            break;
        }
    }
    all
}

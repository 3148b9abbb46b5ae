//! One step of the decoder with attention.

use super::super::Figure;
use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Fill, TextLook};
use super::super::cells::Grid;
use super::super::diagram::{Arrow, Block};
use super::super::style::{HEAT_TEXT_HIGH_FROM, Role, WIDTH};
use super::shipped;

/// The sentence of the figure, and the step of its translation that is shown.
const SENTENCE: &str = "he loves them.";
const STEP: usize = 1;

/// One step of the decoder, from the state before to the logits, with the shapes on the way.
///
/// ```
/// let figure = figures::bahdanau::attention_decoder();
/// assert!(figure.svg.contains(">[batch, hidden + embed]</text>"));
/// ```
pub fn attention_decoder() -> Figure {
    let translated = shipped()
        .bahdanau
        .translate(SENTENCE)
        .expect("the words are known");
    let weights = translated.weights.expect("the model has attention");
    let weights: Vec<f64> = weights.row(STEP).iter().map(|&w| f64::from(w)).collect();
    let (last, next) = (&translated.target[STEP - 1], &translated.target[STEP]);
    let title = "One step of a decoder with attention";
    let size = (WIDTH, 452.0);
    Figure::draw("bahdanau/attention-decoder.svg", title, size, |canvas| {
        let (query, keys, context) = (Role::Series1, Role::Series2, Role::Series3);
        let block =
            |canvas: &mut Canvas<'_>, area: Area, lines: &[&str], role: Role| {
                canvas.block(area, &Block::new(lines).outline(role));
            };
        let boxes = Grid::new((139.0, 42.0), (51.0, 26.0), (1, weights.len()));
        let middle = boxes.area().center().0;
        canvas.text((middle, 14.0), "states of the encoder", Role::Ink);
        canvas.text((middle, 31.0), "[batch, keys, hidden]", Role::Muted);
        let bar = Area::new(139.0, 86.0, 255.0, 28.0);
        block(canvas, bar, &["score, mask, softmax"], Role::Muted);
        for (column, &weight) in weights.iter().enumerate() {
            let area = boxes.cell(0, column);
            let inner =
                Area::new(area.left + 1.5, area.top, area.width - 3.0, area.height);
            block(canvas, inner, &[&translated.source[column]], keys);
            let x = area.center().0;
            canvas.arrow(&Arrow::new((x, 69.0), (x, 85.0)).role(keys));
            canvas.arrow(&Arrow::new((x, 115.0), (x, 131.0)));
            let cell = Area::new(inner.left, 132.0, inner.width, 24.0);
            canvas.fill_rect(cell, Fill::with_opacity(Role::Heat, weight.min(1.0)));
            canvas.outline_rounded(cell, 0.0, Role::Muted);
            let role = if weight < HEAT_TEXT_HIGH_FROM {
                Role::HeatTextLow
            } else {
                Role::HeatTextHigh
            };
            canvas.text(cell.center(), &number(weight, 2), role);
            let to = (middle + 18.0 * (column as f64 - 2.0), 203.0);
            canvas.arrow(&Arrow::new((x, 157.0), to).weight(weight).role(context));
        }
        canvas.text((132.0, 136.0), "weights", TextLook::end(Role::Ink));
        canvas.text((132.0, 153.0), "[batch, keys]", TextLook::end(Role::Muted));
        let before = ["state before", "[batch, hidden]"];
        block(canvas, Area::new(6.0, 78.0, 124.0, 44.0), &before, query);
        canvas.arrow(&Arrow::new((131.0, 100.0), (138.0, 100.0)).role(query));
        // Before the first step, the state is the one that the encoder ends with.
        for (y, line) in [
            (14.0, "at the first step:"),
            (31.0, "last state of"),
            (48.0, "the encoder"),
        ] {
            canvas.text((6.0, y), line, TextLook::start(Role::Muted));
        }
        canvas.arrow(&Arrow::new((26.0, 58.0), (26.0, 77.0)).role(keys));
        canvas.text((102.0, 66.0), "query", query);
        let vector = format!("vector of “{last}”");
        block(
            canvas,
            Area::new(36.0, 204.0, 150.0, 44.0),
            &[&vector, "[batch, embed]"],
            Role::Muted,
        );
        let seen = ["context", "[batch, hidden]"];
        block(
            canvas,
            Area::new(middle - 75.0, 204.0, 150.0, 44.0),
            &seen,
            context,
        );
        for (from, to, role) in [(111.0, 150.0, Role::Muted), (middle, 228.0, context)]
        {
            canvas.arrow(&Arrow::new((from, 249.0), (to, 277.0)).role(role));
        }
        let gru = ["GRU", "[batch, hidden + embed]"];
        block(
            canvas,
            Area::new(84.0, 278.0, 210.0, 44.0),
            &gru,
            Role::Muted,
        );
        canvas.line(&[(14.0, 123.0), (14.0, 300.0), (60.0, 300.0)], query);
        canvas.arrow(&Arrow::new((60.0, 300.0), (83.0, 300.0)).role(query));
        canvas.arrow(&Arrow::new((130.0, 323.0), (130.0, 351.0)).role(query));
        let after = ["state after", "[batch, hidden]"];
        block(canvas, Area::new(36.0, 352.0, 150.0, 44.0), &after, query);
        canvas.arrow(&Arrow::new((187.0, 374.0), (235.0, 374.0)).label("linear"));
        let logits = Block::new(&["logits", "[batch, vocab]"]).bold();
        canvas.block(Area::new(236.0, 352.0, 140.0, 44.0), &logits);
        canvas.arrow(&Arrow::new((70.0, 397.0), (70.0, 427.0)).role(query));
        canvas.text((70.0, 440.0), "the next query", query);
        canvas.arrow(&Arrow::new((306.0, 397.0), (306.0, 427.0)));
        canvas.text((306.0, 440.0), &format!("“{next}”"), Role::Ink);
    })
}

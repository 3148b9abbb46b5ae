//! One step of a gated recurrent unit.

use super::super::Figure;
use super::super::canvas::Area;
use super::super::diagram::{Arrow, Block};
use super::super::style::{Role, WIDTH};

/// The two gates, the candidate, and the mixture of the candidate with the old state.
///
/// ```
/// let figure = figures::encoder_decoder::gru_step();
/// assert!(figure.svg.contains(">update gate z</text>"));
/// ```
pub fn gru_step() -> Figure {
    let size = (WIDTH, 424.0);
    let title = "One step of a gated recurrent unit";
    Figure::draw("encoder-decoder/gru-step.svg", title, size, |canvas| {
        let (input, state) = (Role::Series2, Role::Series1);
        let (gate, candidate) = (Role::Series4, Role::Series3);
        let shape = "[batch, hidden]";
        let arrow = |from, to, role| Arrow::new(from, to).role(role);
        // The lines of the input.
        canvas.arrow(&arrow((24.0, 51.0), (24.0, 205.0), input));
        canvas.arrow(&arrow((90.0, 51.0), (90.0, 99.0), input));
        canvas.arrow(&arrow((126.0, 51.0), (246.0, 99.0), input));
        // The lines of the old state.
        canvas.arrow(&arrow((190.0, 51.0), (146.0, 99.0), state));
        canvas.arrow(&arrow((198.0, 51.0), (198.0, 205.0), state));
        canvas.arrow(&arrow((300.0, 51.0), (300.0, 99.0), state));
        canvas.arrow(
            &arrow((382.0, 51.0), (382.0, 303.0), state)
                .label("h")
                .label_below(),
        );
        // What the gates do.
        canvas.arrow(&arrow((110.0, 163.0), (110.0, 205.0), gate).label("r"));
        canvas.arrow(&arrow((287.0, 163.0), (287.0, 303.0), gate).label("z"));
        canvas.arrow(&arrow((110.0, 269.0), (110.0, 303.0), candidate));
        canvas.arrow(&arrow((200.0, 335.0), (200.0, 373.0), state));
        for (area, lines, role) in [
            (
                Area::new(6.0, 6.0, 130.0, 44.0),
                &["input x", "[batch, inputs]"][..],
                input,
            ),
            (
                Area::new(184.0, 6.0, 210.0, 44.0),
                &["old state h", shape],
                state,
            ),
            (
                Area::new(44.0, 100.0, 132.0, 62.0),
                &["reset gate r", "σ(x Wr + h Ur)", shape],
                gate,
            ),
            (
                Area::new(222.0, 100.0, 132.0, 62.0),
                &["update gate z", "σ(x Wz + h Uz)", shape],
                gate,
            ),
            (
                Area::new(6.0, 206.0, 212.0, 62.0),
                &["candidate", "tanh(x W + r ∘ (h U))", shape],
                candidate,
            ),
            (
                Area::new(6.0, 304.0, 388.0, 30.0),
                &["(1 − z) ∘ candidate + z ∘ h"],
                Role::Muted,
            ),
        ] {
            canvas.block(area, &Block::new(lines).outline(role));
        }
        let next = Block::new(&["new state h'", shape]).outline(state).bold();
        canvas.block(Area::new(119.0, 374.0, 162.0, 44.0), &next);
    })
}

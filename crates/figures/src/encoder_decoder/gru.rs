//! One step of a gated recurrent unit.

use drawing::prelude::*;

/// The two gates, the candidate, and the mixture of the candidate with the old state.
pub fn gru_step() -> String {
    let canvas = &mut Canvas::new(424.0);
    let (input, state, gate, candidate) = (Series2, Series1, Series4, Series3);
    for (from, to, role) in [
        ((24.0, 51.0), (24.0, 205.0), input),
        ((90.0, 51.0), (90.0, 99.0), input),
        ((126.0, 51.0), (246.0, 99.0), input),
        ((190.0, 51.0), (146.0, 99.0), state),
        ((198.0, 51.0), (198.0, 205.0), state),
        ((300.0, 51.0), (300.0, 99.0), state),
    ] {
        canvas.arrow(from, to, role);
    }
    canvas.labeled_arrow((382.0, 51.0), (382.0, 303.0), state, "h", -1.0);
    // What the gates do.
    canvas.labeled_arrow((110.0, 163.0), (110.0, 205.0), gate, "r", 1.0);
    canvas.labeled_arrow((287.0, 163.0), (287.0, 303.0), gate, "z", 1.0);
    canvas.arrow((110.0, 269.0), (110.0, 303.0), candidate);
    canvas.arrow((200.0, 335.0), (200.0, 373.0), state);
    let shape = "[batch, hidden]";
    let lines = ["input x", "[batch, inputs]"];
    canvas.block((6.0, 6.0, 130.0, 44.0), lines, input);
    canvas.block((184.0, 6.0, 210.0, 44.0), ["old state h", shape], state);
    for (area, name, formula, role) in [
        (
            (44.0, 100.0, 132.0, 62.0),
            "reset gate r",
            "σ(x Wr + h Ur)",
            gate,
        ),
        (
            (222.0, 100.0, 132.0, 62.0),
            "update gate z",
            "σ(x Wz + h Uz)",
            gate,
        ),
        (
            (6.0, 206.0, 212.0, 62.0),
            "candidate",
            "tanh(x W + r ∘ (h U))",
            candidate,
        ),
    ] {
        canvas.block(area, [name, formula, shape], role);
    }
    let lines = ["(1 − z) ∘ candidate + z ∘ h"];
    canvas.block((6.0, 304.0, 388.0, 30.0), lines, Muted);
    canvas.result_block((119.0, 374.0, 162.0, 44.0), ["new state h'", shape], state);
    canvas.svg("One step of a gated recurrent unit")
}

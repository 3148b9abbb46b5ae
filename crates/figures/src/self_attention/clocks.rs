//! The sines and cosines of a position as the hands of clocks.

use attention::self_attention::{encode, frequencies};
use drawing::prelude::*;

/// Which pairs of columns get a row of clocks.
const PAIRS: [usize; 4] = [0, 1, 2, 4];
const POSITIONS: usize = 7;
const DIM: usize = 32;
const RADIUS: f64 = 17.0;

/// Four pairs of columns as clocks at the positions 0 to 6.
pub fn position_clocks() -> String {
    let rows = encode(0, POSITIONS, DIM);
    let canvas = &mut Canvas::new(252.0);
    let left = |position: usize| 130.0 + 41.0 * position as f64;
    let below = 15.0 + LINE_HEIGHT;
    canvas.text((6.0, 15.0), "columns", Muted.start());
    canvas.text((6.0, below), "and turn", Muted.start());
    canvas.text((left(3), 15.0), "position", Muted);
    for (row, pair) in PAIRS.into_iter().enumerate() {
        let (sine, cosine) = (2 * pair, 2 * pair + 1);
        let y = 72.0 + 47.0 * row as f64;
        let turn = frequencies(DIM)[pair];
        canvas.text((6.0, y - 9.0), format!("{sine}, {cosine}"), Ink.start());
        let degrees = format!("{:.1}°", turn.to_degrees());
        canvas.text((6.0, y + 9.0), degrees, Series1.start());
        for position in 0..POSITIONS {
            if row == 0 {
                canvas.text((left(position), below), position, Ink);
            }
            // The hand starts at twelve and runs clockwise: sine to the right, cosine upward.
            let hand = (rows[[position, sine]], rows[[position, cosine]]);
            clock(
                canvas,
                (left(position), y),
                hand,
                turn * position as f64,
                turn,
            );
        }
    }
    canvas.svg("Four pairs of columns as the hands of clocks")
}

/// A clock with its hand, and the turn since the position before as a sector.
fn clock(canvas: &mut Canvas, (x, y): Point, hand: (f64, f64), angle: f64, turn: f64) {
    canvas.disk((x, y), RADIUS, Inside);
    let at = |angle: f64| (x + RADIUS * angle.sin(), y - RADIUS * angle.cos());
    if angle > 0.0 {
        let arc = (0..=12).map(|step| at(angle - turn * f64::from(step) / 12.0));
        let sector: Vec<Point> = arc.chain([(x, y)]).collect();
        canvas.fill_polygon(&sector, Series1.opacity(0.35));
        let before = Series1.width(1.0).dash(Dash::DOTTED);
        canvas.line([(x, y), at(angle - turn)], before);
    }
    canvas.ring((x, y), RADIUS, Muted.width(1.0));
    let tip = (x + RADIUS * hand.0, y - RADIUS * hand.1);
    canvas.line([(x, y), tip], Ink.width(2.5));
}

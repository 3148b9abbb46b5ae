//! The sines and cosines of a position as the hands of clocks.

use std::f64::consts::PI;

use attention::self_attention::{encode, frequencies};

use super::super::Figure;
use super::super::canvas::{Canvas, Fill, Point, Stroke, TextLook};
use super::super::style::{Dash, LINE_HEIGHT, Role, WIDTH};

/// Which pairs of columns get a row of clocks.
const PAIRS: [usize; 4] = [0, 1, 2, 4];

const POSITIONS: usize = 7;
const DIM: usize = 32;
const RADIUS: f64 = 17.0;

/// Four pairs of columns as clocks at the positions 0 to 6.
///
/// ```
/// let figure = figures::self_attention::position_clocks();
/// assert!(figure.svg.contains(">57.3°</text>"));
/// ```
pub fn position_clocks() -> Figure {
    let rows = encode(0, POSITIONS, DIM);
    Figure::draw(
        "self-attention/position-clocks.svg",
        "Four pairs of columns as the hands of clocks",
        (WIDTH, 252.0),
        |canvas| {
            let place = |row: usize, column: usize| {
                (130.0 + 41.0 * column as f64, 72.0 + 47.0 * row as f64)
            };
            canvas.text((6.0, 15.0), "columns", TextLook::start(Role::Muted));
            canvas.text(
                (6.0, 15.0 + LINE_HEIGHT),
                "and turn",
                TextLook::start(Role::Muted),
            );
            canvas.text((place(0, 3).0, 15.0), "position", Role::Muted);
            for (row, &pair) in PAIRS.iter().enumerate() {
                let (sine, cosine) = (2 * pair, 2 * pair + 1);
                let (_, y) = place(row, 0);
                let turn = frequencies(DIM)[pair];
                let name = format!("{sine}, {cosine}");
                canvas.text((6.0, y - 9.0), &name, TextLook::start(Role::Ink));
                let degrees = format!("{:.1}°", turn * 180.0 / PI);
                canvas.text((6.0, y + 9.0), &degrees, TextLook::start(Role::Series1));
                for position in 0..POSITIONS {
                    let center = place(row, position);
                    if row == 0 {
                        canvas.text(
                            (center.0, 15.0 + LINE_HEIGHT),
                            &position.to_string(),
                            Role::Ink,
                        );
                    }
                    // The hand starts at twelve and runs clockwise: sine to the right, cosine upward.
                    let hand = (rows[[position, sine]], rows[[position, cosine]]);
                    clock(canvas, center, hand, turn * position as f64, turn);
                }
            }
        },
    )
}

/// A clock with its hand, and the turn since the position before as a sector.
fn clock(
    canvas: &mut Canvas<'_>,
    (x, y): Point,
    hand: (f64, f64),
    angle: f64,
    turn: f64,
) {
    canvas.disk((x, y), RADIUS, Role::Box);
    let at = |angle: f64| (x + RADIUS * angle.sin(), y - RADIUS * angle.cos());
    if angle > 0.0 {
        let steps = 12;
        let mut sector: Vec<Point> = (0..=steps)
            .map(|step| at(angle - turn * f64::from(step) / f64::from(steps)))
            .collect();
        sector.push((x, y));
        canvas.fill_polygon(&sector, Fill::with_opacity(Role::Series1, 0.35));
        canvas.line(
            &[(x, y), at(angle - turn)],
            Stroke::new(Role::Series1, 1.0).dash(Dash::Dotted),
        );
    }
    canvas.ring((x, y), RADIUS, Stroke::new(Role::Muted, 1.0));
    let tip = (x + RADIUS * hand.0, y - RADIUS * hand.1);
    canvas.line(&[(x, y), tip], Stroke::new(Role::Ink, 2.5));
}

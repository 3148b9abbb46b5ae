//! Two rows of the positional encoding: the hands of their pairs, and their similarity.

use attention::self_attention::{encode, frequencies};

use crate::prelude::*;

const POSITIONS: usize = 64;
const DIMS: [f64; 4] = [8.0, 16.0, 32.0, 64.0];
/// The number of pairs that are drawn, at most.
const CLOCKS: usize = 7;

pub(crate) fn controls() -> Vec<Control> {
    let positions = steps(0.0, (POSITIONS - 1) as f64, POSITIONS);
    vec![
        Control::slider("position i", &positions, 16.0),
        Control::slider("position l", &positions, 19.0),
        Control::slider("dimension d", &DIMS, 32.0),
    ]
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let [first, second] = [choices[0], choices[1]];
    let dim = DIMS[choices[2]] as usize;
    let offset = second as f64 - first as f64;
    // Both rows of all positions have this squared length.
    let squared = dim as f64 / 2.0;
    let rows = encode(0, POSITIONS, dim);
    let similarities = rows.dot(&rows.row(first)) / squared;
    let similarity = similarities[second];

    let canvas = &mut Canvas::new(346.0);
    canvas.text((6.0, 15.0), "pair", Muted.start());
    canvas.text((6.0, 50.0), "row i", Ink.start());
    canvas.text((6.0, 68.0), "row l", Series2.bold().start());
    canvas.text((6.0, 96.0), "product", Muted.start());
    for pair in 0..CLOCKS.min(dim / 2) {
        let center = (88.0 + 48.0 * pair as f64, 55.0);
        canvas.text((center.0, 15.0), pair, Muted);
        // A hand runs clockwise from twelve: the sine to the right, the cosine upward.
        let hand = |position: usize| (rows[[position, 2 * pair]], rows[[position, 2 * pair + 1]]);
        let hands = [hand(first), hand(second)];
        clock(canvas, center, hands);
        let product = hands[0].0 * hands[1].0 + hands[0].1 * hands[1].1;
        canvas.text((center.0, 96.0), number(product, 2), Ink);
    }
    let ends = (POSITIONS - 1) as f64;
    let reach = POSITIONS as i32 - 1;
    let curve = (-reach..=reach).map(|offset| {
        (offset, frequencies(dim).mapv(|turn| (f64::from(offset) * turn).cos()).sum() / squared)
    });
    let products = similarities.iter().enumerate().step_by(3);
    let products = products.map(|(other, &value)| (other as f64 - first as f64, value));
    let plot = Plot::new("offset of row l from row i", "cosine similarity")
        .x_axis(-ends, ends, [-60.0, -40.0, -20.0, 0.0, 20.0, 40.0, 60.0])
        .y_axis(-0.2, 1.1, [0.0, 0.5, 1.0])
        .line(Look::reference(), "", curve)
        .scatter(Look::series(1).marker(Marker::Ring), "", products)
        .scatter(Look::series(2).marker(Marker::Disk), "", [(offset, similarity)]);
    let area = Area::new(MARGIN, 110.0, WIDTH - 2.0 * MARGIN, 230.0);
    plot.draw(canvas, area, [true; 2]);
    let inside = plot.inside_of(area);
    let place = |position: f64| inside.place((position - first as f64, similarity));

    let rows = frequencies(dim).into_iter().enumerate().map(|(pair, frequency)| {
        let degrees = |position: usize| (frequency * position as f64).to_degrees() % 360.0;
        let [i, l] = [first, second].map(|position| format!("{:.1}°", degrees(position)));
        [pair.to_string(), number(frequency, 5), i, l, number((frequency * offset).cos(), 3)]
    });
    Answer {
        svg: canvas.svg("The hands of two positions, and the similarity of their rows"),
        result: format!(
            "With d = {dim}, the rows of positions {first} and {second}, at offset {}, have a cosine similarity \
             of {}.",
            number(offset, 0),
            number(similarity, 3)
        ),
        table: table(["pair", "frequency", "angle of i", "angle of l", "product"], rows),
        handle: Some(Handle::sideways(
            place(second as f64),
            (inside.body.top, inside.body.bottom()),
            1,
            [0.0, ends].map(place),
        )),
    }
}

/// Draws a clock with the hands of two positions and the sector between them.
fn clock(canvas: &mut Canvas, (x, y): Point, hands: [Point; 2]) {
    const RADIUS: f64 = 18.0;
    let at = |(sine, cosine): Point| (x + RADIUS * sine, y - RADIUS * cosine);
    canvas.disk((x, y), RADIUS, Inside);
    let [start, end] = hands.map(|(sine, cosine)| sine.atan2(cosine));
    let turn = within_half_a_turn(end - start);
    let arc = (0..=36).map(|step| {
        let angle = start + turn * f64::from(step) / 36.0;
        at((angle.sin(), angle.cos()))
    });
    let sector: Vec<Point> = arc.chain([(x, y)]).collect();
    canvas.fill_polygon(&sector, Series1.opacity(0.2));
    canvas.ring((x, y), RADIUS, Muted.width(1.0));
    // The wider hand remains visible below the other one.
    canvas.line([(x, y), at(hands[0])], Ink.width(4.5));
    canvas.line([(x, y), at(hands[1])], Series2.width(2.5));
}

#[cfg(test)]
mod tests;

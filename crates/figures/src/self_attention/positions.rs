//! The table of sines and cosines: its columns, all of it, and the products of its rows.

use attention::self_attention::{self as chapter, encode};
use drawing::prelude::*;

use crate::{Plot, panels};

const POSITIONS: usize = 60;
const DIM: usize = 32;

/// The columns 6 to 9 over sixty positions.
pub fn position_columns() -> String {
    let rows = encode(0, POSITIONS, DIM);
    let plots = [3, 4].map(|pair: usize| {
        let mut plot = Plot::new("position", "")
            .heading(&format!("pair {pair}"))
            .x_axis(0.0, 59.0, [])
            .y_axis(-1.0, 1.0, [-1.0, 0.0, 1.0])
            .direct_labels();
        for (column, series) in [(2 * pair, 1), (2 * pair + 1, 2)] {
            let points = (0_u32..).zip(rows.column(column).to_vec());
            plot = plot.line(Look::series(series), &format!("column {column}"), points);
        }
        plot
    });
    panels(1, 170.0, plots, "Four columns of the positional encoding")
}

/// Sixty positions of thirty-two columns as a map.
pub fn position_map() -> String {
    HeatMap::diverging(encode(0, POSITIONS, DIM).view())
        .names("Position", "Column")
        .row_height(6.0)
        .svg("The positional encoding of sixty positions")
}

/// The similarity of two rows of the table with all rows, against the offset.
pub fn offset_product() -> String {
    let rows = encode(0, POSITIONS, DIM);
    let norm = DIM as f64 / 2.0;
    let curve = (-40..=40_i32).map(|offset| {
        let product = chapter::offset_product(offset.into(), DIM);
        (offset, product / norm)
    });
    // Every second row, so that both kinds of points can be seen.
    let products = |position: usize, first: usize| {
        let rows = &rows;
        (first..POSITIONS).step_by(2).map(move |other| {
            let product = rows.row(position).dot(&rows.row(other));
            (other as f64 - position as f64, product / norm)
        })
    };
    Plot::new("offset δ", "cosine similarity")
        .x_axis(-40.0, 40.0, [])
        .y_axis(0.0, 1.05, [])
        .line(Look::reference(), "", curve)
        .scatter(Look::series(1), "position 20", products(20, 1))
        .scatter(Look::solid(Series2), "position 40", products(40, 0))
        .svg("The similarity of rows depends on their offset only")
}

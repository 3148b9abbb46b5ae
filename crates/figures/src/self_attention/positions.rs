//! The table of sines and cosines: its columns, all of it, and the products of its rows.

use attention::self_attention::{self as chapter, encode};

use super::super::Figure;
use super::super::heat_map::HeatMap;
use super::super::panels::Panels;
use super::super::plot::Plot;
use super::super::style::{Look, Marker};

const POSITIONS: usize = 60;
const DIM: usize = 32;

/// The columns 6 to 9 over sixty positions.
///
/// ```
/// let figure = figures::self_attention::position_columns();
/// assert!(figure.svg.contains(">column 9</text>"));
/// ```
pub fn position_columns() -> Figure {
    let rows = encode(0, POSITIONS, DIM);
    let panels = [3, 4].map(|pair: usize| {
        let mut plot = Plot::new("position", "")
            .x_range(0.0, 59.0)
            .y_range(-1.0, 1.0)
            .y_ticks(&[-1.0, 0.0, 1.0])
            .direct_labels();
        for (column, series) in [(2 * pair, 1), (2 * pair + 1, 2)] {
            let points = rows.column(column).to_vec();
            let points = (0u32..).zip(points);
            plot = plot.line(Look::series(series), &format!("column {column}"), points);
        }
        plot.heading(&format!("pair {pair}"))
    });
    Panels::new(1, panels).row_height(170.0).figure(
        "self-attention/position-columns.svg",
        "Four columns of the positional encoding",
    )
}

/// Sixty positions of thirty-two columns as a map.
///
/// ```
/// let figure = figures::self_attention::position_map();
/// assert!(figure.svg.contains("fill-heat-minus"));
/// assert!(figure.svg.len() < 60_000);
/// ```
pub fn position_map() -> Figure {
    HeatMap::diverging(encode(0, POSITIONS, DIM).view())
        .names("Position", "Column")
        .row_height(6.0)
        .figure(
            "self-attention/position-map.svg",
            "The positional encoding of sixty positions",
        )
}

/// The similarity of two rows of the table with all rows, against the offset.
///
/// ```
/// let figure = figures::self_attention::offset_product();
/// assert!(figure.svg.contains(">position 20</text>"));
/// ```
pub fn offset_product() -> Figure {
    let rows = encode(0, POSITIONS, DIM);
    let norm = DIM as f64 / 2.0;
    let curve = (-40..=40_i32).map(|offset| {
        let product = chapter::offset_product(offset.into(), DIM);
        (offset, product / norm)
    });
    let mut plot = Plot::new("offset δ", "cosine similarity")
        .x_range(-40.0, 40.0)
        .y_range(0.0, 1.05)
        .line(Look::reference(), "", curve);
    for (position, series, marker) in [(20, 1, Marker::Disk), (40, 2, Marker::Ring)] {
        // Every second row, so that both kinds of points can be seen.
        let products = (0..POSITIONS)
            .skip(position / 20 % 2)
            .step_by(2)
            .map(|other| {
                let product = rows.row(position).dot(&rows.row(other));
                (other as f64 - position as f64, product / norm)
            });
        let look = Look::series(series).marker(marker);
        plot = plot.scatter(look, &format!("position {position}"), products);
    }
    plot.figure(
        "self-attention/offset-product.svg",
        "The similarity of rows depends on their offset only",
    )
}

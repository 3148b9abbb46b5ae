//! Several heat maps in one figure, with one color bar, so that they can be compared.

use super::HeatMap;
use crate::canvas::Canvas;
use crate::paint::{Area, Lettering};
use crate::style::{LINE_HEIGHT, MARGIN, Role, WIDTH, room};

const GAP: f64 = 14.0;
/// The width that a color bar takes, with its distance and its labels.
const COLOR_BAR_WIDTH: f64 = 66.0;

/// Draws maps of one size as a figure, in rows of `columns`. The names of the axes are those of the
/// first map and stand once at the outside; so does its color bar, if it has one.
///
/// # Panics
///
/// Panics if there is no map.
#[track_caller]
pub fn heat_maps<const N: usize>(
    columns: usize,
    maps: [HeatMap; N],
    title: &str,
) -> String {
    let HeatMap { names, bar, .. } = &maps[0];
    let [side, above] = [0, 1].map(|name| room(&names[name], LINE_HEIGHT + 4.0));
    let beside = if *bar { COLOR_BAR_WIDTH } else { 0.0 };
    let inner = WIDTH - 2.0 * MARGIN - side - beside;
    let width = (inner - GAP * (columns - 1) as f64) / columns as f64;
    let heights = maps.iter().map(|map| map.height(width));
    let row_height = GAP + heights.fold(0.0, f64::max);
    let rows = N.div_ceil(columns) as f64;
    let canvas = &mut Canvas::new(2.0 * MARGIN + above + rows * row_height - GAP);
    let cells: [Area; N] = std::array::from_fn(|index| {
        let left = MARGIN + side + (width + GAP) * (index % columns) as f64;
        let top = MARGIN + above + row_height * (index / columns) as f64;
        maps[index].draw(canvas, (left, top), width)
    });
    let (first, right, last) = (cells[0], cells[columns.min(N) - 1], cells[N - 1]);
    let middle = f64::midpoint(first.left, right.right());
    let center = f64::midpoint(first.top, last.bottom());
    let half = MARGIN + LINE_HEIGHT / 2.0;
    canvas.text((middle, half), &names[1], Role::Muted);
    canvas.text((half, center), &names[0], Role::Muted.upward());
    if *bar {
        let at = (right.right() + 16.0, right.top, 14.0, right.height);
        maps[0].color_bar(canvas, at);
    }
    canvas.svg(title)
}

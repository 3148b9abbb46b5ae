//! Several heat maps in one figure, with one color bar, so that they can be compared.

use super::{COLOR_BAR_WIDTH, HeatMap};
use crate::canvas::Canvas;
use crate::paint::Lettering;
use crate::style::{LINE_HEIGHT, MARGIN, Role, WIDTH, room};

const GAP: f64 = 14.0;

/// Draws maps of one size as a figure, in rows of `columns`. The names of the axes are those of the
/// first map and stand once at the outside; so does its color bar, if it has one.
///
/// # Panics
///
/// Panics if there is no map, and where [`HeatMap::svg`] does.
#[track_caller]
pub fn heat_maps<const N: usize>(
    columns: usize,
    mut maps: [HeatMap; N],
    title: &str,
) -> String {
    let names = maps[0].names.clone();
    maps.iter_mut()
        .for_each(|map| map.names = Default::default());
    let [side, above] = [0, 1].map(|name| room(&names[name], LINE_HEIGHT + 4.0));
    let bar = if maps[0].bar { COLOR_BAR_WIDTH } else { 0.0 };
    let inner = WIDTH - 2.0 * MARGIN - side - bar;
    let width = (inner - GAP * (columns - 1) as f64) / columns as f64;
    let heights = maps.iter().map(|map| map.height(width));
    let row_height = GAP + heights.fold(0.0, f64::max);
    let rows = N.div_ceil(columns) as f64;
    let height = 2.0 * MARGIN + above + rows * row_height - GAP;
    let canvas = &mut Canvas::new(height);
    let half = LINE_HEIGHT / 2.0;
    let middle = MARGIN + side + inner / 2.0;
    canvas.label((middle, MARGIN + half), &names[1], Role::Muted);
    let at = (MARGIN + half, (above + height) / 2.0);
    canvas.label(at, &names[0], Role::Muted.upward());
    for (index, map) in maps.iter().enumerate() {
        let left = MARGIN + side + (width + GAP) * (index % columns) as f64;
        let top = MARGIN + above + row_height * (index / columns) as f64;
        let cells = map.draw(canvas, (left, top), width);
        if bar > 0.0 && index + 1 == columns.min(N) {
            map.color_bar_beside(canvas, cells);
        }
    }
    canvas.svg(title)
}

//! Several heat maps in one figure, with one color bar, so that they can be compared.

use crate::canvas::Canvas;
use crate::heat_map::{COLOR_BAR_WIDTH, HeatMap};
use crate::style::{LINE_HEIGHT, MARGIN, Role, WIDTH};

const GAP: f64 = 14.0;

/// A grid of heat maps of one size.
#[derive(Clone, Debug)]
pub struct HeatMaps {
    columns: usize,
    maps: Vec<HeatMap>,
    names: [String; 2],
    bar: f64,
}

impl HeatMaps {
    /// Puts the maps into rows of `columns`. The names of the axes are those of the first map and
    /// stand once at the outside, and the scale of the color bar is that of the first row.
    ///
    /// # Panics
    ///
    /// Panics if there is no map or no column.
    #[track_caller]
    pub fn new(columns: usize, maps: impl IntoIterator<Item = HeatMap>) -> HeatMaps {
        let mut maps: Vec<HeatMap> = maps.into_iter().collect();
        assert!(columns > 0 && !maps.is_empty(), "HeatMaps: no map");
        let names = maps[0].names.clone();
        maps.iter_mut()
            .for_each(|map| map.names = Default::default());
        HeatMaps {
            columns,
            maps,
            names,
            bar: COLOR_BAR_WIDTH,
        }
    }

    /// Draws no color bar and larger maps, for maps with numbers.
    #[must_use]
    pub fn without_bar(mut self) -> HeatMaps {
        self.bar = 0.0;
        self
    }

    /// Draws the grid as a figure.
    ///
    /// # Panics
    ///
    /// Panics where [`HeatMap::svg`] does.
    #[track_caller]
    pub fn svg(&self, title: &str) -> String {
        let [side, above] = [0, 1].map(|name| match self.names[name].as_str() {
            "" => 0.0,
            _ => LINE_HEIGHT + 4.0,
        });
        let inner = WIDTH - 2.0 * MARGIN - side - self.bar;
        let width = (inner - GAP * (self.columns - 1) as f64) / self.columns as f64;
        let heights = self.maps.iter().map(|map| map.height(width));
        let row_height = GAP + heights.fold(0.0, f64::max);
        let rows = self.maps.len().div_ceil(self.columns) as f64;
        let height = 2.0 * MARGIN + above + rows * row_height - GAP;
        let canvas = &mut Canvas::new(height);
        let half = LINE_HEIGHT / 2.0;
        if above > 0.0 {
            let middle = MARGIN + side + inner / 2.0;
            canvas.text((middle, MARGIN + half), &self.names[1], Role::Muted);
        }
        if side > 0.0 {
            let look = Role::Muted.upward();
            canvas.text(
                (MARGIN + half, (above + height) / 2.0),
                &self.names[0],
                look,
            );
        }
        for (index, map) in self.maps.iter().enumerate() {
            let (row, column) = (index / self.columns, index % self.columns);
            let left = MARGIN + side + (width + GAP) * column as f64;
            let top = MARGIN + above + row_height * row as f64;
            let cells = map.draw(canvas, (left, top), width);
            if self.bar > 0.0 && index + 1 == self.columns.min(self.maps.len()) {
                map.color_bar_beside(canvas, cells);
            }
        }
        canvas.svg(title)
    }
}

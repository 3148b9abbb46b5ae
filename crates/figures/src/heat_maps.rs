//! Several heat maps in one figure, with one color bar, so that they can be compared.

use super::Figure;
use super::canvas::{Area, TextLook};
use super::heat_map::{COLOR_BAR_WIDTH, HeatMap};
use super::style::{LINE_HEIGHT, MARGIN, Role, WIDTH};

/// A grid of heat maps of one size.
///
/// ```
/// use figures::heat_map::HeatMap;
/// use figures::heat_maps::HeatMaps;
/// use ndarray::Array2;
///
/// let map = |name: &str| HeatMap::new(Array2::<f64>::eye(4).view()).heading(name);
/// let figure = HeatMaps::new(2, [map("head 0"), map("head 1")])
///     .figure("multi-head/two.svg", "The weights of two heads");
/// assert!(figure.svg.contains(">head 1</text>"));
/// ```
#[derive(Clone, Debug)]
pub struct HeatMaps {
    columns: usize,
    maps: Vec<HeatMap>,
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
        let maps: Vec<HeatMap> = maps.into_iter().collect();
        assert!(
            columns > 0 && !maps.is_empty(),
            "HeatMaps: {} maps in {columns} columns",
            maps.len()
        );
        HeatMaps {
            columns,
            maps,
            bar: COLOR_BAR_WIDTH,
        }
    }

    /// Draws no color bar and larger maps, for maps with numbers.
    ///
    /// ```
    /// use figures::heat_map::HeatMap;
    /// use figures::heat_maps::HeatMaps;
    /// use ndarray::array;
    ///
    /// let map = HeatMap::new(array![[0.25, 0.75]].view()).numbers(2);
    /// let figure = HeatMaps::new(1, [map])
    ///     .without_bar()
    ///     .figure("multi-head/bare.svg", "Two weights");
    /// assert!(!figure.svg.contains(">0.5</text>"));
    /// ```
    #[must_use]
    pub fn without_bar(mut self) -> HeatMaps {
        self.bar = 0.0;
        self
    }

    /// Draws the grid as a figure.
    ///
    /// # Panics
    ///
    /// Panics where [`HeatMap::figure`] does.
    #[track_caller]
    pub fn figure(&self, path: &'static str, title: &str) -> Figure {
        const GAP: f64 = 14.0;
        const NAME: f64 = LINE_HEIGHT + 4.0;
        let [row_name, column_name] = &self.maps[0].names;
        let side = if row_name.is_empty() { 0.0 } else { NAME };
        let above = if column_name.is_empty() { 0.0 } else { NAME };
        let maps: Vec<HeatMap> = self
            .maps
            .iter()
            .map(|map| map.clone().names("", ""))
            .collect();
        let inner = WIDTH - 2.0 * MARGIN - side - self.bar;
        let width = (inner - GAP * (self.columns - 1) as f64) / self.columns as f64;
        let layouts: Vec<_> = maps.iter().map(|map| map.layout(width)).collect();
        let row_height = GAP
            + layouts
                .iter()
                .map(|layout| layout.height)
                .fold(0.0, f64::max);
        let rows = maps.len().div_ceil(self.columns) as f64;
        let height = 2.0 * MARGIN + above + rows * row_height - GAP;
        Figure::draw(path, title, (WIDTH, height), |canvas| {
            let middle = MARGIN + side + inner / 2.0;
            if !column_name.is_empty() {
                canvas.text(
                    (middle, MARGIN + LINE_HEIGHT / 2.0),
                    column_name,
                    Role::Muted,
                );
            }
            if !row_name.is_empty() {
                let at = (MARGIN + LINE_HEIGHT / 2.0, (above + height) / 2.0);
                canvas.text(at, row_name, TextLook::from(Role::Muted).upward());
            }
            for (index, (map, layout)) in maps.iter().zip(&layouts).enumerate() {
                let (row, column) = (index / self.columns, index % self.columns);
                let left = MARGIN + side + (width + GAP) * column as f64;
                let top = MARGIN + above + row_height * row as f64;
                let cells = map.draw(canvas, (left, top), layout);
                if self.bar > 0.0 && index + 1 == self.columns.min(maps.len()) {
                    let bar =
                        Area::new(cells.right() + 16.0, cells.top, 14.0, cells.height);
                    map.color_bar(canvas, bar);
                }
            }
        })
    }
}

//! Heat maps of weights: queries are rows from top to bottom, keys are columns from left to right.
//!
//! All cells have one color, [`Role::Heat`](super::style::Role::Heat), at an opacity that is the cell's value: 0 leaves the
//! page as it is, 1 covers it. So the map works on a dark page, too. A cell that a mask hides is
//! gray with a stroke through it, which is not the same as a weight of 0.
//!
//! A [diverging](HeatMap::diverging) map has two colors, [`Role::HeatMinus`](super::style::Role::HeatMinus) below zero and
//! [`Role::HeatPlus`](super::style::Role::HeatPlus) above, and the page where the value is 0.

use ndarray::ArrayView2;

pub(super) use self::draw::COLOR_BAR_WIDTH;
use super::Figure;
use super::canvas::Area;
use super::style::{MARGIN, WIDTH};

mod draw;
mod shade;

/// A matrix of weights, or of values of both signs, as colored cells.
///
/// ```
/// use figures::heat_map::HeatMap;
/// use ndarray::array;
///
/// let weights = array![[0.7, 0.3, 0.0], [0.2, 0.8, 0.0]];
/// let may_look = array![[true, true, false], [true, true, false]];
/// let figure = HeatMap::new(weights.view())
///     .mask(may_look.view())
///     .column_words(&["the", "cat", "<pad>"])
///     .numbers(1)
///     .figure("attention-cues/example.svg", "Weights of two queries over two keys and a padding");
/// assert_eq!(figure.svg.matches("fill-heat\"").count(), 4);
/// assert_eq!(figure.svg.matches("fill-masked").count(), 2);
/// assert!(figure.svg.contains(">0.7</text>"));
/// ```
#[derive(Clone, Debug)]
pub struct HeatMap {
    values: Vec<Vec<f64>>,
    masked: Vec<Vec<bool>>,
    pub(super) names: [String; 2],
    words: [Option<Vec<String>>; 2],
    diverging: bool,
    full: f64,
    row_height: Option<f64>,
    decimals: Option<usize>,
    heading: String,
}

impl HeatMap {
    /// A map of the matrix with the axes "Queries" (rows) and "Keys" (columns), numbered from 0.
    ///
    /// # Panics
    ///
    /// Panics if the matrix is empty or holds a value that is not finite or below 0.
    #[track_caller]
    pub fn new<A: Copy + Into<f64>>(values: ArrayView2<'_, A>) -> HeatMap {
        let map = HeatMap::of(values);
        for value in map.values.iter().flatten() {
            assert!(*value >= 0.0, "HeatMap: {value} is not a weight");
        }
        map
    }

    /// A map of the matrix from -1 through 0 to 1: two colors, of ten steps each, and nothing at 0.
    ///
    /// # Panics
    ///
    /// Panics if the matrix is empty or holds a value that is not finite.
    ///
    /// ```
    /// use figures::heat_map::HeatMap;
    /// use ndarray::array;
    ///
    /// let waves = array![[0.0, 1.0, -0.96], [0.84, 0.54, -0.96]];
    /// let figure = HeatMap::diverging(waves.view())
    ///     .names("Position", "Column")
    ///     .figure("self-attention/example.svg", "Two positions of three columns");
    /// assert!(figure.svg.contains("fill-heat-plus") && figure.svg.contains("fill-heat-minus"));
    /// assert!(figure.svg.contains(">\u{2212}1</text>"), "the lower end of the color bar");
    /// ```
    #[track_caller]
    pub fn diverging<A: Copy + Into<f64>>(values: ArrayView2<'_, A>) -> HeatMap {
        HeatMap {
            diverging: true,
            ..HeatMap::of(values)
        }
    }

    #[track_caller]
    fn of<A: Copy + Into<f64>>(values: ArrayView2<'_, A>) -> HeatMap {
        assert!(
            !values.is_empty(),
            "HeatMap: the matrix {:?} is empty",
            values.dim()
        );
        let values: Vec<Vec<f64>> = values
            .rows()
            .into_iter()
            .map(|row| row.iter().map(|&v| v.into()).collect())
            .collect();
        for value in values.iter().flatten() {
            assert!(value.is_finite(), "HeatMap: {value} cannot be drawn");
        }
        HeatMap {
            masked: values.iter().map(|row| vec![false; row.len()]).collect(),
            values,
            names: ["Queries".to_owned(), "Keys".to_owned()],
            words: [None, None],
            diverging: false,
            full: 1.0,
            row_height: None,
            decimals: None,
            heading: String::new(),
        }
    }

    /// Names the rows and the columns.
    #[must_use]
    pub fn names(mut self, rows: &str, columns: &str) -> HeatMap {
        self.names = [rows.to_owned(), columns.to_owned()];
        self
    }

    /// Writes words (the tokens, say) beside the rows instead of numbers.
    ///
    /// # Panics
    ///
    /// Panics if there is not one word for each row.
    #[must_use]
    #[track_caller]
    pub fn row_words(self, words: &[&str]) -> HeatMap {
        let rows = self.values.len();
        self.set_words(0, rows, words)
    }

    /// Writes words above the columns instead of numbers; upward if they are wider than a cell.
    ///
    /// # Panics
    ///
    /// Panics if there is not one word for each column.
    #[must_use]
    #[track_caller]
    pub fn column_words(self, words: &[&str]) -> HeatMap {
        let columns = self.values[0].len();
        self.set_words(1, columns, words)
    }

    #[track_caller]
    fn set_words(mut self, side: usize, needed: usize, words: &[&str]) -> HeatMap {
        assert_eq!(
            words.len(),
            needed,
            "HeatMap: {} words for {needed} {}",
            words.len(),
            self.names[side]
        );
        self.words[side] = Some(words.iter().map(|&word| word.to_owned()).collect());
        self
    }

    /// Draws the cells that are `false` here (that the query may not look at) in hatched gray.
    ///
    /// # Panics
    ///
    /// Panics if the shape is not that of the matrix.
    #[must_use]
    #[track_caller]
    pub fn mask(mut self, may_look: ArrayView2<'_, bool>) -> HeatMap {
        let shape = (self.values.len(), self.values[0].len());
        assert_eq!(
            may_look.dim(),
            shape,
            "HeatMap: mask {:?} for weights {shape:?}",
            may_look.dim()
        );
        self.masked = may_look
            .rows()
            .into_iter()
            .map(|row| row.iter().map(|&may| !may).collect())
            .collect();
        self
    }

    /// Sets the value that gets the full color. Without it, 1. Larger values are drawn like it.
    /// In a diverging map, its negative gets the other full color.
    ///
    /// # Panics
    ///
    /// Panics if it is not positive.
    #[must_use]
    #[track_caller]
    pub fn full_at(mut self, value: f64) -> HeatMap {
        assert!(value > 0.0, "HeatMap: full color at {value}");
        self.full = value;
        self
    }

    /// Writes the value into each cell, with this many decimals, instead of a color bar beside the map.
    #[must_use]
    pub fn numbers(mut self, decimals: usize) -> HeatMap {
        self.decimals = Some(decimals);
        self
    }

    /// Sets the height of a row in user units, for a map of many rows. Without it, cells are squares.
    ///
    /// # Panics
    ///
    /// Panics if it is not positive.
    #[must_use]
    #[track_caller]
    pub fn row_height(mut self, height: f64) -> HeatMap {
        assert!(height > 0.0, "HeatMap: rows of height {height}");
        self.row_height = Some(height);
        self
    }

    /// Writes a bold heading above the map, for one of several maps.
    #[must_use]
    pub fn heading(mut self, heading: &str) -> HeatMap {
        self.heading = heading.to_owned();
        self
    }

    /// Draws the map as a figure, as large as its width allows.
    ///
    /// # Panics
    ///
    /// Panics if the numbers do not fit into the cells.
    #[track_caller]
    pub fn figure(&self, path: &'static str, title: &str) -> Figure {
        let bar = self.decimals.map_or(COLOR_BAR_WIDTH, |_| 0.0);
        let inner = WIDTH - 2.0 * MARGIN - bar;
        let map = self.layout(inner);
        let left = MARGIN + (inner - map.width) / 2.0;
        Figure::draw(path, title, (WIDTH, map.height + 2.0 * MARGIN), |canvas| {
            let cells = self.draw(canvas, (left, MARGIN), &map);
            if bar > 0.0 {
                self.color_bar(
                    canvas,
                    Area::new(cells.right() + 16.0, cells.top, 14.0, cells.height),
                );
            }
        })
    }
}

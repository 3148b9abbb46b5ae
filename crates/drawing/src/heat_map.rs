//! Heat maps: queries are rows from top to bottom, keys are columns from left to right.
//!
//! A map of weights has one color, and the value of a cell is its opacity: 0 shows the page, and 1
//! covers it, so the map also works on a dark page. Masked cells are gray and crossed out, which
//! distinguishes them from a weight of 0. A diverging map has one color below zero and another
//! above, and 0 shows the page.

mod draw;
mod shade;

use ndarray::{Array2, ArrayView2};

pub use self::draw::heat_maps;
use crate::style::DIVERGING_STEPS;

/// A matrix of weights or of signed values, drawn as colored cells.
///
/// ```
/// use drawing::HeatMap;
/// use ndarray::array;
///
/// let weights = array![[0.7, 0.3, 0.0], [0.2, 0.8, 0.0]];
/// let svg = HeatMap::new(weights.view())
///     .mask(|(_, key)| key < 2)
///     .words(&["first", "second"], &["the", "cat", "<pad>"])
///     .numbers(1)
///     .svg("Weights of two queries over two keys and a padding");
/// assert_eq!(svg.matches("fill-heat\"").count(), 4);
/// assert_eq!(svg.matches("stroke-hatch").count(), 2);
/// assert!(svg.contains(">0.7</text>"));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HeatMap {
    values: Array2<f64>,
    may_look: Array2<bool>,
    names: [String; 2],
    /// The labels of the rows and of the columns.
    words: [Vec<String>; 2],
    numbered: bool,
    diverging: bool,
    /// The number of steps of a color.
    steps: f64,
    full: f64,
    row_height: Option<f64>,
    decimals: Option<usize>,
    bar: bool,
    heading: String,
}

impl HeatMap {
    /// Creates a map of weights with the axes "Queries" (rows) and "Keys" (columns), numbered
    /// from 0. Panics if the matrix is empty or has a negative value or one that is not finite.
    #[track_caller]
    pub fn new<A: Copy + Into<f64>>(values: ArrayView2<'_, A>) -> Self {
        let values = values.mapv(Into::into);
        for value in &values {
            assert!(*value >= 0.0, "HeatMap: {value} is not a weight");
        }
        HeatMap { diverging: false, steps: 100.0, ..HeatMap::diverging(values.view()) }
    }

    /// Creates a diverging map from -1 to 1, with ten steps of each color. Panics if the matrix is
    /// empty or has a value that is not finite.
    #[track_caller]
    pub fn diverging<A: Copy + Into<f64>>(values: ArrayView2<'_, A>) -> Self {
        let values = values.mapv(Into::into);
        assert!(!values.is_empty(), "HeatMap: the matrix is empty");
        for value in &values {
            assert!(value.is_finite(), "HeatMap: {value} cannot be drawn");
        }
        let (rows, columns) = values.dim();
        let numbers = |count: usize| (0..count).map(|index| index.to_string()).collect();
        HeatMap {
            may_look: Array2::from_elem(values.dim(), true),
            values,
            names: ["Queries".to_owned(), "Keys".to_owned()],
            words: [numbers(rows), numbers(columns)],
            numbered: true,
            diverging: true,
            steps: DIVERGING_STEPS.into(),
            full: 1.0,
            row_height: None,
            decimals: None,
            bar: true,
            heading: String::new(),
        }
    }

    /// Sets the names of the axes.
    pub fn names(mut self, rows: &str, columns: &str) -> Self {
        self.names = [rows.to_owned(), columns.to_owned()];
        self
    }

    /// Labels the rows and columns with words, such as tokens, instead of numbers. Words that are
    /// wider than a cell run upward above their column. Panics unless there is one word for each
    /// row and each column.
    #[track_caller]
    pub fn words(mut self, rows: &[impl ToString], columns: &[impl ToString]) -> Self {
        let (found, needed) = ((rows.len(), columns.len()), self.values.dim());
        assert_eq!(found, needed, "HeatMap: words for other rows and columns");
        let rows = rows.iter().map(ToString::to_string);
        self.words = [rows.collect(), columns.iter().map(ToString::to_string).collect()];
        self.numbered = false;
        self
    }

    /// Draws cells (row, column) as masked for which `may_look` returns `false`.
    pub fn mask(mut self, may_look: impl Fn((usize, usize)) -> bool) -> Self {
        self.may_look = Array2::from_shape_fn(self.values.dim(), may_look);
        self
    }

    /// Sets the value with the full color, which is 1 by default. Larger values have the same
    /// color. In a diverging map, the negative of the value has the other full color.
    pub fn full_at(mut self, value: f64) -> Self {
        self.full = value;
        self
    }

    /// Draws ten steps of the color and no lines between cells, which keeps files with many maps
    /// small.
    pub fn tenths(mut self) -> Self {
        self.steps = 10.0;
        self
    }

    /// Writes the values into the cells, with this many decimals, instead of drawing a color bar.
    pub fn numbers(mut self, decimals: usize) -> Self {
        self.decimals = Some(decimals);
        self.without_bar()
    }

    /// Omits the color bar, which leaves more space for the map.
    pub fn without_bar(mut self) -> Self {
        self.bar = false;
        self
    }

    /// Sets the height of the rows in user units, for maps with many rows. By default, cells are
    /// squares.
    pub fn row_height(mut self, height: f64) -> Self {
        self.row_height = Some(height);
        self
    }

    /// Adds a bold heading, which tells several maps apart.
    pub fn heading(mut self, heading: &str) -> Self {
        self.heading = heading.to_owned();
        self
    }

    /// Draws the map as a figure.
    pub fn svg(self, title: &str) -> String {
        heat_maps(1, &[self], title)
    }
}

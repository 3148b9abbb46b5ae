//! Heat maps: queries are rows from top to bottom, keys are columns from left to right.
//!
//! The cells of a map of weights have one color at an opacity that is the cell's value: 0 leaves the
//! page as it is, 1 covers it. So the map also works on a dark page. A masked cell is gray
//! with a stroke through it, which is not the same as a weight of 0. A diverging map has two colors,
//! one below zero and one above, and the page where the value is 0.

mod draw;
mod shade;

use ndarray::{Array2, ArrayView2};

pub use self::draw::heat_maps;
use crate::style::DIVERGING_STEPS;

/// A matrix of weights, or of values of both signs, as colored cells.
///
/// ```
/// use drawing::HeatMap;
/// use ndarray::array;
///
/// let weights = array![[0.7, 0.3, 0.0], [0.2, 0.8, 0.0]];
/// let may_look = array![[true, true, false], [true, true, false]];
/// let svg = HeatMap::new(weights.view())
///     .mask(may_look.view())
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
    /// What stands beside the rows and above the columns, and whether these are only their numbers.
    words: [Vec<String>; 2],
    numbered: bool,
    diverging: bool,
    /// How many steps a color has.
    steps: f64,
    full: f64,
    row_height: Option<f64>,
    decimals: Option<usize>,
    bar: bool,
    heading: String,
}

impl HeatMap {
    /// A map of weights with the axes "Queries" (rows) and "Keys" (columns), numbered from 0.
    /// Panics if the matrix is empty or holds a value that is not finite or below 0.
    #[track_caller]
    pub fn new<A: Copy + Into<f64>>(values: ArrayView2<'_, A>) -> Self {
        let values = values.mapv(Into::into);
        for value in &values {
            assert!(*value >= 0.0, "HeatMap: {value} is not a weight");
        }
        HeatMap {
            diverging: false,
            steps: 100.0,
            ..HeatMap::diverging(values.view())
        }
    }

    /// A map of the matrix from -1 through 0 to 1: two colors, of ten steps each, and nothing at 0.
    /// Panics if the matrix is empty or holds a value that is not finite.
    #[track_caller]
    pub fn diverging<A: Copy + Into<f64>>(values: ArrayView2<'_, A>) -> Self {
        let values = values.mapv(Into::into);
        assert!(!values.is_empty(), "HeatMap: the matrix is empty");
        for value in &values {
            assert!(value.is_finite(), "HeatMap: {value} cannot be drawn");
        }
        let (rows, columns) = values.dim();
        let numbers =
            |count: usize| (0..count).map(|index| index.to_string()).collect();
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

    /// Names the rows and the columns.
    pub fn names(mut self, rows: &str, columns: &str) -> Self {
        self.names = [rows.to_owned(), columns.to_owned()];
        self
    }

    /// Writes words (the tokens, say) beside the rows and above the columns instead of numbers.
    /// Those of the columns run upward if they are wider than a cell.
    /// Panics if there is not one word for each row and each column.
    #[track_caller]
    pub fn words(mut self, rows: &[impl ToString], columns: &[impl ToString]) -> Self {
        let (found, needed) = ((rows.len(), columns.len()), self.values.dim());
        assert_eq!(found, needed, "HeatMap: words for other rows and columns");
        let rows = rows.iter().map(ToString::to_string);
        let columns = columns.iter().map(ToString::to_string);
        self.words = [rows.collect(), columns.collect()];
        self.numbered = false;
        self
    }

    /// Draws the cells that are `false` here (that the query may not look at) in hatched gray.
    /// Panics if the shape is not that of the matrix.
    #[track_caller]
    pub fn mask(mut self, may_look: ArrayView2<'_, bool>) -> Self {
        let (mask, weights) = (may_look.dim(), self.values.dim());
        assert_eq!(mask, weights, "HeatMap: a mask for other weights");
        self.may_look = may_look.to_owned();
        self
    }

    /// Sets the value that gets the full color. Without it, 1. Larger values are drawn like it.
    /// In a diverging map, its negative gets the other full color.
    pub fn full_at(mut self, value: f64) -> Self {
        self.full = value;
        self
    }

    /// Draws ten steps of the color and no lines between cells, so that a file with many maps stays small.
    pub fn tenths(mut self) -> Self {
        self.steps = 10.0;
        self
    }

    /// Writes the value into each cell, with this many decimals, instead of a color bar beside the map.
    pub fn numbers(mut self, decimals: usize) -> Self {
        self.decimals = Some(decimals);
        self.without_bar()
    }

    /// Draws no color bar, and a larger map.
    pub fn without_bar(mut self) -> Self {
        self.bar = false;
        self
    }

    /// Sets the height of a row in user units, for a map of many rows. Without it, cells are squares.
    pub fn row_height(mut self, height: f64) -> Self {
        self.row_height = Some(height);
        self
    }

    /// Writes a bold heading above the map, for one of several maps.
    pub fn heading(mut self, heading: &str) -> Self {
        self.heading = heading.to_owned();
        self
    }

    /// Draws the map as a figure.
    pub fn svg(self, title: &str) -> String {
        heat_maps(1, &[self], title)
    }
}

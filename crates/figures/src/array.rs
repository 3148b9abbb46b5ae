//! Figures of the appendix on arrays.

use ndarray::{Array2, ArrayView2, Axis, Slice, array};

use super::Figure;
use super::canvas::{Area, Canvas, Fill, Point, TextLook};
use super::diagram::Arrow;
use super::style::{Role, WIDTH};

/// The roles of the rows of a matrix, so that an entry is recognized wherever it goes.
const ROWS: [Role; 3] = [Role::Series1, Role::Series2, Role::Series3];
const CELL: f64 = 28.0;
/// What an array repeats has a fainter color than what it stores.
const STORED: f64 = 0.3;
const REPEATED: f64 = 0.08;

/// One block of twelve numbers, and four arrays that read it with different strides.
///
/// ```
/// let figure = figures::array::strides();
/// assert!(figure.svg.contains(">strides [-4, 1]</text>"));
/// ```
pub fn strides() -> Figure {
    let a = Array2::from_shape_fn((3, 4), |(row, column)| 4 * row + column);
    let block = Array2::from_shape_fn((1, a.len()), |(_, place)| place);
    let views = [
        ("three rows", a.view(), (40.0, 132.0)),
        ("transposed", a.t(), (258.0, 132.0)),
        (
            "every second column",
            a.slice_axis(Axis(1), Slice::new(0, None, 2)),
            (68.0, 312.0),
        ),
        (
            "rows reversed",
            a.slice_axis(Axis(0), Slice::new(0, None, -1)),
            (244.0, 312.0),
        ),
    ];
    let by_row = |place: &usize| Fill::with_opacity(ROWS[place / 4], STORED);
    let title = "Four arrays on one block of memory";
    Figure::draw("array/strides.svg", title, (WIDTH, 424.0), |canvas| {
        let above = "one block of memory (color: row of three rows)";
        canvas.text((WIDTH / 2.0, 14.0), above, Role::Muted);
        cells(canvas, (32.0, 26.0), block.view(), by_row);
        // The only view that does not start with the first number of the block.
        let x = 32.0 + CELL * (a[[2, 0]] as f64 + 0.5);
        canvas.arrow(&Arrow::new((x, 76.0), (x, 56.0)));
        let start = "first entry of rows reversed";
        canvas.text((x - 10.0, 68.0), start, TextLook::end(Role::Muted));
        for (name, view, (left, top)) in views {
            let middle = left + CELL * view.ncols() as f64 / 2.0;
            canvas.text((middle, top - 32.0), name, Role::Ink);
            let strides = format!("strides {:?}", view.strides());
            canvas.text((middle, top - 14.0), &strides, Role::Muted);
            cells(canvas, (left, top), view, by_row);
        }
    })
}

/// The sums over the two axes of a matrix: the axis that is named disappears.
///
/// ```
/// let figure = figures::array::axes();
/// assert!(figure.svg.contains(">15</text>"));
/// ```
pub fn axes() -> Figure {
    let a = array![[1, 2, 3], [4, 5, 6]];
    let (down, along) = (a.sum_axis(Axis(0)), a.sum_axis(Axis(1)));
    let (left, top) = (72.0, 34.0);
    let right = left + CELL * a.ncols() as f64;
    let bottom = top + CELL * a.nrows() as f64;
    let stored = |_: &i32| Fill::with_opacity(Role::Series1, STORED);
    let summed = |_: &i32| Fill::with_opacity(Role::Series3, STORED);
    let title = "Sums over the two axes of a matrix";
    Figure::draw("array/axes.svg", title, (WIDTH, 170.0), |canvas| {
        canvas.text(((left + right) / 2.0, 16.0), "shape [2, 3]", Role::Muted);
        cells(canvas, (left, top), a.view(), stored);
        for column in 0..a.ncols() {
            let x = left + CELL * (column as f64 + 0.5);
            canvas.arrow(&Arrow::new((x, bottom + 2.0), (x, bottom + 26.0)));
        }
        for row in 0..a.nrows() {
            let y = top + CELL * (row as f64 + 0.5);
            canvas.arrow(&Arrow::new((right + 2.0, y), (right + 42.0, y)));
        }
        let rows = down.view().insert_axis(Axis(0));
        cells(canvas, (left, bottom + 28.0), rows, summed);
        let columns = along.view().insert_axis(Axis(1));
        cells(canvas, (right + 44.0, top), columns, summed);
        let texts = [
            ((right + 10.0, bottom + 42.0), 0, down.shape()),
            ((right + 84.0, top + CELL), 1, along.shape()),
        ];
        for ((x, y), axis, shape) in texts {
            let sum = format!("sum over Axis({axis})");
            canvas.text((x, y - 9.0), &sum, TextLook::start(Role::Ink));
            let shape = format!("shape {shape:?}");
            canvas.text((x, y + 9.0), &shape, TextLook::start(Role::Muted));
        }
    })
}

/// A column and a row, each repeated to the shape of their sum.
///
/// ```
/// let figure = figures::array::broadcasting();
/// assert!(figure.svg.contains(">[3, 1]</text>"));
/// ```
pub fn broadcasting() -> Figure {
    let (column, row) = (array![[1], [2], [3]], array![[10, 20, 30, 40]]);
    let sum = &column + &row;
    let shape = sum.dim();
    let repeated = |a: &Array2<i32>| a.broadcast(shape).map(|view| view.to_owned());
    let (wide, tall) = (
        repeated(&column).expect("a column fits"),
        repeated(&row).expect("a row fits"),
    );
    let title = "A column and a row become two matrices of the same shape";
    Figure::draw("array/broadcasting.svg", title, (WIDTH, 148.0), |canvas| {
        let width = CELL * sum.ncols() as f64;
        let gap = (WIDTH - 12.0 - 3.0 * width) / 2.0;
        let left = |index: f64| 6.0 + (width + gap) * index;
        let (top, middle) = (34.0, 34.0 + CELL * 1.5);
        let below = top + CELL * sum.nrows() as f64 + 14.0;
        canvas.text((left(0.0), below), "stored", TextLook::start(Role::Muted));
        for (index, sign) in [(0.0, "+"), (1.0, "=")] {
            canvas.text((left(index) + width + gap / 2.0, middle), sign, Role::Ink);
        }
        let arrays = [(wide, column.dim()), (tall, row.dim()), (sum, shape)];
        for (index, (numbers, stored)) in arrays.iter().enumerate() {
            let left = left(index as f64);
            let name = format!("{:?}", [stored.0, stored.1]);
            canvas.text((left + width / 2.0, 16.0), &name, Role::Muted);
            for ((row, column), number) in numbers.indexed_iter() {
                let own = row < stored.0 && column < stored.1;
                let opacity = if own { STORED } else { REPEATED };
                let fill = Fill::with_opacity(ROWS[index], opacity);
                cell(
                    canvas,
                    (left, top),
                    (row, column),
                    &number.to_string(),
                    fill,
                );
            }
        }
    })
}

/// Draws a matrix of numbers with its upper left corner at a place.
fn cells<A: ToString>(
    canvas: &mut Canvas<'_>,
    corner: Point,
    numbers: ArrayView2<'_, A>,
    fill: impl Fn(&A) -> Fill,
) {
    for (place, number) in numbers.indexed_iter() {
        cell(canvas, corner, place, &number.to_string(), fill(number));
    }
}

fn cell(
    canvas: &mut Canvas<'_>,
    (left, top): Point,
    (row, column): (usize, usize),
    text: &str,
    fill: Fill,
) {
    let (x, y) = (left + CELL * column as f64, top + CELL * row as f64);
    let area = Area::new(x, y, CELL, CELL);
    canvas.fill_rect(area, fill);
    canvas.outline_rounded(area, 0.0, Role::Muted);
    canvas.text(area.center(), text, Role::Ink);
}

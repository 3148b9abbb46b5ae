//! Figures of the appendix on arrays.

use std::fmt::Display;

use ndarray::Slice;

use crate::prelude::*;

/// The roles of the rows of a matrix, which show where its entries go.
const ROWS: [Role; 3] = [Series1, Series2, Series3];
const CELL: f64 = 28.0;
/// Repeated entries are fainter than stored ones.
const STORED: f64 = 0.3;
const REPEATED: f64 = 0.08;

pub(crate) fn strides() -> String {
    let a = Array2::from_shape_fn((3, 4), |(row, column)| 4 * row + column);
    let block = Array2::from_shape_fn((1, a.len()), |(_, place)| place);
    let second = a.slice_axis(Axis(1), Slice::new(0, None, 2));
    let reversed = a.slice_axis(Axis(0), Slice::new(0, None, -1));

    let by_row = |_, &place: &usize| ROWS[place / 4].opacity(STORED);
    let canvas = &mut Canvas::new(424.0);
    canvas.text((WIDTH / 2.0, 14.0), "one block of memory (color: row of three rows)", Muted);
    matrix(canvas, (32.0, 26.0), block.view(), by_row);
    // Only this view does not start with the first number of the block.
    let x = 32.0 + CELL * (a[[2, 0]] as f64 + 0.5);
    canvas.arrow((x, 76.0), (x, 56.0), Muted);
    canvas.text((x - 10.0, 68.0), "first entry of rows reversed", Muted.end());
    for (name, view, (left, top)) in [
        ("three rows", a.view(), (40.0, 132.0)),
        ("transposed", a.t(), (258.0, 132.0)),
        ("every second column", second, (68.0, 312.0)),
        ("rows reversed", reversed, (244.0, 312.0)),
    ] {
        let middle = left + CELL * view.ncols() as f64 / 2.0;
        canvas.caption((middle, top - 32.0), &format!("{name}\nstrides {:?}", view.strides()), Ink);
        matrix(canvas, (left, top), view, by_row);
    }
    canvas.svg("Four arrays on one block of memory")
}

/// Draws the sums over both axes of a matrix: the named axis disappears.
pub(crate) fn axes() -> String {
    let a = array![[1, 2, 3], [4, 5, 6]];
    let (down, along) = (a.sum_axis(Axis(0)), a.sum_axis(Axis(1)));

    let canvas = &mut Canvas::new(170.0);
    let whole = Table::new((72.0, 34.0), (CELL, CELL), a.dim());
    let area = whole.area;
    let (left, top, right, bottom) = (area.left, area.top, area.right(), area.bottom());
    canvas.text((area.center().0, 16.0), "shape [2, 3]", Muted);
    let stored = |role: Role| move |_, _: &i32| role.opacity(STORED);
    matrix(canvas, (left, top), a.view(), stored(Series1));
    for column in 0..a.ncols() {
        let (x, _) = whole.cell(0, column).center();
        canvas.arrow((x, bottom + 2.0), (x, bottom + 26.0), Muted);
    }
    for row in 0..a.nrows() {
        let (_, y) = whole.cell(row, 0).center();
        canvas.arrow((right + 2.0, y), (right + 42.0, y), Muted);
    }
    matrix(canvas, (left, bottom + 28.0), down.view().insert_axis(Axis(0)), stored(Series3));
    matrix(canvas, (right + 44.0, top), along.view().insert_axis(Axis(1)), stored(Series3));
    for (at, axis, shape) in [
        ((right + 10.0, bottom + 33.0), 0, down.shape()),
        ((right + 84.0, top + CELL - 9.0), 1, along.shape()),
    ] {
        canvas.caption(at, &format!("sum over Axis({axis})\nshape {shape:?}"), Ink.start());
    }
    canvas.svg("Sums over the two axes of a matrix")
}

pub(crate) fn broadcasting() -> String {
    let (column, row) = (array![[1], [2], [3]], array![[10, 20, 30, 40]]);
    let sum = &column + &row;
    let wide = column.broadcast(sum.dim()).expect("a column fits");
    let tall = row.broadcast(sum.dim()).expect("a row fits");

    let canvas = &mut Canvas::new(148.0);
    let width = CELL * sum.ncols() as f64;
    let gap = (WIDTH - 12.0 - 3.0 * width) / 2.0;
    let lefts = [0.0, 1.0, 2.0].map(|index| 6.0 + (width + gap) * index);
    let (top, middle) = (34.0, 34.0 + CELL * 1.5);
    canvas.text((lefts[0], top + CELL * sum.nrows() as f64 + 14.0), "stored", Muted.start());
    canvas.text((lefts[1] - gap / 2.0, middle), "+", Ink);
    canvas.text((lefts[2] - gap / 2.0, middle), "=", Ink);
    let dims = [column.dim(), row.dim(), sum.dim()];
    for (index, numbers) in [wide, tall, sum.view()].into_iter().enumerate() {
        let (rows, columns) = dims[index];
        canvas.text((lefts[index] + width / 2.0, 16.0), format!("[{rows}, {columns}]"), Muted);
        matrix(canvas, (lefts[index], top), numbers, |(row, column), _| {
            let stored = row < rows && column < columns;
            ROWS[index].opacity(if stored { STORED } else { REPEATED })
        });
    }
    canvas.svg("A column and a row become two matrices of the same shape")
}

fn matrix<A: Display>(
    canvas: &mut Canvas,
    corner: Point,
    numbers: ArrayView2<'_, A>,
    fill: impl Fn((usize, usize), &A) -> Fill,
) {
    for (place, area) in Table::new(corner, (CELL, CELL), numbers.dim()).cells() {
        canvas.cell(area, fill(place, &numbers[place]), &numbers[place]);
    }
}

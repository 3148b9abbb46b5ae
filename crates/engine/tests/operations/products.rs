//! Matrix products.

use engine::Real;
use engine::tape::{Mode, Tape, Var, concat};
#[cfg(not(real_f64))]
use ndarray::{Array2, Ix2, linalg::general_mat_mul};
use ndarray::{ArrayD, Axis, array};

use crate::statements::{Operation, gradients_hold, uniform};

pub(crate) fn matmul(of: Operation) {
    let matrix = || array![[10.0, 0.0, 1.0], [1.0, 1.0, 0.0]].into_dyn();
    let a = array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]].into_dyn();
    let product = array![[12.0, 2.0, 1.0], [34.0, 4.0, 3.0], [56.0, 6.0, 5.0]];
    of.value([a, matrix()], |v| v[0].matmul(v[1]), product);
    let stacked = || array![[[1.0, 2.0]], [[3.0, 4.0]]].into_dyn();
    let columns = array![[[10.0], [1.0]], [[0.0], [1.0]]].into_dyn();
    let product = array![[[12.0]], [[4.0]]];
    of.value([stacked(), columns], |v| v[0].matmul(v[1]), product);
    let shared = array![[[12.0, 2.0, 1.0]], [[34.0, 4.0, 3.0]]];
    of.value([stacked(), matrix()], |v| v[0].matmul(v[1]), shared);

    let shapes: [[&[usize]; 2]; 5] = [
        [&[2, 3], &[3, 4]],
        [&[2, 2, 3], &[3, 4]],
        [&[2, 3, 1, 4], &[4, 2]],
        [&[2, 3, 4], &[2, 4, 2]],
        [&[2, 1, 3, 2], &[2, 1, 2, 4]],
    ];
    for shapes in shapes {
        of.gradients(shapes.map(uniform), |v| v[0].matmul(v[1]));
    }
    of.gradients([uniform(&[3, 3])], |v| v[0].matmul(v[0]));
    of.gradients([uniform(&[2, 3])], |v| v[0].matmul(v[0].transpose()));
    of.gradients([uniform(&[2, 3, 3])], |v| v[0].matmul(v[0]));
    of.gradients([uniform(&[2, 2, 3])], |v| v[0].transpose().matmul(v[0]));

    let empty: [[&[usize]; 2]; 6] = [
        [&[2, 0], &[0, 3]],
        [&[0, 2], &[2, 3]],
        [&[2, 3], &[3, 0]],
        [&[0, 2, 3], &[0, 3, 2]],
        [&[2, 2, 0], &[2, 0, 3]],
        [&[2, 0, 3], &[3, 4]],
    ];
    for shapes in empty {
        of.empty(shapes, |v| {
            let product = v[0].matmul(v[1]);
            assert!(product.value().iter().all(|&entry| entry == 0.0));
            product
        });
    }

    let misfits: [([&[usize]; 2], &str); 4] = [
        ([&[1, 2, 3], &[1, 4, 5]], "[1, 2, 3] x [1, 4, 5]: inner sizes 3 and 4 differ"),
        ([&[2, 2, 3], &[1, 3, 5]], "[2, 2, 3] x [1, 3, 5]: leading sizes differ"),
        ([&[2, 3], &[1, 3, 5]], "[2, 3] x [1, 3, 5]: leading sizes differ"),
        ([&[3], &[3, 5]], "[3] x [3, 5]: both operands need at least two axes"),
    ];
    for (shapes, message) in misfits {
        of.panics(shapes, |v| v[0].matmul(v[1]), message);
    }
}

/// The product plus the bias.
pub(crate) fn affine(of: Operation) {
    for shape in [&[3][..], &[2, 3], &[2, 2, 3]] {
        let operands = || [uniform(shape), uniform(&[3, 4]), uniform(&[4])];
        of.gradients(operands(), |v| v[0].affine(v[1], v[2]));
        if shape.len() > 1 {
            of.composition(operands(), |v| v[0].affine(v[1], v[2]), |v| v[0].matmul(v[1]) + v[2]);
        }
    }
    let row = array![1.0, 2.0].into_dyn();
    let weight = array![[1.0, 0.0, 2.0], [0.0, 1.0, 3.0]].into_dyn();
    let bias = array![100.0, 200.0, 300.0].into_dyn();
    let y = array![101.0, 202.0, 308.0];
    of.value([row, weight, bias], |v| v[0].affine(v[1], v[2]), y);
    of.gradients([uniform(&[3, 3])], |v| v[0].affine(v[0], v[0].index(0, 1)));
    of.empty([&[2, 0], &[0, 3], &[3]], |v| v[0].affine(v[1], v[2]));
    of.empty([&[0, 2], &[2, 3], &[3]], |v| v[0].affine(v[1], v[2]));

    let axes = "expected at least one axis, two axes, and one axis";
    let misfits: [([&[usize]; 3], &str); 4] = [
        ([&[5, 2], &[3, 4], &[4]], "[5, 2] x [3, 4] + [4]: inner sizes 2 and 3 differ"),
        ([&[5, 3], &[3, 4], &[1]], "[5, 3] x [3, 4] + [1]: output sizes 4 and 1 differ"),
        ([&[], &[3, 4], &[4]], &format!("[] x [3, 4] + [4]: {axes}")),
        ([&[2, 3], &[3], &[1, 4]], &format!("[2, 3] x [3] + [1, 4]: {axes}")),
    ];
    for (shapes, message) in misfits {
        of.panics(shapes, |v| v[0].affine(v[1], v[2]), message);
    }
}

/// A row must have the same bits alone, in a batch, and in a longer sequence.
#[test]
fn a_row_does_not_depend_on_the_rows_around_it() {
    for (inner, columns) in [(8, 10), (33, 7), (300, 40)] {
        let (x, weight) = (uniform(&[70, inner]), uniform(&[inner, columns]));
        let bias = uniform(&[columns]);
        let tape = Tape::new(Mode::Eval, 0);
        let vars = [&x, &weight, &bias].map(|array| tape.constant(array.clone()));
        let [all, weight, bias] = vars;
        let products = |x: Var<'_>| x.matmul(weight).value();
        let affine = |x: Var<'_>| x.affine(weight, bias).value();
        for row in 0..70 {
            let alone = all.slice(0, row..=row);
            let same = |whole: ArrayD<Real>, alone: ArrayD<Real>| {
                assert_eq!(whole.index_axis(Axis(0), row), alone.index_axis(Axis(0), 0));
            };
            same(products(all).to_owned(), products(alone).to_owned());
            same(affine(all).to_owned(), affine(alone).to_owned());
        }
    }
}

#[test]
fn an_item_does_not_depend_on_the_batch_around_it() {
    let tape = Tape::new(Mode::Eval, 0);
    let (a, b) = (tape.constant(uniform(&[9, 5, 8])), tape.constant(uniform(&[9, 8, 6])));
    let all = a.matmul(b).value();
    for item in 0..9 {
        let alone = a.slice(0, item..=item).matmul(b.slice(0, item..=item));
        assert_eq!(all.index_axis(Axis(0), item), alone.value().index_axis(Axis(0), 0));
    }
}

/// Rows and columns that fill whole vectors and blocks, and some that do not; matrices and their
/// transposes.
#[cfg(not(real_f64))]
#[test]
fn small_products_have_the_bits_of_the_library() {
    let sizes = [1, 3, 4, 7, 8, 9, 15, 16, 17, 24, 25, 33, 200].map(|columns| {
        [1, 2, 3, 5, 6, 10, 640].map(|rows| [1, 5, 32, 600].map(|inner| (rows, inner, columns)))
    });
    for &(rows, inner, columns) in sizes.as_flattened().as_flattened() {
        let (left, right) = (uniform(&[rows, inner]), uniform(&[inner, columns]));
        let matrix = |x: &ArrayD<Real>| x.clone().into_dimensionality::<Ix2>().unwrap();
        let mut expected = Array2::zeros((rows, columns));
        general_mat_mul(1.0, &matrix(&left), &matrix(&right), 1.0, &mut expected);
        let tape = Tape::new(Mode::Eval, 0);
        let layouts = |x: ArrayD<Real>| {
            let transposed = tape.constant(x.t().as_standard_layout().into_owned());
            [tape.constant(x), transposed.transpose()]
        };
        let (left, right) = (layouts(left), layouts(right));
        for (left, right) in [(0, 0), (0, 1), (1, 1)].map(|(l, r)| (left[l], right[r])) {
            let stacked = left.insert_axis(0).matmul(right.insert_axis(0));
            assert_eq!(left.matmul(right).value(), expected.clone().into_dyn());
            assert_eq!(stacked.index(0, 0).value(), expected.clone().into_dyn());
        }
    }
}

/// Heads are columns of the same rows, so their matrices are interleaved in memory, and a transpose
/// swaps their strides. Some products are small, and the library computes the others.
#[test]
fn the_order_in_memory_changes_no_bit() {
    for (steps, dim) in [(5, 4), (40, 300)] {
        let [q, k, v] = [(); 3].map(|()| uniform(&[2, steps, 3, dim]));
        let copied = |x: &ArrayD<Real>| {
            let heads = x.view().permuted_axes(&[0, 2, 1, 3][..]);
            heads.as_standard_layout().into_owned()
        };
        let turned = |x: &ArrayD<Real>| {
            let turned = x.view().permuted_axes(&[0, 2, 3, 1][..]);
            turned.as_standard_layout().into_owned()
        };
        let d = uniform(&[2, 3, steps, dim]);

        let tape = Tape::new(Mode::Check, 0);
        let vars = [&q, &k, &v].map(|x| tape.variable(x.clone()));
        let [queries, keys, values] = vars.map(|x| x.permute(&[0, 2, 1, 3]));
        let output = queries.matmul(keys.transpose()).matmul(values);
        let gradients = output.backward_from(d.clone());

        let tape = Tape::new(Mode::Check, 0);
        let others = [copied(&q), turned(&k), copied(&v)].map(|x| tape.variable(x));
        let [queries, keys, values] = others;
        let expected = queries.matmul(keys).matmul(values);
        assert_eq!(output.value(), expected.value());
        let expected = expected.backward_from(d);
        for (place, (var, other)) in vars.into_iter().zip(others).enumerate() {
            let gradient = gradients.wrt(var).unwrap();
            let gradient = if place == 1 { turned(gradient) } else { copied(gradient) };
            assert_eq!(&gradient, expected.wrt(other).unwrap());
        }
    }
}

/// A slice of one column has strides of no standard layout.
#[test]
fn a_single_row_or_column_of_a_slice_fits() {
    let x = [uniform(&[2, 3, 4])];
    gradients_hold(&x, |_, v| {
        let (column, row) = (v[0].slice(2, 1..2), v[0].slice(1, 2..3));
        let (wide, tall) = (column.matmul(row), row.matmul(v[0].transpose()));
        concat(&[wide.sum().insert_axis(0), tall.matmul(column).sum().insert_axis(0)], 0)
    });
    gradients_hold(&x, |_, v| {
        let one = v[0].slice(2, 1..2).slice(1, 2..3);
        one.matmul(one.transpose()).matmul(one)
    });
}

#[test]
fn a_product_lies_in_memory_as_its_right_side() {
    let tape = Tape::new(Mode::Eval, 0);
    let values = tape.constant(uniform(&[2, 5, 3, 4]));
    let weights = tape.constant(uniform(&[2, 3, 6, 5]));
    let output = weights.matmul(values.permute(&[0, 2, 1, 3]));
    assert!(output.permute(&[0, 2, 1, 3]).value().is_standard_layout());
    // The entries of a row remain contiguous.
    let turned = tape.constant(uniform(&[2, 3, 4, 5])).transpose();
    assert!(weights.matmul(turned).value().is_standard_layout());
}

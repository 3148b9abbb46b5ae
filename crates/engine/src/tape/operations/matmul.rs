//! Matrix products.

use ndarray::{ArrayD, Axis};

use crate::tape::kernels::products::{
    add_columns_product, add_rows_product, matrix, repeated, rows, zeros_in_order_of,
};
use crate::tape::kernels::rows::in_standard_order;
use crate::tape::kernels::stacked::add_products;
use crate::tape::{Slot, Value, Var};

impl<'t> Var<'t> {
    /// Returns the matrix product of each pair of matrices.
    ///
    /// If the right operand has two axes, it is multiplied with each matrix of the left operand.
    ///
    /// # Shapes
    ///
    /// `[.., rows, inner]` and `[.., inner, columns]` to `[.., rows, columns]`, or
    /// `[.., rows, inner]` and `[inner, columns]` to `[.., rows, columns]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let a = tape.variable(array![[1.0, 2.0]]);
    /// let b = tape.variable(array![[3.0], [4.0]]);
    /// let product = a.matmul(b);
    /// assert_eq!(product.item(), 11.0);
    /// assert_eq!(product.backward().wrt(a).unwrap(), &array![[3.0, 4.0]].into_dyn());
    /// ```
    #[track_caller]
    pub fn matmul(self, other: Self) -> Self {
        let (left, right) = (self.shape(), other.shape());
        assert!(
            left.len() >= 2 && right.len() >= 2,
            "matmul: {left:?} x {right:?}: both operands need at least two axes"
        );
        let (inner, other_inner) = (left[left.len() - 1], right[right.len() - 2]);
        assert!(
            inner == other_inner,
            "matmul: {left:?} x {right:?}: inner sizes {inner} and {other_inner} differ"
        );
        if right.len() == 2 {
            return self.matmul_shared(other);
        }
        assert!(
            left[..left.len() - 2] == right[..right.len() - 2],
            "matmul: {left:?} x {right:?}: leading sizes differ"
        );
        self.matmul_stacked(other)
    }

    /// Returns each row times a matrix plus a bias, which is the linear layer as one operation.
    ///
    /// # Shapes
    ///
    /// `[.., inputs]` with weight `[inputs, outputs]` and bias `[outputs]` to `[.., outputs]`.
    #[track_caller]
    pub fn affine(self, weight: Self, bias: Self) -> Self {
        let shape = affine_shape(&self.shape(), &weight.shape(), &bias.shape());
        let (x, w) = (self.value(), weight.value());
        let mut y = repeated(&bias.value(), &shape);
        add_rows_product(&x, matrix(&w), &mut y);
        let operands = [self, weight, bias];
        self.tape().record("affine", operands, y, move |d, [dx, dw, db]| {
            let d = in_standard_order(d).into_shared();
            add_gradients(&d, (&x, dx), (&w, dw));
            // db = the sum of the rows of d
            db.add(|| rows(&d).sum_axis(Axis(0)).into_dyn());
        })
    }

    /// Multiplies all matrices of the left operand by the same matrix, as one product with many
    /// rows.
    fn matmul_shared(self, other: Self) -> Self {
        let (a, b) = (self.value(), other.value());
        let mut shape = self.shape();
        let last = shape.len() - 1;
        shape[last] = other.shape()[1];
        let mut product = ArrayD::zeros(shape);
        add_rows_product(&a, matrix(&b), &mut product);
        self.tape().record("matmul", [self, other], product, move |d, [da, db]| {
            let d = in_standard_order(d).into_shared();
            add_gradients(&d, (&a, da), (&b, db));
        })
    }

    /// Multiplies each pair of matrices.
    fn matmul_stacked(self, other: Self) -> Self {
        let (a, b) = (self.value(), other.value());
        let mut shape = self.shape();
        let last = shape.len() - 1;
        shape[last] = other.shape()[last];
        let mut product = zeros_in_order_of(&b, shape);
        add_products(&a, &b, &mut product);
        self.tape().record("matmul", [self, other], product, move |d, [da, db]| {
            // da = d bᵀ, db = aᵀ d
            let transposed = |mut value: Value| {
                value.swap_axes(last - 1, last);
                value
            };
            da.add_in_place(|sum| add_products(&d, &transposed(b), sum));
            db.add_in_place(|sum| add_products(&transposed(a), &d, sum));
        })
    }
}

/// Adds the gradients of the product of all rows with one matrix: d wᵀ for the rows, and xᵀ d for
/// the matrix.
fn add_gradients(d: &Value, (x, dx): (&Value, Slot<'_>), (w, dw): (&Value, Slot<'_>)) {
    dx.add_in_place(|sum| add_rows_product(d, matrix(w).reversed_axes(), sum));
    dw.add_in_place(|sum| add_columns_product(x, d, sum));
}

/// Returns the shape of the result, or panics if the shapes do not fit.
#[track_caller]
fn affine_shape(input: &[usize], weight: &[usize], bias: &[usize]) -> Vec<usize> {
    let shapes = || format!("affine: {input:?} x {weight:?} + {bias:?}");
    let (&[.., inner], &[inputs, outputs], &[biases]) = (input, weight, bias) else {
        panic!("{}: expected at least one axis, two axes, and one axis", shapes());
    };
    assert!(inner == inputs, "{}: inner sizes {inner} and {inputs} differ", shapes());
    assert!(
        outputs == biases,
        "{}: output sizes {outputs} and {biases} differ",
        shapes()
    );
    let mut shape = input.to_vec();
    shape[input.len() - 1] = outputs;
    shape
}

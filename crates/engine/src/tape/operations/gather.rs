//! Lookup of entries by indices that are data, such as tokens and labels.

use ndarray::{ArrayD, ArrayRef, Dimension};

use crate::tape::Var;
use crate::tape::kernels::rows::{
    self, entries, entries_mut, in_standard_order, put_in_standard_order,
};

impl<'t> Var<'t> {
    /// Returns the rows of a table at these indices, which is an embedding lookup.
    ///
    /// # Shapes
    ///
    /// `[vocab, dim]` and indices `[..]` to `[.., dim]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let table = tape.variable(array![[1.0], [2.0], [3.0]]);
    /// let rows = table.rows(&array![2, 0, 2]);
    /// assert_eq!(rows.value(), array![[3.0], [1.0], [3.0]].into_dyn());
    /// let gradients = rows.sum().backward();
    /// assert_eq!(gradients.wrt(table).unwrap(), &array![[1.0], [0.0], [2.0]].into_dyn());
    /// ```
    #[track_caller]
    pub fn rows<D: Dimension>(self, numbers: &ArrayRef<usize, D>) -> Self {
        let (table, numbers) = (self.value(), numbers.to_owned().into_dyn());
        assert!(
            table.ndim() == 2,
            "rows: {:?} at {:?}: expected a table with two axes",
            table.shape(),
            numbers.shape()
        );
        all_below(table.shape()[0], "rows", self, &numbers);
        let columns = table.shape()[1];
        let mut shape = numbers.shape().to_vec();
        shape.push(columns);
        let table = in_standard_order(table);
        let entries = entries(&table);
        let mut rows = Vec::with_capacity(numbers.len() * columns);
        for number in &numbers {
            rows.extend_from_slice(&entries[number * columns..][..columns]);
        }
        let rows = ArrayD::from_shape_vec(shape, rows).expect("one row for each index");
        self.tape().record("rows", [self], rows, move |d, [dtable]| {
            let d = in_standard_order(d);
            dtable.add_in_place(|sum| {
                put_in_standard_order(sum);
                let sum = entries_mut(sum);
                for (d, number) in rows::rows(&d).zip(&numbers) {
                    let row = &mut sum[number * columns..][..columns];
                    row.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
                }
            });
        })
    }

    /// Returns one entry of each row along the last axis, such as the score of the target class.
    ///
    /// # Shapes
    ///
    /// `[.., classes]` and indices `[..]` to `[..]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let scores = tape.variable(array![[1.0, 2.0], [3.0, 4.0]]);
    /// let picked = scores.pick(&array![1, 0]);
    /// assert_eq!(picked.value(), array![2.0, 3.0].into_dyn());
    /// let gradients = picked.sum().backward();
    /// assert_eq!(gradients.wrt(scores).unwrap(), &array![[0.0, 1.0], [1.0, 0.0]].into_dyn());
    /// ```
    #[track_caller]
    pub fn pick<D: Dimension>(self, numbers: &ArrayRef<usize, D>) -> Self {
        let (scores, numbers) = (self.value(), numbers.to_owned().into_dyn());
        let fitting = match scores.shape() {
            [rows @ .., classes] if rows == numbers.shape() => Some(*classes),
            _ => None,
        };
        let (a, b) = (scores.shape(), numbers.shape());
        let Some(classes) = fitting else {
            panic!("pick: {a:?} at {b:?}: expected one index for each row");
        };
        all_below(classes, "pick", self, &numbers);
        let mut picked = ArrayD::zeros(numbers.raw_dim());
        let places = picked.iter_mut().zip(&numbers);
        for ((entry, &number), row) in places.zip(scores.rows()) {
            *entry = row[number];
        }
        self.tape().record("pick", [self], picked, move |d, [dscores]| {
            dscores.add_in_place(|sum| {
                let places = d.iter().zip(&numbers);
                for ((d, &number), mut row) in places.zip(sum.rows_mut()) {
                    row[number] += d;
                }
            });
        })
    }
}

/// Panics unless all indices are below this size.
#[track_caller]
fn all_below(size: usize, operation: &str, var: Var<'_>, numbers: &ArrayD<usize>) {
    let large = numbers.indexed_iter().find(|(_, number)| **number >= size);
    if let Some((place, number)) = large {
        panic!(
            "{operation}: {:?} at {:?}: index {number} at {:?} is out of bounds for size {size}",
            var.shape(),
            numbers.shape(),
            place.as_array_view().to_vec()
        );
    }
}

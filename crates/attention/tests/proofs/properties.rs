//! Rules that hold for all inputs, tried on random ones.
//!
//! Where a rule says that something changes nothing, the numbers must be the same to the last bit,
//! unless the rule says *to rounding*.

mod attention;
mod memory;
mod newer;

use std::ops::Range;

use ::attention::Real;
use ::attention::mask::Mask;
use ::attention::nn::init::normal;
use ndarray::{Array2, Array3, ArrayD, Axis, Dimension, Slice};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::proof::{Kind, Proof, rng};

/// The largest difference that rounding may cause, relative to the largest entry.
const ROUNDING: Real = if cfg!(real_f64) { 1e-11 } else { 1e-4 };

pub(crate) fn proofs() -> Vec<Proof> {
    [attention::proofs(), memory::proofs(), newer::proofs()].into_iter().flatten().collect()
}

/// A random case: sizes, which shrink when a rule is broken, and a seed for everything else.
#[derive(Clone, Copy, Debug)]
struct Case {
    batch: usize,
    heads: usize,
    queries: usize,
    keys: usize,
    dim: usize,
    value_dim: usize,
    seed: u64,
}

/// Sizes are mostly small, so that boundary cases are frequent. Some exceed the blocks of matrix
/// products and of the fused attention.
fn cases() -> impl Strategy<Value = Case> {
    let count = || prop_oneof![7 => 1..10usize, 1 => 60..140usize];
    let dim = || prop_oneof![7 => 1..6usize, 1 => 15..40usize];
    let sizes = (1..4usize, 1..4usize, count(), count(), dim(), dim());
    (sizes, any::<u64>()).prop_map(|((batch, heads, queries, keys, dim, value_dim), seed)| Case {
        batch,
        heads,
        queries,
        keys,
        dim,
        value_dim,
        seed,
    })
}

/// Returns a rule; `check` panics if it is broken.
fn property(subject: &str, rule: &'static str, check: impl Fn(Case) + Send + 'static) -> Proof {
    let check = move || {
        let config = Config { failure_persistence: None, ..Config::default() };
        let run = TestRunner::new(config).run(&cases(), |case| {
            check(case);
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{error}"));
    };
    Proof::new(subject, Kind::Property, check).of(rule)
}

impl Case {
    /// Draws random numbers; others for another `name`.
    fn numbers(&self, name: u64, shape: &[usize]) -> ArrayD<Real> {
        normal(shape, 1.0, &mut self.rng(name))
    }

    fn rng(&self, name: u64) -> ChaCha8Rng {
        rng(self.seed.wrapping_add(name))
    }

    /// Draws a random number from `range`.
    fn pick(&self, name: u64, range: Range<usize>) -> usize {
        self.rng(name).random_range(range)
    }

    /// Returns the number of keys of each example that are not padding.
    fn lens(&self, count: usize) -> Vec<usize> {
        let mut rng = self.rng(41);
        (0..self.batch).map(|_| rng.random_range(0..=count)).collect()
    }

    fn table(&self) -> Array3<bool> {
        let mut rng = self.rng(42);
        let shape = (self.batch, self.queries, self.keys);
        Array3::from_shape_simple_fn(shape, || rng.random_bool(0.6))
    }

    /// Returns a random mask of any kind, for some examples of the batch.
    fn mask(&self, examples: Range<usize>) -> Mask {
        let position = self.pick(43, 0..self.keys);
        let lens = || Mask::valid_lens(&self.lens(self.keys)[examples.clone()]);
        let rows = Slice::from(examples.clone());
        match self.pick(44, 0..9) {
            0 => Mask::all(),
            1 => Mask::causal().starting_at(position),
            2 => Mask::window(self.pick(45, 0..4), self.pick(46, 0..4)),
            3 => lens(),
            4 => {
                let mut rng = self.rng(47);
                let shape = (self.batch, self.queries);
                let lens = Array2::from_shape_simple_fn(shape, || rng.random_range(0..=self.keys));
                Mask::valid_lens_per_query(lens.slice_axis(Axis(0), rows).to_owned())
            }
            5 => Mask::allowed(self.table().index_axis_move(Axis(0), 0)),
            6 => {
                let table = self.table();
                Mask::allowed_per_example(table.slice_axis(Axis(0), rows).to_owned())
            }
            7 => {
                let window = Mask::window(self.pick(45, 0..4), 0);
                let either = window.or(Mask::first_keys(self.pick(46, 0..4)));
                Mask::causal().and(either).starting_at(position)
            }
            _ => Mask::causal().starting_at(position).and(lens()),
        }
    }
}

/// Panics unless all numbers are the same to the last bit; 0 and -0 are the same.
#[track_caller]
fn assert_same(what: &str, left: &ArrayD<Real>, right: &ArrayD<Real>) {
    assert_eq!(left.shape(), right.shape(), "{what}: the shapes differ");
    for ((place, left), right) in left.indexed_iter().zip(right) {
        let place = place.as_array_view();
        assert!(left == right, "{what} at {place}: {left} and {right}");
    }
}

fn is_zero(array: &ArrayD<Real>) -> bool {
    array.iter().all(|&x| x == 0.0)
}

/// Returns some places along an axis.
fn slice(array: &ArrayD<Real>, axis: usize, range: Range<usize>) -> ArrayD<Real> {
    array.slice_axis(Axis(axis), Slice::from(range)).to_owned()
}

/// Replaces the entries in this range with numbers that would show in every sum.
fn spoil(array: &mut ArrayD<Real>, axis: usize, range: Range<usize>) {
    let mut part = array.slice_axis_mut(Axis(axis), Slice::from(range));
    part.mapv_inplace(|x| 1e4 * (x + 1.0));
}

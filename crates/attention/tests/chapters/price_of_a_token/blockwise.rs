//! Attention in blocks, forward and backward.

use attention::Real;
use attention::array::assert_close;
use attention::mask::Mask;
use attention::price_of_a_token::Blockwise;
use attention::tape::{Mode, Tape, attend, fused_attend};
use engine::testing::{assert_panics, random};
use ndarray::{Array2, ArrayD, Axis, Ix2, Slice, array};

/// Masks for 37 queries and 41 keys.
fn masks() -> [Mask; 5] {
    // Query 3 has no key, and a block has neither an empty row nor a full one.
    let pairs = Array2::from_shape_fn((37, 41), |(i, j)| i != 3 && (i * j + j) % 7 < 3);
    [Mask::all(), Mask::causal(), Mask::window(5, 0), Mask::valid_lens([0]), Mask::allowed(pairs)]
}

fn example(mask: Mask, size: usize) -> (Blockwise, Array2<Real>) {
    let [queries, keys, values, d] =
        [(37, 8), (41, 8), (41, 3), (37, 3)].map(|shape| random(shape, (shape.0 + shape.1) as u64));
    let blockwise = Blockwise { queries, keys, values, mask, size };
    (blockwise, d)
}

#[test]
fn equals_attention_without_blocks() {
    for (mask, size) in masks().into_iter().zip([1, 8, 16, 40, 64]) {
        let (blockwise, d) = example(mask.clone(), size);
        let (output, log_sums) = blockwise.forward();
        let gradients = blockwise.backward(&output, &log_sums, &d);
        let Blockwise { queries, keys, values, .. } = blockwise;
        for fused in [false, true] {
            let tape = Tape::new(Mode::Check, 0);
            let inputs =
                [&queries, &keys, &values].map(|x| tape.variable(x.clone().insert_axis(Axis(0))));
            let [q, k, v] = inputs;
            let expected = match fused {
                false => attend(q, k, v, &mask, 0.0).output,
                true => fused_attend(q, k, v, 1, 1, &mask),
            };
            let value = expected.value().to_owned();
            let two = |array: ArrayD<Real>| {
                let array = array.remove_axis(Axis(0));
                array.into_dimensionality::<Ix2>()
            };
            assert_close(&output, &two(value).unwrap(), 1e-5);
            let d = d.clone().insert_axis(Axis(0)).into_dyn();
            let all = expected.backward_from(d);
            for (gradient, input) in gradients.iter().zip(inputs) {
                let expected = all.wrt(input).unwrap().to_owned();
                assert_close(gradient, &two(expected).unwrap(), 1e-5);
            }
        }
    }
}

#[test]
fn a_causal_mask_skips_the_blocks_above_the_diagonal() {
    let (mut blockwise, _) = example(Mask::causal(), 8);
    for array in [&mut blockwise.keys, &mut blockwise.values] {
        array.slice_axis_inplace(Axis(0), Slice::from(..37));
    }
    let blocks = blockwise.blocks();
    assert_eq!(blocks.len(), 15);
    assert!(blocks.iter().all(|(queries, keys)| keys.start < queries.end));
}

/// Masked keys and values do not affect the output, whether or not their block is skipped.
#[test]
fn masked_nan_is_not_read_in_blocks_of_any_size() {
    let nan = Real::NAN;
    for keys in [array![[1.0], [2.0]], array![[1.0], [nan]]] {
        for value in [nan, Real::INFINITY] {
            for size in [1, 2] {
                let blockwise = Blockwise {
                    queries: array![[1.0], [3.0]],
                    keys: keys.clone(),
                    values: array![[5.0], [value]],
                    mask: Mask::valid_lens([1]),
                    size,
                };
                let (output, log_sums) = blockwise.forward();
                assert_eq!(output, array![[5.0], [5.0]], "{size}");
                assert_eq!(log_sums, array![1.0, 3.0]);
                if keys[[1, 0]].is_finite() {
                    let d = array![[1.0], [2.0]];
                    let [dq, dk, dv] = blockwise.backward(&output, &log_sums, &d);
                    assert_eq!(dq, array![[0.0], [0.0]], "{size}");
                    assert_eq!(dk, array![[0.0], [0.0]], "{size}");
                    assert_eq!(dv, array![[3.0], [0.0]], "{size}");
                }
            }
        }
    }
}

/// The value of an unmasked key is read, even with a weight of 0.
#[test]
fn unmasked_nan_is_not_hidden() {
    let blockwise = Blockwise {
        queries: array![[1.0]],
        keys: array![[0.0], [-1e4]],
        values: array![[5.0], [Real::NAN]],
        mask: Mask::all(),
        size: 2,
    };
    assert!(blockwise.forward().0[[0, 0]].is_nan());
}

#[test]
fn a_masked_query_returns_0() {
    let (blockwise, _) = example(masks()[4].clone(), 8);
    let (output, log_sums) = blockwise.forward();
    assert_eq!(output.row(3), array![0.0, 0.0, 0.0]);
    assert_eq!(log_sums[3], Real::NEG_INFINITY);
}

#[test]
fn misuse_is_refused() {
    let (mut blockwise, _) = example(Mask::all(), 8);
    let (output, log_sums) = blockwise.forward();
    let message = "Blockwise: gradient [38, 3] of an output [37, 3] with 37 log-sums: \
                   expected [37, 3]";
    assert_panics(message, || {
        blockwise.backward(&output, &log_sums, &Array2::zeros((38, 3)));
    });
    blockwise.values = Array2::zeros((42, 3));
    assert_panics("Blockwise: [37, 8] x [41, 8] x [42, 3]: sizes do not fit", || {
        blockwise.forward();
    });
    assert_panics("Blockwise: size must be at least 1", || {
        example(Mask::all(), 0).0.blocks();
    });
}

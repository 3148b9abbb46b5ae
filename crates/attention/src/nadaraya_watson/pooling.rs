//! Weights from a fixed kernel.

use ndarray::{Array1, Array2};

use super::{INTERVAL, Kernel, PoolingError, Samples, truth};
use crate::{Real, array::softmax};

/// Returns the weight of every key for every query, `[queries, keys]`: a kernel of their distance,
/// divided by the sum of the row.
///
/// Each row sums to 1. If the kernel is 0 at all keys, the row is 0.
///
/// # Errors
///
/// If there are no keys, or if the width is not a finite number greater than 0.
///
/// # Source
///
/// Nadaraya (1964), *On estimating regression*; Watson (1964), *Smooth regression analysis*.
///
/// # Example
///
/// ```
/// use attention::nadaraya_watson::{Kernel, PoolingError, attention_weights};
/// use ndarray::array;
///
/// let (queries, keys) = (array![0.0, 9.0], array![0.0, 0.5, 4.0]);
/// let weights = attention_weights(&queries, &keys, Kernel::Boxcar, 1.0)?;
/// assert_eq!(weights, array![[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]);
///
/// let error = attention_weights(&queries, &keys, Kernel::Boxcar, 0.0);
/// assert_eq!(error, Err(PoolingError::Width(0.0)));
/// # Ok::<(), PoolingError>(())
/// ```
// ANCHOR: attention_weights
pub fn attention_weights(
    queries: &Array1<Real>,
    keys: &Array1<Real>,
    kernel: Kernel,
    width: Real,
) -> Result<Array2<Real>, PoolingError> {
    if !(width > 0.0 && width.is_finite()) {
        return Err(PoolingError::Width(width));
    }
    if keys.is_empty() {
        return Err(PoolingError::Empty);
    }
    let shape = (queries.len(), keys.len());
    let scores = Array2::from_shape_fn(shape, |(query, key)| {
        kernel.score((queries[query] - keys[key]) / width)
    });
    Ok(softmax(&scores))
}
// ANCHOR_END: attention_weights

/// Returns the Nadaraya-Watson estimate at each query: the mean of the targets under the attention
/// weights.
///
/// Where all weights are 0, the prediction is 0.
///
/// # Errors
///
/// If the width is not a finite number greater than 0.
// ANCHOR: predict
pub fn predict(
    samples: &Samples,
    queries: &Array1<Real>,
    kernel: Kernel,
    width: Real,
) -> Result<Array1<Real>, PoolingError> {
    let weights =
        attention_weights(queries, samples.inputs(), kernel, width)?;
    Ok(weights.dot(samples.targets()))
}
// ANCHOR_END: predict

/// Returns the limit of the estimate at `query` for infinitely many points and a fixed width.
///
/// Both integrals are sums over 2000 equal steps of the interval of the inputs.
///
/// # Errors
///
/// If the width is not a finite number greater than 0.
pub fn limit(
    query: Real,
    kernel: Kernel,
    width: Real,
) -> Result<Real, PoolingError> {
    let steps = 2000;
    let inputs: Array1<Real> = (0..steps)
        .map(|i| INTERVAL * (i as Real + 0.5) / steps as Real)
        .collect();
    let targets = inputs.mapv(truth);
    let samples = Samples::new(inputs, targets)?;
    Ok(predict(&samples, &Array1::from_elem(1, query), kernel, width)?
        [0])
}

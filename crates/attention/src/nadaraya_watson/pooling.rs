//! Weights from a fixed kernel.

use ndarray::{Array1, Array2};

use super::{INTERVAL, Kernel, PoolingError, Samples, truth};
use crate::{Real, array::softmax};

/// The weight of every key for every query: a kernel of their distance, each row divided by its sum.
///
/// A row sums to 1. If no key lies within reach of a kernel that ends, the row is 0.
///
/// # Shapes
///
/// `[queries]` and `[keys]` to `[queries, keys]`.
///
/// # Errors
///
/// If there are no keys, or if the width is not a finite number above 0.
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

/// The Nadaraya-Watson estimate at each query: the mean of the targets under the attention weights.
///
/// Where the weights are 0, so is the prediction.
///
/// # Shapes
///
/// `[queries]` to `[queries]`.
///
/// # Errors
///
/// If the width is not a finite number above 0.
///
/// # Example
///
/// ```
/// use attention::nadaraya_watson::{Kernel, Samples, predict};
/// use ndarray::array;
///
/// let samples = Samples::new(array![0.0, 1.0], array![2.0, 4.0])?;
/// let predictions = predict(&samples, &array![0.5], Kernel::Gaussian, 1.0)?;
/// assert_eq!(predictions, array![3.0]);
/// # Ok::<(), attention::nadaraya_watson::PoolingError>(())
/// ```
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

/// What the estimate at `query` tends to for ever more points, if the width stays as it is.
///
/// Both integrals are sums over 2000 equal steps of the interval that the inputs are drawn from.
///
/// # Errors
///
/// If the width is not a finite number above 0.
///
/// # Example
///
/// ```
/// use attention::nadaraya_watson::{Kernel, limit};
///
/// assert!((limit(2.5, Kernel::Gaussian, 1.0)? - 2.803).abs() < 1e-3);
/// # Ok::<(), attention::nadaraya_watson::PoolingError>(())
/// ```
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
    Ok(
        predict(&samples, &Array1::from_elem(1, query), kernel, width)?
            [0],
    )
}

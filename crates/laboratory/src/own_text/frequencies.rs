//! A predictor that only counts, as a yardstick for a language model.

use std::collections::HashMap;

/// Returns how many bits per byte a held-out text needs if each byte is predicted from how often it
/// followed the bytes before it in the training text: for 0, 1, … up to `most` of them.
///
/// A context that occurred `n` times, with `u` different bytes after it, gives a byte that followed
/// it `c` times the probability `(c + u p) / (n + u)`, where `p` is the probability in the context
/// that is one byte shorter. Below the empty context, all 256 bytes are equally probable.
///
/// # Panics
///
/// If the held-out text is empty.
///
/// # Source
///
/// Witten and Bell (1991), *The zero-frequency problem*, method C.
///
/// # Example
///
/// ```
/// use laboratory::own_text::frequencies;
///
/// // The probability of "a" is (2 + 2/256) / (3 + 2); no byte is before it.
/// let bits = frequencies(b"baa", b"a", 1);
/// assert!(bits.iter().all(|bits| (bits - 1.316).abs() < 1e-3));
/// ```
#[track_caller]
pub fn frequencies(training: &[u8], held_out: &[u8], most: usize) -> Vec<f64> {
    assert!(!held_out.is_empty(), "frequencies: the held-out text is empty");
    let mut followers: HashMap<&[u8], HashMap<u8, usize>> = HashMap::new();
    for (at, byte) in training.iter().enumerate() {
        for len in 0..=most.min(at) {
            let counts = followers.entry(&training[at - len..at]).or_default();
            *counts.entry(*byte).or_default() += 1;
        }
    }
    let mut bits = vec![0.0; most + 1];
    for (at, byte) in held_out.iter().enumerate() {
        let mut probability = 1.0 / 256.0;
        for (len, bits) in bits.iter_mut().enumerate() {
            let context = at.checked_sub(len).map(|start| &held_out[start..at]);
            if let Some(counts) = context.and_then(|context| followers.get(context)) {
                let count = counts.get(byte).copied().unwrap_or(0) as f64;
                let (all, different) = (counts.values().sum::<usize>() as f64, counts.len() as f64);
                probability = (count + different * probability) / (all + different);
            }
            *bits -= probability.log2();
        }
    }
    bits.iter().map(|bits| bits / held_out.len() as f64).collect()
}

#[cfg(test)]
mod tests;

//! A translator in few bytes.
//!
//! The format is plain, so that a module for browsers needs no other reader: a line with the bits
//! and the sizes of a Transformer, a line for each merge, and an empty line. Then come the
//! parameters in the order of the model. The rows of a matrix have a scale and an integer of one
//! byte for each number; a vector has its numbers.

use std::str::FromStr;

use attention::Real;
use attention::newer_transformer::{BytePairs, Subwords};
use attention::nn::{Module, init};
use attention::tape::Value;
use attention::transformer::Transformer;
use ndarray::{Axis, Ix2};

use super::{Kind, Settings};
use crate::shipped::shipped_file;

/// The file of the rounded translator.
pub const ROUNDED: &str = "translator.rounded";

/// The bytes of a number that is not rounded.
const BYTES: usize = size_of::<f32>();

/// Writes a Transformer with the numbers of each matrix rounded to these bits, at most 8, as
/// [`quantize`](attention::price_of_a_token::quantize) rounds them with a scale for each row.
///
/// Returns `None` for another kind of model.
///
/// # Panics
///
/// If `bits` is less than 2 or more than 8.
#[track_caller]
pub fn round(
    subwords: &Subwords,
    model: &dyn Module,
    settings: &Settings,
    bits: u32,
) -> Option<Vec<u8>> {
    assert!((2..=8).contains(&bits), "round: bits {bits}: expected 2 to 8");
    let Settings { kind: Kind::Transformer, hidden, heads, feed_forward, blocks, pre_norm, .. } =
        *settings
    else {
        return None;
    };
    let pre_norm = usize::from(pre_norm);
    let text = subwords.0.to_string();
    let merges = text.lines().skip(1).collect::<Vec<_>>().join("\n");
    let first = format!("{bits} {hidden} {heads} {feed_forward} {blocks} {pre_norm}");
    let mut bytes = format!("{first}\n{merges}\n\n").into_bytes();
    for (_, param) in model.params() {
        let value = param.value();
        match value.view().into_dimensionality::<Ix2>() {
            Ok(matrix) => {
                for row in matrix.rows() {
                    let most = row.fold(0.0, |most: Real, x| most.max(x.abs()));
                    bytes.extend(bytes_of(most));
                    let integers = row.iter().map(|x| integer(*x, most, bits));
                    bytes.extend(integers.map(|integer| integer.to_le_bytes()[0]));
                }
            }
            Err(_) => bytes.extend(value.iter().flat_map(|x| bytes_of(*x))),
        }
    }
    Some(bytes)
}

#[allow(clippy::unnecessary_cast, reason = "`Real` may be `f64`")]
fn bytes_of(x: Real) -> [u8; BYTES] {
    (x as f32).to_le_bytes()
}

/// Returns the largest integer of a number with these bits.
fn largest(bits: u32) -> Real {
    ((1 << (bits - 1)) - 1) as Real
}

fn integer(x: Real, most: Real, bits: u32) -> i8 {
    if most > 0.0 { (x / most * largest(bits)).round() as i8 } else { 0 }
}

/// Returns the bytes of the translator in `models/`, which [`rounded`] reads.
pub fn shipped() -> &'static [u8] {
    shipped_file(ROUNDED).expect("the repository has the translator")
}

/// Reads the vocabulary and the model that [`round`] has written, or returns `None` if they are
/// damaged.
pub fn rounded(bytes: &[u8]) -> Option<(Subwords, Transformer)> {
    let end = bytes.windows(2).position(|two| two == b"\n\n")?;
    let (text, mut rest) = (str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 2..]);
    let (first, merges) = text.split_once('\n').unwrap_or((text, ""));
    let sizes: Vec<usize> =
        first.split(' ').map(FromStr::from_str).collect::<Result<_, _>>().ok()?;
    let &[bits @ 2..=8, hidden, heads, feed_forward, blocks, pre_norm @ 0..=1] = &*sizes else {
        return None;
    };
    let merges = format!("{}{merges}", BytePairs::bytes());
    let subwords = Subwords(merges.parse().ok()?);
    let settings = Settings {
        embed: hidden,
        hidden,
        heads,
        feed_forward,
        blocks,
        pre_norm: pre_norm == 1,
        ..Settings::new(Kind::Transformer)
    };
    // Each block has more numbers than this, so no memory is allocated for sizes without bytes.
    if hidden.checked_mul(hidden.checked_add(feed_forward)?)?.checked_mul(blocks)? > rest.len() {
        return None;
    }
    let model = settings.transformer(subwords.vocab(), &mut *init::placeholder()).ok()?;
    for (_, param) in model.params() {
        let mut value = param.value();
        read(&mut value, &mut rest, bits as u32)?;
        param.update(|old| *old = value);
    }
    rest.is_empty().then_some((subwords, model))
}

/// Reads the numbers of a parameter.
fn read(value: &mut Value, rest: &mut &[u8], bits: u32) -> Option<()> {
    if value.ndim() != 2 {
        for x in value.iter_mut() {
            *x = number(rest)?;
        }
        return Some(());
    }
    for mut row in value.axis_iter_mut(Axis(0)) {
        let most = number(rest)?;
        let (integers, after) = rest.split_at_checked(row.len())?;
        *rest = after;
        for (x, integer) in row.iter_mut().zip(integers) {
            *x = Real::from(i8::from_le_bytes([*integer])) / largest(bits) * most + 0.0;
        }
    }
    Some(())
}

fn number(rest: &mut &[u8]) -> Option<Real> {
    let (bytes, after) = rest.split_first_chunk::<BYTES>()?;
    *rest = after;
    let number = Real::from(f32::from_le_bytes(*bytes));
    number.is_finite().then_some(number)
}

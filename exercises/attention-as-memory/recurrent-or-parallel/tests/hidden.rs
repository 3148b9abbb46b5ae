use attention::Real;
use ndarray::Array2;
use recurrent_or_parallel::{Text, largest_gap};

/// Returns the outputs of the parallel form with this mask.
fn masked(text: &Text, mask: impl Fn(usize, usize) -> Real) -> Array2<Real> {
    let steps = text.factors.len();
    let mask = Array2::from_shape_fn((steps, steps), |(i, j)| mask(i, j));
    (text.queries.dot(&text.keys.t()) * mask).dot(&text.values)
}

/// Returns the product of the factors of positions `from` to `to - 1`.
fn product(text: &Text, from: usize, to: usize) -> Real {
    text.factors.iter().take(to).skip(from).product()
}

fn right(text: &Text) -> Array2<Real> {
    masked(text, |i, j| if j <= i { product(text, j + 1, i + 1) } else { 0.0 })
}

fn must_fail(name: &str, layer: &dyn Fn(&Text) -> Array2<Real>) {
    for seed in 0..4 {
        let gap: Real = largest_gap(layer, seed);
        assert!(gap > 0.01, "seed {seed}: the gap of a layer {name} is only {gap}");
    }
}

#[test]
fn wrong_masks_fail() {
    must_fail("that reads before it writes", &|text| {
        masked(text, |i, j| if j < i { product(text, j + 1, i + 1) } else { 0.0 })
    });
    must_fail("without factors", &|text| {
        masked(text, |i, j| if j <= i { 1.0 } else { 0.0 })
    });
    must_fail("with factors shifted by one token", &|text| {
        masked(text, |i, j| if j <= i { product(text, j, i) } else { 0.0 })
    });
    must_fail("with the last factor of the text for all", &|text| {
        let last = text.factors[text.factors.len() - 1];
        masked(text, |i, j| if j <= i { last.powi((i - j) as i32) } else { 0.0 })
    });
    must_fail("that reads the next token", &|text| {
        masked(text, |i, j| if j <= i + 1 { product(text, j + 1, i + 1) } else { 0.0 })
    });
}

#[test]
fn rare_bugs_fail() {
    must_fail("that returns 0 for the ninth token", &|text| {
        let mut output = right(text);
        if text.factors.len() > 8 {
            output.row_mut(8).fill(0.0);
        }
        output
    });
    let wrong_if =
        |wrong: bool, text: &Text| right(text) * Real::from(u8::from(!wrong));
    let same_sizes = |text: &Text| text.keys.ncols() == text.values.ncols();
    must_fail("that returns 0 for a single token", &|text| {
        wrong_if(text.factors.len() == 1, text)
    });
    must_fail("that returns 0 if the sizes differ", &|text| {
        wrong_if(!same_sizes(text), text)
    });
    must_fail("that returns 0 if the sizes are equal", &|text| {
        wrong_if(same_sizes(text), text)
    });
    must_fail("with an error in its last entry", &|text| {
        let mut output = right(text);
        if let Some(last) = output.last_mut() {
            *last -= 0.5;
        }
        output
    });
}

#[test]
fn nan_is_a_gap() {
    for rare in [1, 5, 16] {
        let layer = |text: &Text| {
            let mut output = right(text);
            if text.factors.len() == rare
                && let Some(first) = output.first_mut()
            {
                *first = Real::NAN;
            }
            output
        };
        let gap: Real = largest_gap(&layer, 3);
        assert!(gap.is_nan(), "NaN in texts of {rare} tokens has the gap {gap}");
    }
}

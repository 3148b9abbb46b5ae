//! Contrast of colors, as defined by WCAG 2.

/// Returns the contrast of two colors, from 1 to 21.
pub(crate) fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns red, green, and blue from 0 to 1.
pub(crate) fn channels(color: &str) -> [f64; 3] {
    [1, 3, 5].map(|at| {
        let value = u8::from_str_radix(&color[at..at + 2], 16).expect("a hexadecimal color");
        f64::from(value) / 255.0
    })
}

/// Returns the relative luminance of a color, as defined by WCAG 2.
fn luminance(channels: [f64; 3]) -> f64 {
    let [red, green, blue] = linear(channels);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the amounts of light of the three channels of sRGB.
pub(crate) fn linear(channels: [f64; 3]) -> [f64; 3] {
    channels.map(
        |value| {
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        },
    )
}

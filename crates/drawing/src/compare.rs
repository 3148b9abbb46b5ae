//! Compares SVG texts: their structure must be equal, and their numbers equal within a tolerance.
//!
//! Processors round differently, so a point may move by a hundredth of a unit. Words, classes,
//! elements, and printed numbers must not differ.

/// The largest difference of numbers, in user units. It is invisible.
const TOLERANCE: f64 = 0.05;

/// Compares two SVG texts line by line. The tolerance of opacities is five times smaller because
/// they range from 0 to 1. The error contains the number of the first line that differs, and the
/// line in both texts.
pub fn compare(expected: &str, actual: &str) -> Result<(), String> {
    let (mut left, mut right) = (expected.lines(), actual.lines());
    for line in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (Some(a), Some(b)) if same_line(a, b) => {}
            (a, b) => {
                let [a, b] = [a, b].map(|line| line.unwrap_or("(no such line)"));
                return Err(format!("line {line}\n  expected: {a}\n  actual:   {b}"));
            }
        }
    }
    Ok(())
}

/// Compares quoted parts as numbers separated by words, and everything else literally.
fn same_line(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|line| line.split('"').collect::<Vec<_>>());
    let same = |index: usize| {
        // Parts with odd indices are in quotes, after the name of their attribute.
        let quoted = index % 2 == 1 && index + 1 < a.len();
        let opacity = quoted && a[index - 1].ends_with("opacity=");
        let tolerance = if opacity { TOLERANCE / 5.0 } else { TOLERANCE };
        a[index] == b[index] || quoted && same_numbers(a[index], b[index], tolerance)
    };
    a.len() == b.len() && (0..a.len()).all(same)
}

fn same_numbers(a: &str, b: &str, tolerance: f64) -> bool {
    let [a, b] = [a, b].map(|value| value.split([' ', ',', '(', ')']).collect::<Vec<_>>());
    let same = |(a, b): (&&str, &&str)| match (a.parse::<f64>(), b.parse::<f64>()) {
        // The margin is for rounding: 1.05 - 1.0 is more than 0.05.
        (Ok(a), Ok(b)) => (a - b).abs() <= tolerance + 1e-9,
        _ => a == b,
    };
    a.len() == b.len() && a.iter().zip(&b).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg width=\"400\">\n<title>Kernels</title>\n<polyline points=\"1,2 3,4.5\" class=\"stroke-ink\"/>\n\
        <rect x=\"5\" opacity=\"0.5\"/>\n<text x=\"7\">0.25</text>\n</svg>\n";

    /// Returns the number of the line that differs after a replacement.
    #[track_caller]
    fn differs(old: &str, new: &str) -> Option<usize> {
        assert!(SVG.contains(old));
        let message = compare(SVG, &SVG.replace(old, new)).err()?;
        message.lines().next()?.strip_prefix("line ")?.parse().ok()
    }

    #[test]
    fn accepts_a_nudge() {
        assert_eq!(differs("3,4.5", "3.05,4.46"), None);
        assert_eq!(differs("0.5\"", "0.51\""), None);
    }

    #[test]
    fn rejects_a_moved_point_and_another_opacity() {
        assert_eq!(differs("3,4.5", "3,4.6"), Some(3));
        assert_eq!(differs("3,4.5", "-3,4.5"), Some(3));
        assert_eq!(differs("0.5\"", "0.53\""), Some(4));
    }

    #[test]
    fn rejects_a_changed_word_class_or_printed_number() {
        assert_eq!(differs("Kernels", "Kernel"), Some(2));
        assert_eq!(differs("stroke-ink", "stroke-grid"), Some(3));
        assert_eq!(differs(">0.25<", ">0.26<"), Some(5));
    }

    #[test]
    fn rejects_a_missing_or_additional_element() {
        assert_eq!(differs("<text x=\"7\">0.25</text>\n", ""), Some(5));
        assert_eq!(differs("</svg>\n", "</svg>\n<svg>\n"), Some(7));
        assert_eq!(differs("3,4.5", "3,4.5 6,7"), Some(3));
        assert_eq!(differs("3,4.5", "3 4.5"), None, "a comma separates like a space");
    }
}

//! When two SVG texts draw the same picture: the structure to the letter, numbers within a tolerance.
//!
//! Another processor rounds differently, so a point may lie a hundredth of a unit elsewhere.
//! A word, a class, an element or a printed number may not differ.

/// How far numbers may differ, in user units: less than anybody sees.
const TOLERANCE: f64 = 0.05;

/// Compares two SVG texts line by line. An opacity may differ by a fifth of the tolerance, because it
/// only goes from 0 to 1. The error is the number of the first line that differs, with the line of both.
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

/// Compares quoted parts as numbers with words between them, all else to the letter.
fn same_line(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|line| line.split('"').collect::<Vec<_>>());
    let same = |index: usize| {
        // The parts at odd places stand between quotes; the part before is the attribute's name.
        let quoted = index % 2 == 1 && index + 1 < a.len();
        let opacity = quoted && a[index - 1].ends_with("opacity=");
        let tolerance = if opacity { TOLERANCE / 5.0 } else { TOLERANCE };
        a[index] == b[index] || quoted && same_numbers(a[index], b[index], tolerance)
    };
    a.len() == b.len() && (0..a.len()).all(same)
}

fn same_numbers(a: &str, b: &str, tolerance: f64) -> bool {
    let [a, b] =
        [a, b].map(|value| value.split([' ', ',', '(', ')']).collect::<Vec<_>>());
    let same = |(a, b): (&&str, &&str)| match (a.parse::<f64>(), b.parse::<f64>()) {
        // A little more, because 1.05 - 1.0 is more than 0.05.
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

    /// The number of the line that differs after a replacement.
    #[track_caller]
    fn differs(old: &str, new: &str) -> Option<usize> {
        assert!(SVG.contains(old));
        let message = compare(SVG, &SVG.replace(old, new)).err()?;
        let first = message.lines().next()?.strip_prefix("line ")?;
        first.parse().ok()
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
        assert_eq!(
            differs("3,4.5", "3 4.5"),
            None,
            "a comma separates like a space"
        );
    }
}

//! When two SVG texts draw the same picture: the structure to the letter, numbers within a tolerance.
//!
//! Another processor rounds differently, so a point may lie a hundredth of a unit elsewhere.
//! A word, a class, an element or a printed number may not differ.

use std::fmt;

/// The tolerance of the book's figures, in user units: less than anybody sees.
pub const TOLERANCE: f64 = 0.05;

/// The first line where two SVG texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line in the expected text, if it has that many.
    pub expected: Option<String>,
    /// The line in the actual text, if it has that many.
    pub actual: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |line: &Option<String>| {
            line.clone().unwrap_or_else(|| "(no such line)".to_owned())
        };
        write!(
            f,
            "line {}\n  expected: {}\n  actual:   {}",
            self.line,
            show(&self.expected),
            show(&self.actual)
        )
    }
}

impl std::error::Error for Difference {}

/// Compares two SVG texts line by line.
///
/// Numbers in attributes may differ by `tolerance`, an opacity by a fifth of it, because it only goes
/// from 0 to 1. All else has to be equal, also the numbers that a reader sees.
///
/// # Errors
///
/// Returns the first line that differs.
///
/// ```
/// use drawing::compare::compare;
///
/// assert!(compare("<rect x=\"1\"/>", "<rect x=\"1.01\"/>", 0.05).is_ok());
/// let difference = compare("<rect x=\"1\"/>", "<rect x=\"2\"/>", 0.05).unwrap_err();
/// assert_eq!(difference.line, 1);
/// ```
pub fn compare(expected: &str, actual: &str, tolerance: f64) -> Result<(), Difference> {
    let (mut left, mut right) = (expected.lines(), actual.lines());
    for line in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (Some(a), Some(b)) if same_line(a, b, tolerance) => {}
            (expected, actual) => {
                return Err(Difference {
                    line,
                    expected: expected.map(str::to_owned),
                    actual: actual.map(str::to_owned),
                });
            }
        }
    }
    Ok(())
}

/// Compares quoted parts as numbers with words between them, all else to the letter.
fn same_line(a: &str, b: &str, tolerance: f64) -> bool {
    let (a, b): (Vec<_>, Vec<_>) = (a.split('"').collect(), b.split('"').collect());
    // The parts at odd places stand between quotes; the part before is the attribute's name.
    a.len() == b.len()
        && a.iter()
            .zip(&b)
            .enumerate()
            .all(|(index, (a_part, b_part))| {
                let quoted = index % 2 == 1 && index + 1 < a.len();
                if !quoted || a_part == b_part {
                    return a_part == b_part;
                }
                match a[index - 1].trim_start() {
                    name if name.ends_with("class=")
                        || name.ends_with("fill=")
                        || name.ends_with("stroke=") =>
                    {
                        false
                    }
                    name if name.ends_with("opacity=") => {
                        same_value(a_part, b_part, tolerance / 5.0)
                    }
                    _ => same_value(a_part, b_part, tolerance),
                }
            })
}

fn same_value(a: &str, b: &str, tolerance: f64) -> bool {
    let (a, b) = (tokens(a), tokens(b));
    a.len() == b.len()
        && a.iter()
            .zip(&b)
            .all(|(a, b)| match (a.parse::<f64>(), b.parse::<f64>()) {
                // A little more, because 1.05 - 1.0 is more than 0.05.
                (Ok(a), Ok(b)) => (a - b).abs() <= tolerance + 1e-9,
                _ => a == b,
            })
}

fn tokens(value: &str) -> Vec<&str> {
    value.split([' ', ',', '(', ')']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg width=\"400\">\n<title>Kernels</title>\n<polyline points=\"1,2 3,4.5\" class=\"stroke-ink\"/>\n\
        <rect x=\"5\" opacity=\"0.5\"/>\n<text x=\"7\">0.25</text>\n</svg>\n";

    fn against(old: &str, new: &str) -> Result<(), Difference> {
        assert!(SVG.contains(old));
        compare(SVG, &SVG.replace(old, new), 0.05)
    }

    #[test]
    fn accepts_a_nudge() {
        assert_eq!(against("3,4.5", "3.05,4.46"), Ok(()));
        assert_eq!(against("0.5\"", "0.51\""), Ok(()));
    }

    #[test]
    fn rejects_a_moved_point() {
        assert_eq!(against("3,4.5", "3,4.6").unwrap_err().line, 3);
        assert_eq!(against("3,4.5", "-3,4.5").unwrap_err().line, 3);
    }

    #[test]
    fn rejects_another_opacity() {
        assert_eq!(against("0.5\"", "0.53\"").unwrap_err().line, 4);
    }

    #[test]
    fn rejects_a_changed_word_class_or_printed_number() {
        assert_eq!(against("Kernels", "Kernel").unwrap_err().line, 2);
        assert_eq!(against("stroke-ink", "stroke-grid").unwrap_err().line, 3);
        assert_eq!(against(">0.25<", ">0.26<").unwrap_err().line, 5);
    }

    #[test]
    fn rejects_a_missing_or_additional_element() {
        assert_eq!(
            against("<text x=\"7\">0.25</text>\n", "").unwrap_err().line,
            5
        );
        let difference = against("</svg>\n", "</svg>\n<svg>\n").unwrap_err();
        assert_eq!((difference.line, difference.expected.clone()), (7, None));
        assert!(difference.to_string().contains("line 7"));
        assert_eq!(against("3,4.5", "3,4.5 6,7").unwrap_err().line, 3);
        assert_eq!(
            against("3,4.5", "3 4.5").err(),
            None,
            "a comma separates like a space"
        );
    }
}

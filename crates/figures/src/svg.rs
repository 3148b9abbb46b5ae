//! From what `plotters` writes to what the book needs.
//!
//! `plotters` knows whole pixels and plain colors. The figures need fractions of a pixel and colors
//! with a role. So the canvas draws a hundred times too large, and in colors that are not colors but
//! keys: red is the number of the [`Role`], green that of the [`Dash`], blue the radius of rounded
//! corners. [`finish`] divides by the hundred and turns each key into the role's color on white,
//! the CSS class and the dash. A color that is no key is a mistake in a figure, and panics.
//! Rectangles with the radius [`JOINED`] that follow each other become one path, see [`joined`].

mod joined;

use std::fmt::Write;

use plotters::style::RGBColor;

use super::style::{Dash, Role, TEXT_SIZE};

/// How many units of `plotters` make one user unit, so that numbers have at most two decimals.
const SCALE: f64 = 100.0;

/// The radius that says: these rectangles become one path as long as their paint is the same.
pub(super) const JOINED: f64 = 255.0;

/// The key of the first role. No common color is a key: black, white, gray and the primaries are not.
const FIRST_KEY: u8 = 0x40;

/// User units in units of `plotters`.
pub(super) fn units(length: f64) -> i32 {
    (length * SCALE).round() as i32
}

/// The font size to ask for: `plotters` divides it by 1.24.
pub(super) fn font_units(size: f64) -> f64 {
    size * SCALE * 1.24
}

/// The color that stands for role, dash and radius of corners.
pub(super) fn key(role: Role, dash: Dash, radius: f64) -> RGBColor {
    RGBColor(FIRST_KEY + role as u8, dash as u8, radius as u8)
}

fn decode(color: &str) -> (Role, Dash, u8) {
    let byte = |at: usize| {
        color
            .get(at..at + 2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
    };
    let found = (|| {
        let role = usize::from(byte(1)?.checked_sub(FIRST_KEY)?);
        Some((
            *Role::ALL.get(role)?,
            *Dash::ALL.get(usize::from(byte(3)?))?,
            byte(5)?,
        ))
    })();
    found.unwrap_or_else(|| {
        panic!("{color} has no role: draw with figures::style::Role only")
    })
}

/// Turns the text that `plotters` wrote into the text of the file: one element a line, user units,
/// role classes, a title, and a root element that scales.
///
/// # Panics
///
/// Panics on a color that is not a [`key`].
pub(super) fn finish(raw: &str, title: &str) -> String {
    let mut lines = raw.lines();
    let root = Element::parse(lines.next().unwrap_or_default());
    let mut out = String::new();
    let (width, height) = (root.number("width"), root.number("height"));
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"{TEXT_SIZE}\" stroke-linejoin=\"round\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escape(title));
    let mut cells = joined::Cells::default();
    while let Some(line) = lines.next() {
        if line == "</svg>" {
            break;
        }
        let element = Element::parse(line);
        if cells.take(&element, &mut out) {
            continue;
        }
        let attributes = element.attributes();
        match element.tag {
            "text" => {
                let text = lines.next().unwrap_or_default();
                let end = lines.next();
                assert_eq!(
                    end,
                    Some("</text>"),
                    "a text of a figure has exactly one line: {text:?}"
                );
                let _ = writeln!(out, "<text{attributes}>{text}</text>");
            }
            tag => {
                let _ = writeln!(out, "<{tag}{attributes}/>");
            }
        }
    }
    cells.flush(&mut out);
    out.push_str("</svg>\n");
    out
}

/// Escapes what XML gives a meaning.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// One start tag as `plotters` writes it.
struct Element<'a> {
    tag: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Element<'a> {
    fn parse(line: &'a str) -> Element<'a> {
        let inner = line
            .trim_start_matches('<')
            .trim_end_matches('>')
            .trim_end_matches('/');
        let (tag, mut rest) = inner.split_once(' ').unwrap_or((inner, ""));
        let mut attributes = Vec::new();
        while let Some((name, after)) = rest.split_once("=\"") {
            let Some((value, tail)) = after.split_once('"') else {
                break;
            };
            attributes.push((name.trim(), value));
            rest = tail;
        }
        Element { tag, attributes }
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.attributes
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, value)| *value)
    }

    fn number(&self, name: &str) -> String {
        scaled(self.get(name).unwrap_or_default())
    }

    /// The attributes of the file, each with a space before it, the color and its class last.
    fn attributes(&self) -> String {
        let mut out = String::new();
        let mut paint = String::new();
        let outlined = self.get("stroke").is_some_and(|stroke| stroke != "none");
        for &(name, value) in &self.attributes {
            let value = match name {
                "fill" | "stroke" if value == "none" => {
                    if name == "fill" {
                        out.push_str(" fill=\"none\"");
                    }
                    continue;
                }
                "fill" | "stroke" => {
                    let (role, dash, radius) = decode(value);
                    if let Some(array) = dash.array() {
                        let _ = write!(out, " stroke-dasharray=\"{array}\"");
                    }
                    if radius > 0 {
                        let _ = write!(out, " rx=\"{radius}\"");
                    }
                    let (color, role) = (role.color(), role.name());
                    let _ =
                        write!(paint, " {name}=\"{color}\" class=\"{name}-{role}\"");
                    continue;
                }
                // The same for all elements, and said once at the root.
                "font-family" | "font-size" => continue,
                "text-anchor" if value == "start" => continue,
                "opacity" if value == "1" => continue,
                "opacity" => rounded(value.parse().unwrap_or(1.0)),
                "stroke-width" if !outlined => continue,
                // Half the height of a digit, so that its middle is at the place of the text.
                "dy" => "0.35em".to_owned(),
                "text-anchor" | "font-weight" | "font-style" => value.to_owned(),
                "transform" => scaled_rotation(value),
                "points" => points(value),
                _ => scaled(value),
            };
            let _ = write!(out, " {name}=\"{value}\"");
        }
        out + &paint
    }
}

fn scaled(number: &str) -> String {
    let number: f64 = number
        .parse()
        .unwrap_or_else(|_| panic!("plotters wrote {number:?} where a number belongs"));
    rounded(number / SCALE)
}

/// The points of a line. Those of a curve are many, and a tenth of a unit is less than a pixel.
fn points(value: &str) -> String {
    let pairs: Vec<_> = value.split_whitespace().collect();
    let shorten = |number: String| match pairs.len() {
        0..=2 => number,
        _ => number.parse().map_or(number, |number: f64| {
            rounded((number * 10.0).round() / 10.0)
        }),
    };
    let pair = |pair: &&str| {
        let numbers = pair.split(',').map(|number| shorten(scaled(number)));
        numbers.collect::<Vec<_>>().join(",")
    };
    pairs.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// `rotate(270, x, y)`: the angle stays, the center is scaled.
fn scaled_rotation(value: &str) -> String {
    match value.trim_end_matches(')').split(", ").collect::<Vec<_>>()[..] {
        [angle, x, y] => format!("{angle} {} {})", scaled(x), scaled(y)),
        _ => panic!("plotters wrote the transform {value:?}"),
    }
}

fn rounded(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use plotters::style::{BLACK, RED, WHITE};

    use super::*;

    fn line(color: &str) -> String {
        let raw = format!(
            "<svg width=\"40000\" height=\"10050\">\n\
             <polyline fill=\"none\" opacity=\"1\" stroke=\"{color}\" stroke-width=\"150\" points=\"-1,0 250,3333 \"/>\n\
             </svg>\n"
        );
        finish(&raw, "a < b")
    }

    fn hex(color: RGBColor) -> String {
        format!("#{:02X}{:02X}{:02X}", color.0, color.1, color.2)
    }

    #[test]
    fn a_key_becomes_color_class_and_dash() {
        let svg = line(&hex(key(Role::Series2, Dash::Dashed, 0.0)));
        let expected = "<polyline fill=\"none\" stroke-dasharray=\"7 4\" stroke-width=\"1.5\" \
            points=\"-0.01,0 2.5,33.33\" stroke=\"#BF4A00\" class=\"stroke-series-2\"/>";
        assert_eq!(svg.lines().nth(2), Some(expected));
        assert!(
            svg.contains("width=\"400\" height=\"100.5\" viewBox=\"0 0 400 100.5\"")
        );
        assert_eq!(svg.lines().nth(1), Some("<title>a &lt; b</title>"));
    }

    #[test]
    fn a_curve_has_one_decimal() {
        assert_eq!(points("-1,0 250,3333"), "-0.01,0 2.5,33.33");
        assert_eq!(points("-1,0 250,3333 255,3337"), "0,0 2.5,33.3 2.6,33.4");
    }

    #[test]
    fn every_role_survives() {
        for role in Role::ALL {
            assert_eq!(
                decode(&hex(key(role, Dash::Dotted, 5.0))),
                (role, Dash::Dotted, 5)
            );
        }
    }

    #[test]
    #[should_panic(expected = "#FF0000 has no role")]
    fn a_color_without_role_panics() {
        let _ = line(&hex(RED));
    }

    #[test]
    fn black_and_white_are_no_keys() {
        for color in [BLACK, WHITE] {
            assert!(std::panic::catch_unwind(|| decode(&hex(color))).is_err());
        }
    }
}

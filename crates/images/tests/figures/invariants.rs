//! What holds for every figure of the book: it can be inlined, recolored, read aloud, and read on a phone.

use std::collections::BTreeSet;

use drawing::Role;
use drawing::style::{HEAT_TEXT_HIGH_FROM, LINE_HEIGHT, TEXT_SIZE, text_width};

use crate::contrast::{channels, contrast};
use crate::{ALL, Figure};

/// Calls `check` for each figure and fails with all complaints at once.
fn for_each_figure(check: impl Fn(&Figure) -> Vec<String>) {
    let complaints: Vec<String> = ALL
        .iter()
        .flat_map(|figure| {
            check(figure)
                .into_iter()
                .map(|complaint| format!("{}: {complaint}", figure.path))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The value of an attribute in a line of SVG.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = line.split_once(&format!(" {name}=\""))?;
    Some(after.split_once('"')?.0)
}

fn number(line: &str, name: &str) -> f64 {
    attribute(line, name)
        .and_then(|value| value.parse().ok())
        .expect("a number")
}

#[test]
fn the_root_scales_and_has_a_title() {
    for_each_figure(|figure| {
        let mut lines = figure.svg.lines();
        let (root, title) = (
            lines.next().unwrap_or_default(),
            lines.next().unwrap_or_default(),
        );
        let size = format!("0 0 {} {}", number(root, "width"), number(root, "height"));
        let mut complaints = Vec::new();
        let mut expect = |holds: bool, what: &str| {
            if !holds {
                complaints.push(what.to_owned());
            }
        };
        expect(
            root.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""),
            "the root is not svg",
        );
        expect(
            attribute(root, "viewBox") == Some(&size),
            "viewBox does not fit width and height",
        );
        expect(attribute(root, "role") == Some("img"), "no role=\"img\"");
        expect(
            title.starts_with("<title>") && title.ends_with("</title>"),
            "no title",
        );
        expect(title.len() > "<title></title>".len() + 5, "an empty title");
        expect(figure.svg.ends_with("</svg>\n"), "no end");
        complaints
    });
}

#[test]
fn it_can_be_inlined_in_markdown() {
    for_each_figure(|figure| {
        let mut complaints = Vec::new();
        for (index, line) in figure.svg.lines().enumerate() {
            if !line.starts_with('<') || !line.ends_with('>') {
                complaints
                    .push(format!("line {} is not one element: {line:?}", index + 1));
            }
            if attribute(line, "id").is_some() || line.contains("url(") {
                complaints.push(format!(
                    "line {} has an id, which collides on a page: {line}",
                    index + 1
                ));
            }
        }
        if figure.svg.contains('\r') {
            complaints.push("a line ends with a carriage return".to_owned());
        }
        complaints
    });
}

#[test]
fn every_color_has_a_role() {
    for_each_figure(|figure| {
        let painted = figure
            .svg
            .lines()
            .flat_map(|line| ["fill", "stroke"].map(|paint| (line, paint)));
        painted
            .filter(|(line, paint)| {
                let color = attribute(line, paint).filter(|&color| color != "none");
                let role = Role::ALL.iter().find(|role| Some(role.color()) == color);
                let class = role.map(|role| format!("{paint}-{}", role.name()));
                color.is_some() && attribute(line, "class") != class.as_deref()
            })
            .map(|(line, _)| format!("a color without its class: {line}"))
            .collect()
    });
}

/// A text with the rectangle that it covers, as far as that can be estimated.
struct Text {
    words: String,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

fn texts(figure: &Figure) -> Vec<Text> {
    let lines = figure.svg.lines().filter(|line| line.starts_with("<text "));
    lines
        .map(|line| {
            let words = line
                .split_once('>')
                .and_then(|(_, rest)| rest.strip_suffix("</text>"));
            let words = words
                .expect("a text has words")
                .replace("&lt;", "<")
                .replace("&gt;", ">");
            let words = words
                .replace("&apos;", "'")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
            let (x, y, width) =
                (number(line, "x"), number(line, "y"), text_width(&words));
            let start = match attribute(line, "text-anchor") {
                None => 0.0,
                Some("middle") => -width / 2.0,
                Some(_) => -width,
            };
            let half = TEXT_SIZE / 2.0;
            // Text that is turned to run upward starts at the bottom.
            let (left, right, top, bottom) = if attribute(line, "transform").is_some() {
                (x - half, x + half, y - start - width, y - start)
            } else {
                (x + start, x + start + width, y - half, y + half)
            };
            Text {
                words,
                left,
                right,
                top,
                bottom,
            }
        })
        .collect()
}

#[test]
fn text_stays_on_the_canvas() {
    for_each_figure(|figure| {
        let root = figure.svg.lines().next().unwrap_or_default();
        let (width, height) = (number(root, "width"), number(root, "height"));
        let outside = |text: &Text| {
            text.left < 0.0
                || text.top < 0.0
                || text.right > width
                || text.bottom > height
        };
        let outside = texts(figure).into_iter().filter(outside);
        outside
            .map(|text| format!("{:?} leaves the canvas", text.words))
            .collect()
    });
}

#[test]
fn texts_do_not_overlap() {
    for_each_figure(|figure| {
        let texts = texts(figure);
        let mut complaints = Vec::new();
        for (index, a) in texts.iter().enumerate() {
            for b in &texts[index + 1..] {
                // The estimate is generous: what touches by a little is still apart.
                let across = a.right.min(b.right) - a.left.max(b.left);
                let along = a.bottom.min(b.bottom) - a.top.max(b.top);
                let narrow = text_width(&a.words).min(text_width(&b.words));
                if across > 0.1 * narrow.min(60.0) && along > 0.1 * LINE_HEIGHT {
                    complaints.push(format!("{:?} and {:?} overlap", a.words, b.words));
                }
            }
        }
        complaints
    });
}

#[test]
fn text_is_readable_on_a_phone() {
    const PHONE: f64 = 330.0;
    for_each_figure(|figure| {
        let sizes = figure.svg.lines().filter(|line| line.contains("font-size"));
        let sizes: Vec<f64> = sizes.map(|line| number(line, "font-size")).collect();
        let width = number(figure.svg.lines().next().unwrap_or_default(), "width");
        let smallest =
            sizes.iter().copied().fold(f64::INFINITY, f64::min) * PHONE / width;
        if (11.0..20.0).contains(&smallest) {
            vec![]
        } else {
            vec![format!("text of {smallest} pixels on a phone")]
        }
    });
}

#[test]
fn roles_have_colors_of_their_own_that_can_be_seen_on_white() {
    let colors: BTreeSet<_> = Role::ALL.iter().map(|role| role.color()).collect();
    assert_eq!(
        colors.len(),
        Role::ALL.len(),
        "two roles have the same color"
    );
    let light = [
        Role::Grid,
        Role::Paper,
        Role::HeatTextHigh,
        Role::Masked,
        Role::Hatch,
        Role::Inside,
    ];
    for role in Role::ALL.iter().filter(|role| !light.contains(role)) {
        let contrast = contrast([1.0; 3], channels(role.color()));
        assert!(
            contrast >= 4.5,
            "{} has a contrast of {contrast:.1} to white",
            role.name()
        );
    }
}

#[test]
fn numbers_can_be_read_on_heat() {
    let heat = channels(Role::Heat.color());
    for percent in 0..=100 {
        let opacity = f64::from(percent) / 100.0;
        let high = opacity >= HEAT_TEXT_HIGH_FROM;
        let text = if high {
            Role::HeatTextHigh
        } else {
            Role::HeatTextLow
        };
        let cell = heat.map(|channel| 1.0 + (channel - 1.0) * opacity);
        let contrast = contrast(cell, channels(text.color()));
        assert!(
            contrast >= 4.5,
            "a number on heat of {opacity} has a contrast of {contrast:.2}"
        );
    }
}

//! Requirements for every figure: it can be inlined, recolored, read aloud, and read on a phone.

use std::collections::BTreeSet;

use drawing::style::{HEAT_TEXT_HIGH_FROM, TEXT_SIZE};
use drawing::{LINE_HEIGHT, Role, text_width};

use crate::contrast::{channels, contrast};
use crate::{ALL, Figure};

/// Calls `check` for each figure, and fails with all complaints at once.
fn for_each_figure(check: impl Fn(&Figure, &mut Vec<String>)) {
    let mut all = Vec::new();
    for figure in ALL.iter() {
        let mut complaints = Vec::new();
        check(figure, &mut complaints);
        all.extend(complaints.iter().map(|complaint| format!("{}: {complaint}", figure.path)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Returns the value of an attribute in a line of SVG.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = line.split_once(&format!(" {name}=\""))?;
    Some(after.split_once('"')?.0)
}

fn number(line: &str, name: &str) -> f64 {
    let value = attribute(line, name).and_then(|value| value.parse().ok());
    value.expect("a number")
}

/// Returns the first line.
fn root(figure: &Figure) -> &str {
    figure.svg.lines().next().unwrap_or_default()
}

#[test]
fn the_root_scales_and_has_a_title() {
    for_each_figure(|figure, complaints| {
        let root = root(figure);
        let size = format!("0 0 {} {}", number(root, "width"), number(root, "height"));
        let title = figure.svg.lines().nth(1).unwrap_or_default();
        let title = title.strip_prefix("<title>");
        let title = title.and_then(|title| title.strip_suffix("</title>"));
        for (holds, what) in [
            (root.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "the root is not svg"),
            (attribute(root, "viewBox") == Some(&size), "viewBox does not fit width and height"),
            (attribute(root, "role") == Some("img"), "no role=\"img\""),
            (title.is_some_and(|title| title.len() > 5), "no title"),
            (figure.svg.ends_with("</svg>\n"), "no end"),
        ] {
            if !holds {
                complaints.push(what.to_owned());
            }
        }
    });
}

#[test]
fn it_can_be_inlined_in_markdown() {
    for_each_figure(|figure, complaints| {
        for line in figure.svg.lines() {
            if !line.starts_with('<') || !line.ends_with('>') || line.contains('\r') {
                complaints.push(format!("not one element: {line:?}"));
            }
            if attribute(line, "id").is_some() || line.contains("url(") {
                complaints.push(format!("an id, which collides on a page: {line}"));
            }
        }
    });
}

#[test]
fn every_color_has_a_role() {
    for_each_figure(|figure, complaints| {
        for line in figure.svg.lines() {
            for paint in ["fill", "stroke"] {
                let color = attribute(line, paint).filter(|&color| color != "none");
                let role = Role::ALL.iter().find(|role| Some(role.color()) == color);
                let class = role.map(|role| format!("{paint}-{}", role.name()));
                if color.is_some() && attribute(line, "class") != class.as_deref() {
                    complaints.push(format!("a color without its class: {line}"));
                }
            }
        }
    });
}

/// A text and its estimated rectangle.
struct Text {
    words: String,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Text {
    fn parse(line: &str) -> Text {
        let words = line.split_once('>').and_then(|(_, rest)| rest.strip_suffix("</text>"));
        let words = words.expect("a text has words").replace("&lt;", "<").replace("&gt;", ">");
        let words = words.replace("&apos;", "'").replace("&amp;", "&");
        let (x, y, width) = (number(line, "x"), number(line, "y"), text_width(&words));
        let start = match attribute(line, "text-anchor") {
            None => 0.0,
            Some("middle") => -width / 2.0,
            Some(_) => -width,
        };
        let half = TEXT_SIZE / 2.0;
        // Rotated text starts at the bottom.
        let (left, right, top, bottom) = if attribute(line, "transform").is_some() {
            (x - half, x + half, y - start - width, y - start)
        } else {
            (x + start, x + start + width, y - half, y + half)
        };
        Text { words, left, right, top, bottom }
    }
}

fn texts(figure: &Figure) -> Vec<Text> {
    let lines = figure.svg.lines().filter(|line| line.starts_with("<text "));
    lines.map(Text::parse).collect()
}

#[test]
fn text_stays_on_the_canvas() {
    for_each_figure(|figure, complaints| {
        let (width, height) = (number(root(figure), "width"), number(root(figure), "height"));
        for text in texts(figure) {
            let across = text.left < 0.0 || text.right > width;
            if across || text.top < 0.0 || text.bottom > height {
                complaints.push(format!("{:?} leaves the canvas", text.words));
            }
        }
    });
}

#[test]
fn texts_do_not_overlap() {
    for_each_figure(|figure, complaints| {
        let texts = texts(figure);
        for (index, a) in texts.iter().enumerate() {
            for b in &texts[index + 1..] {
                // Because the estimate is generous, texts that overlap slightly in it are still
                // apart.
                let across = a.right.min(b.right) - a.left.max(b.left);
                let along = a.bottom.min(b.bottom) - a.top.max(b.top);
                let narrow = text_width(&a.words).min(text_width(&b.words));
                if across > 0.1 * narrow.min(60.0) && along > 0.1 * LINE_HEIGHT {
                    complaints.push(format!("{:?} and {:?} overlap", a.words, b.words));
                }
            }
        }
    });
}

#[test]
fn text_is_readable_on_a_phone() {
    const PHONE: f64 = 330.0;
    for_each_figure(|figure, complaints| {
        let sizes = figure.svg.lines().filter(|line| line.contains("font-size"));
        let sizes = sizes.map(|line| number(line, "font-size"));
        let smallest = sizes.fold(f64::INFINITY, f64::min);
        let smallest = smallest * PHONE / number(root(figure), "width");
        if !(11.0..20.0).contains(&smallest) {
            complaints.push(format!("text of {smallest} pixels on a phone"));
        }
    });
}

#[test]
fn roles_have_distinct_colors_that_are_visible_on_white() {
    let colors: BTreeSet<_> = Role::ALL.iter().map(|role| role.color()).collect();
    assert_eq!(colors.len(), Role::ALL.len(), "two roles have the same color");
    let light =
        [Role::Grid, Role::Paper, Role::HeatTextHigh, Role::Masked, Role::Hatch, Role::Inside];
    for role in Role::ALL.iter().filter(|role| !light.contains(role)) {
        let contrast = contrast([1.0; 3], channels(role.color()));
        assert!(contrast >= 4.5, "{role:?} has a contrast of {contrast:.1} to white");
    }
}

#[test]
fn numbers_can_be_read_on_heat() {
    let heat = channels(Role::Heat.color());
    for percent in 0..=100 {
        let opacity = f64::from(percent) / 100.0;
        let high = opacity >= HEAT_TEXT_HIGH_FROM;
        let text = if high { Role::HeatTextHigh } else { Role::HeatTextLow };
        let cell = heat.map(|channel| 1.0 + (channel - 1.0) * opacity);
        let contrast = contrast(cell, channels(text.color()));
        assert!(contrast >= 4.5, "a number on heat of {opacity} has a contrast of {contrast:.2}");
    }
}

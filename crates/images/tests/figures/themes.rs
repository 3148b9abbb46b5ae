//! The style sheet of the page defines every role, and numbers on heat are readable in all themes.

use std::fs;
use std::path::Path;

use drawing::Role;
use drawing::style::{DIVERGING_STEPS, DIVERGING_TEXT_HIGH_FROM, HEAT_TEXT_HIGH_FROM};

use crate::contrast::{channels, contrast};

/// The name of each theme, the selector of its block of colors, and its page color, from
/// `mdbook-html` 0.5.
pub(crate) const THEMES: [(&str, &str, &str); 7] = [
    ("light", ":root {", "#ffffff"),
    ("rust", ".rust {", "#e1e1db"),
    ("coal", ":is(.coal, .navy, .ayu) {", "#131516"),
    ("navy", ":is(.coal, .navy, .ayu) {", "#161923"),
    ("ayu", ":is(.coal, .navy, .ayu) {", "#0f141a"),
    ("dark without scripts", "html:not(.js) {", "#131516"),
    ("print", "html:root {", "#ffffff"),
];

pub(crate) fn style_sheet() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../theme/figures.css");
    fs::read_to_string(path).expect("the theme has a style sheet for figures")
}

/// Returns the color of a role in the block of a theme.
pub(crate) fn color<'a>(sheet: &'a str, selector: &str, role: &str) -> &'a str {
    let block = sheet.split_once(selector).expect(selector).1;
    let block = block.split_once('}').expect("a block ends").0;
    let (_, after) = block
        .split_once(&format!("--figure-{role}: "))
        .unwrap_or_else(|| panic!("{selector} lacks {role}"));
    after.split_once(';').expect("a color ends").0
}

#[test]
fn every_theme_and_class_has_every_role() {
    let sheet = style_sheet();
    for role in Role::ALL.iter().map(|role| role.name()) {
        for (_, selector, _) in THEMES {
            let color = color(&sheet, selector, role);
            assert!(color.starts_with('#') || color == "var(--bg)", "{color}");
        }
        for paint in ["fill", "stroke"] {
            let rule = format!(".figure .{paint}-{role} {{ {paint}: var(--figure-{role}); }}");
            assert!(sheet.contains(&rule), "{rule}");
        }
    }
}

#[test]
fn numbers_can_be_read_on_heat() {
    for percent in 0..=100 {
        let opacity = f64::from(percent) / 100.0;
        check("heat", opacity, opacity >= HEAT_TEXT_HIGH_FROM);
    }
}

#[test]
fn numbers_can_be_read_on_both_sides_of_a_diverging_map() {
    for step in 0..=DIVERGING_STEPS {
        let opacity = f64::from(step) / f64::from(DIVERGING_STEPS);
        for role in ["heat-minus", "heat-plus"] {
            check(role, opacity, step >= DIVERGING_TEXT_HIGH_FROM);
        }
    }
}

#[test]
fn text_can_be_read_on_the_page() {
    let sheet = style_sheet();
    let series = (1..=6).map(|number| format!("series-{number}"));
    let roles = ["ink", "muted", "accent"].map(str::to_owned);
    for role in roles.into_iter().chain(series) {
        for (theme, selector, page) in THEMES {
            let text = channels(color(&sheet, selector, &role));
            let contrast = contrast(channels(page), text);
            assert!(contrast >= 4.5, "{theme}: {role} has a contrast of {contrast:.2}");
        }
    }
}

/// Checks the contrast of numbers on a cell in all themes.
fn check(role: &str, opacity: f64, high: bool) {
    let sheet = style_sheet();
    let text = if high { "heat-text-high" } else { "heat-text-low" };
    for (theme, selector, page) in THEMES {
        let heat = channels(color(&sheet, selector, role));
        let page = channels(page);
        let cell = [0, 1, 2].map(|at| page[at] + (heat[at] - page[at]) * opacity);
        let text = channels(color(&sheet, selector, text));
        let contrast = contrast(cell, text);
        assert!(
            contrast >= 4.5,
            "{theme}: a number on {role} of {opacity} has a contrast of {contrast:.2}"
        );
    }
}

#[test]
fn both_ends_of_a_diverging_map_stand_out_equally() {
    let sheet = style_sheet();
    for (theme, selector, page) in THEMES {
        let contrasts = ["heat-minus", "heat-plus"]
            .map(|role| contrast(channels(page), channels(color(&sheet, selector, role))));
        assert!(
            contrasts.iter().all(|&contrast| contrast >= 3.0)
                && (contrasts[0] / contrasts[1] - 1.0).abs() < 0.1,
            "{theme}: {contrasts:?}"
        );
    }
}

//! Weights as cells of a small table.

use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Fill};
use super::super::style::{HEAT_TEXT_HIGH_FROM, Role};

/// Draws a weight as the cell of a heat map with its number.
pub(super) fn weight(canvas: &mut Canvas<'_>, area: Area, value: f64, decimals: usize) {
    if value >= 0.005 {
        canvas.fill_rect(area, Fill::with_opacity(Role::Heat, value.min(1.0)));
    }
    canvas.outline_rounded(area, 0.0, Role::Muted);
    let role = if value < HEAT_TEXT_HIGH_FROM {
        Role::HeatTextLow
    } else {
        Role::HeatTextHigh
    };
    canvas.text(area.center(), &number(value, decimals), role);
}

//! The small parts of a plot: axes and markers.

use super::axis::Axis;
use super::canvas::{Area, Canvas, Point, Stroke, TextLook};
use super::plot::Labels;
use super::style::{Marker, Role, text_width};

/// Draws light lines at the y ticks, a base line with short strokes at the x ticks, and the labels.
pub(super) fn axes(
    canvas: &mut Canvas<'_>,
    body: Area,
    x_axis: &Axis,
    y_axis: &Axis,
    labels: Labels,
) {
    for (&tick, label) in y_axis.ticks.iter().zip(y_axis.labels()) {
        let y = y_axis.place(tick, body.bottom(), body.top);
        canvas.line(
            &[(body.left, y), (body.right(), y)],
            Stroke::new(Role::Grid, 1.0),
        );
        if labels.y {
            canvas.text((body.left - 6.0, y), &label, TextLook::end(Role::Muted));
        }
    }
    let base = body.bottom();
    canvas.line(
        &[(body.left, base), (body.right(), base)],
        Stroke::new(Role::Muted, 1.0),
    );
    for (&tick, label) in x_axis.ticks.iter().zip(x_axis.labels()) {
        let x = x_axis.place(tick, body.left, body.right());
        canvas.line(&[(x, base), (x, base + 4.0)], Stroke::new(Role::Muted, 1.0));
        if labels.x {
            // Only the digits are centered: the minus sign hangs to the left.
            let minus = if label.starts_with('\u{2212}') {
                text_width("-") / 2.0
            } else {
                0.0
            };
            canvas.text((x - minus, base + 13.0), &label, Role::Muted);
        }
    }
}

/// Draws one point of a series.
pub(super) fn marker(
    canvas: &mut Canvas<'_>,
    marker: Marker,
    (x, y): Point,
    role: Role,
) {
    let around = |corners: &[Point]| -> Vec<Point> {
        corners.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect()
    };
    match marker {
        Marker::Disk => canvas.disk((x, y), 3.5, role),
        Marker::Ring => canvas.ring((x, y), 3.5, Stroke::new(role, 1.5)),
        Marker::Diamond => canvas.fill_polygon(
            &around(&[(-4.5, 0.0), (0.0, -4.5), (4.5, 0.0), (0.0, 4.5)]),
            role,
        ),
        Marker::Triangle => {
            canvas.fill_polygon(&around(&[(-4.5, 3.5), (0.0, -4.5), (4.5, 3.5)]), role);
        }
        Marker::Square => canvas.fill_rect(Area::new(x - 3.2, y - 3.2, 6.4, 6.4), role),
        Marker::Cross => {
            canvas.line(&around(&[(-3.5, -3.5), (3.5, 3.5)]), Stroke::new(role, 1.8));
            canvas.line(&around(&[(-3.5, 3.5), (3.5, -3.5)]), Stroke::new(role, 1.8));
        }
    }
}

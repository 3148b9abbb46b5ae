//! A guess that is accepted or replaced.

use crate::prelude::*;

pub(crate) fn overlap() -> String {
    const TARGET: [f64; 3] = [0.5, 0.3, 0.2];
    const DRAFT: [f64; 3] = [0.7, 0.1, 0.2];
    const BOTTOM: f64 = 232.0;
    const BAR_WIDTH: f64 = 84.0;
    let canvas = &mut Canvas::new(300.0);
    let left = |token: usize| 28.0 + 130.0 * token as f64;
    let y = |share: f64| BOTTOM - 290.0 * share;
    canvas.line([(10.0, BOTTOM), (390.0, BOTTOM)], Muted.width(1.0));
    for (token, (p, q)) in TARGET.into_iter().zip(DRAFT).enumerate() {
        let (low, high) = (p.min(q), p.max(q));
        let area = |from: f64, to: f64| Area::new(left(token), y(to), BAR_WIDTH, y(from) - y(to));
        canvas.rounded(area(0.0, low), 0.0, Series1.opacity(0.3), Series1);
        let middle = left(token) + BAR_WIDTH / 2.0;
        let at = (middle, (y(0.0) + y(low)) / 2.0);
        canvas.text(at, number(low, 1), Ink);
        if low > 0.3 {
            canvas.text((at.0, at.1 + LINE_HEIGHT), "accepted", Ink);
        }
        if high > low {
            let role = if q > p { Accent } else { Series3 };
            canvas.rounded(area(low, high), 0.0, role.opacity(0.15), role);
            canvas.text((middle, (y(low) + y(high)) / 2.0), number(high - low, 1), Ink);
        }
        canvas.text((middle, BOTTOM + 16.0), format!("token {token}"), Ink.bold());
        canvas.text((middle, BOTTOM + 36.0), format!("target {p}"), Muted);
        canvas.text((middle, BOTTOM + 54.0), format!("draft {q}"), Muted);
    }
    let from = (left(0) + BAR_WIDTH + 4.0, y(0.6));
    let to = (left(1) + BAR_WIDTH / 2.0, y(0.3) - 4.0);
    canvas.path(&[from, (to.0, from.1), to], Ink);
    canvas.text((to.0 + 10.0, y(0.6) + 1.0), "rejected, replaced", Ink.start());
    canvas.text((to.0 + 10.0, y(0.6) + 19.0), "from the residual", Muted.start());
    canvas.svg("The overlap of two distributions is accepted")
}

//! Summaries that merge, the blocks of a mask, and the roofline.

use attention::array::Summary;
use attention::price_of_a_token::Blockwise;

use crate::prelude::*;

pub(crate) fn merge() -> String {
    let (scores, values) = (array![1.0, 3.0, 2.0], array![[4.0], [8.0], [6.0]]);
    let part = |from, to| {
        let keys = ndarray::Slice::from(from..to);
        Summary::of(scores.slice_axis(Axis(0), keys), values.slice_axis(Axis(0), keys))
    };
    let (one, two) = (part(0, 2), part(2, 3));
    let both = one.merge(&two);

    let canvas = &mut Canvas::new(268.0);
    let columns = [72.0, 162.0, 302.0];
    canvas.text((4.0, 14.0), "score", Muted.start());
    canvas.text((4.0, 36.0), "value", Muted.start());
    for (index, &x) in columns.iter().enumerate() {
        canvas.text((x, 14.0), short(scores[index]), Ink);
        canvas.text((x, 36.0), short(values[[index, 0]]), Series3);
    }
    let ends = [(Series1, 117.0, &one, &[0, 1][..]), (Series2, 302.0, &two, &[2])];
    for (role, x, summary, keys) in ends {
        for &key in keys {
            canvas.arrow((columns[key], 48.0), (x, 69.0), role);
        }
        summary_box(canvas, (x, 100.0), summary, role);
        let shrunk = format!("times {:.3}", (summary.max - both.max).exp());
        let to = if x < 200.0 { 186.0 } else { 222.0 };
        canvas.arrow((x, 133.0), (to, 162.0), role);
        let beside = if x < 200.0 { x - 20.0 } else { x + 16.0 };
        canvas.text((beside, 150.0), shrunk, role);
    }
    summary_box(canvas, (204.0, 194.0), &both, Ink);
    canvas.arrow((204.0, 226.0), (204.0, 247.0), Ink);
    canvas.text((204.0, 258.0), format!("output {:.3}", both.output()[0]), Ink.bold());
    canvas.svg("Two summaries of parts of the keys, merged into one")
}

fn summary_box(canvas: &mut Canvas, at: Point, summary: &Summary, role: Role) {
    let text =
        format!("max {}\nsum {:.3}\nmixed {:.3}", summary.max, summary.sum, summary.mixed[0]);
    canvas.block(Area::around(at, 112.0, 62.0), text, role);
}

/// The tokens and the size of a block.
const TOKENS: usize = 16;
const BLOCK: usize = 4;

pub(crate) fn blocks() -> String {
    let width = (WIDTH - 2.0 * MARGIN - 24.0) / 2.0;
    let top = 30.0;
    let canvas = &mut Canvas::new(top + width + 38.0);
    let masks = [("causal()", Mask::causal()), ("window(3, 0)", Mask::window(3, 0))];
    for (index, (name, mask)) in masks.into_iter().enumerate() {
        let left = MARGIN + index as f64 * (width + 24.0);
        canvas.text((left + width / 2.0, 14.0), name, Ink.bold());
        let cells = Table::in_area(Area::new(left, top, width, width), (TOKENS, TOKENS));
        let allowed = cells.cells().filter(|&((query, key), _)| mask.allows(0, query, key));
        let allowed: Vec<Area> = allowed.map(|(_, area)| area).collect();
        canvas.fill_cells(allowed, Series1.opacity(0.55));
        let [queries, keys, values] = [(); 3].map(|()| Array2::zeros((TOKENS, 1)));
        let visited = Blockwise { queries, keys, values, mask, size: BLOCK }.blocks();
        let count = TOKENS / BLOCK;
        let all = Table::in_area(Area::new(left, top, width, width), (count, count));
        for ((row, column), area) in all.cells() {
            let corner = (row * BLOCK, column * BLOCK);
            let is_visited = visited.iter().any(|block| (block.0.start, block.1.start) == corner);
            if !is_visited {
                canvas.strike(area, 1.0);
            }
            canvas.outline(area, if is_visited { Ink } else { Muted });
        }
        let text = format!("{} of {} blocks", visited.len(), count * count);
        canvas.text((left + width / 2.0, top + width + 18.0), text, Muted);
    }
    canvas.svg("Blocks of queries and keys that two masks let the computation visit")
}

/// Operations per second and bytes per second of an H100 SXM, in units of 10¹².
const PEAK: f64 = 989.0;
const READ: f64 = 3.35;

pub(crate) fn roofline() -> String {
    let roof = |intensity: f64| (READ * intensity).min(PEAK).log10();
    let ridge = PEAK / READ;
    let ends = [1.0_f64, ridge, 1000.0].map(|x| (x.log10(), roof(x)));
    let cases = [
        (1.0, "multi-head"),
        (8.0, "grouped"),
        (64.0, "no blocks"),
        (128.0, "128 queries"),
        (242.0, "latent"),
    ];
    let dots = cases.map(|(x, _)| (f64::log10(x), roof(x)));
    let mut plot = Plot::new("operations per byte", "TFLOP/s")
        .line(Look::reference(), "", ends)
        .scatter(Look::solid(Series1), "", dots)
        .x_axis(0.0, 3.1, [0.0, 1.0, 2.0, 3.0])
        .y_axis(0.0, 3.3, [0.0, 1.0, 2.0, 3.0])
        .powers_of_ten([true; 2]);
    for (x, name) in cases {
        plot = plot.note(x.log10() + 0.07, roof(x) - 0.1, name, Ink.start());
    }
    plot.note(ridge.log10() - 0.6, 3.15, format!("ridge {ridge:.0}"), Muted.start())
        .svg("The roofline of an accelerator with five kinds of attention")
}

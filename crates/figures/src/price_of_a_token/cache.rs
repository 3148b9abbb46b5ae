//! The entries that are kept per token, and the heads that read them.

use attention::price_of_a_token::CachedVectors;

use crate::prelude::*;

const HEADS: usize = 4;
const DIM: usize = 8;
const BOX: f64 = 20.0;

pub(crate) fn kept_per_token() -> String {
    let canvas = &mut Canvas::new(178.0);
    let shared = |key_heads| CachedVectors::KeysAndValues { key_heads, dim: DIM };
    let latent = CachedVectors::Latent { latent: 2 * DIM, rotated: DIM / 2 };
    let kinds = [
        ("multi-head", shared(HEADS)),
        ("grouped", shared(HEADS / 2)),
        ("multi-query", shared(1)),
        ("latent", latent),
    ];
    for (column, (name, kept)) in kinds.into_iter().enumerate() {
        panel(canvas, 98.0 * column as f64 + 9.0, name, kept);
    }
    canvas.svg("The cached entries of one token in four kinds of attention")
}

fn panel(canvas: &mut Canvas, left: f64, name: &str, kept: CachedVectors) {
    const QUERIES: f64 = 46.0;
    const KEPT: f64 = 104.0;
    let head = |head: f64| left + 11.0 + 22.0 * head;
    let center = head((HEADS - 1) as f64 / 2.0);
    canvas.text((center, 14.0), name, Ink.bold());
    let groups: Vec<f64> = match kept {
        CachedVectors::KeysAndValues { key_heads, .. } => {
            let size = (HEADS / key_heads) as f64;
            (0..key_heads).map(|group| head((group as f64 + 0.5) * size - 0.5)).collect()
        }
        CachedVectors::Latent { .. } => vec![center],
    };
    for index in 0..HEADS {
        let to = (groups[index * groups.len() / HEADS], KEPT - BOX / 2.0);
        canvas.line([to, (head(index as f64), QUERIES)], Muted.width(1.5));
    }
    for index in 0..HEADS {
        let at = (head(index as f64), QUERIES);
        canvas.disk(at, 9.5, Paper);
        canvas.ring(at, 9.5, Series1.width(1.5));
        canvas.text(at, "q", Ink);
    }
    let mut vector = |name: &str, at: Point, width: f64, role: Role| {
        canvas.rounded(Area::around(at, width, BOX), 3.0, Inside, role);
        canvas.text(at, name, Ink);
    };
    match kept {
        CachedVectors::KeysAndValues { .. } => {
            for x in groups {
                vector("k", (x, KEPT), BOX, Series2);
                vector("v", (x, KEPT + BOX), BOX, Series2);
            }
        }
        CachedVectors::Latent { .. } => {
            vector("c", (center - 8.0, KEPT), 2.0 * BOX, Series3);
            vector("k", (center + 24.0, KEPT), BOX, Series2);
        }
    }
    canvas.text((center, 148.0), kept.entries(), Ink.bold());
    canvas.text((center, 166.0), "entries", Muted);
}

//! Angles of pairs, stretched to longer texts.

use attention::newer_transformer::{Scaling, frequencies};

use crate::prelude::*;

pub(crate) fn scaled_angles() -> String {
    const DIM: usize = 64;
    let old = frequencies(DIM, 10_000.0);
    let (factor, trained_len) = (4.0, 2048);
    let by_parts = Scaling::ByParts { factor, trained_len, low: 1.0, high: 32.0, sharpened: true };
    let kinds = [
        ("none", 1, Scaling::None),
        ("NTK-aware", 4, Scaling::NtkAware { factor }),
        ("by parts", 3, by_parts),
        ("interpolation", 2, Scaling::Interpolation { factor }),
    ];
    let mut plot = Plot::new("pair", "angle divided by the trained angle")
        .x_axis(0.0, 31.0, [0.0, 8.0, 16.0, 24.0, 31.0])
        .y_axis(0.0, 1.1, [0.0, 0.25, 0.5, 0.75, 1.0]);
    for (name, series, scaling) in kinds {
        let new = scaling.apply(DIM, 10_000.0);
        let ratios = new.iter().zip(&old).map(|(new, old)| new / old);
        plot = plot.line(Look::series(series), name, (0_u32..).zip(ratios));
    }
    plot.svg("Four ways to choose the angles for four times the length")
}

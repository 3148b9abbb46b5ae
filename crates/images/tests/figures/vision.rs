//! Colors differ for all readers, also for those who lack one kind of cones.

use crate::contrast::{channels, linear};
use crate::themes::{THEMES, color, style_sheet};

type Matrix = [[f64; 3]; 3];

/// Maps red, green, and blue light to how readers see it, by Machado, Oliveira, and Fernandes
/// (2009), at severity 1.
const VISIONS: [(&str, Matrix); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

/// The least distance in Oklab, three times what an eye just notices.
const LEAST: f64 = 0.06;

fn apply(matrix: &Matrix, color: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(color).map(|(factor, channel)| factor * channel).sum())
}

/// Returns a color as a reader sees it, in Oklab by Ottosson (2020).
fn seen(color: &str, vision: &Matrix) -> [f64; 3] {
    let light = apply(vision, linear(channels(color))).map(|channel| channel.clamp(0.0, 1.0));
    let cones = apply(
        &[
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ],
        light,
    );
    apply(
        &[
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ],
        cones.map(f64::cbrt),
    )
}

#[test]
fn roles_that_a_figure_compares_differ_without_one_kind_of_cones() {
    let series: Vec<_> = (1..=6).map(|number| format!("series-{number}")).collect();
    let mut pairs = vec![("heat-minus", "heat-plus"), ("accent", "ink"), ("accent", "muted")];
    for (index, one) in series.iter().enumerate() {
        pairs.extend(series[index + 1..].iter().map(|other| (&**one, &**other)));
    }
    let sheet = style_sheet();
    for (theme, selector, _) in THEMES {
        for (reader, vision) in &VISIONS {
            for (one, other) in &pairs {
                let [a, b] = [one, other].map(|role| seen(color(&sheet, selector, role), vision));
                let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                assert!(
                    distance >= LEAST,
                    "{theme}, {reader}: {one} and {other} have a distance of {distance:.3}"
                );
            }
        }
    }
}

//! What trained heads look at.

use attention::Real;
use attention::multi_head::slope::{DAYS, Split};
use attention::tape::{Mode, Tape};
use ndarray::{Array2, Axis, Ix4, Slice};

use super::super::Figure;
use super::super::canvas::{Area, Canvas, TextLook};
use super::super::heat_map::HeatMap;
use super::super::style::{LINE_HEIGHT, MARGIN, Role, WIDTH};
use super::trained::train;

const GAP: f64 = 14.0;

/// The weights of a single trained head, and those of two heads. Those below 0.01 are left out.
///
/// ```
/// let figure = figures::multi_head::head_maps();
/// assert!(figure.svg.contains(">two heads: head 1</text>"));
/// ```
pub fn head_maps() -> Figure {
    let (one, two) = (head_weights(1), head_weights(2));
    let maps = [
        map(&one[0], "one head: day before"),
        map(&two[0], "two heads: head 0").full_at(0.3),
        map(&two[1], "two heads: head 1").full_at(0.3),
    ];
    let width = (WIDTH - 2.0 * MARGIN - GAP) / 2.0;
    let layout = maps[0].layout(width);
    let size = (WIDTH, 2.0 * (MARGIN + layout.height) + GAP);
    let title = "The weights of trained heads over the days";
    Figure::draw("multi-head/head-maps.svg", title, size, |canvas| {
        let right = MARGIN + width + GAP;
        let below = MARGIN + layout.height + GAP;
        let first = maps[0].draw(canvas, (MARGIN, MARGIN), &layout);
        maps[1].draw(canvas, (MARGIN, below), &layout);
        maps[2].draw(canvas, (right, below), &layout);
        explain(
            canvas,
            Area::new(right + 20.0, first.top, 160.0, first.height),
            &maps,
        );
    })
}

/// Writes what rows and columns are, and draws a color bar for each model.
fn explain(canvas: &mut Canvas<'_>, area: Area, maps: &[HeatMap; 3]) {
    let texts = ["rows: queries (days)", "columns: keys (days)"];
    for (line, text) in texts.into_iter().enumerate() {
        let y = area.top + LINE_HEIGHT * (line as f64 + 0.5);
        canvas.text((area.left, y), text, TextLook::start(Role::Muted));
    }
    let top = area.top + 3.5 * LINE_HEIGHT;
    for (map, name, left) in
        [(&maps[0], "one head", 0.0), (&maps[1], "two heads", 86.0)]
    {
        let left = area.left + left;
        let at = (left, top - LINE_HEIGHT / 2.0);
        canvas.text(at, name, TextLook::start(Role::Ink));
        let bar = Area::new(left, top + 4.0, 14.0, area.bottom() - top - 4.0);
        map.color_bar(canvas, bar);
    }
}

fn map(weights: &Array2<Real>, heading: &str) -> HeatMap {
    let days: Vec<String> = (1..=DAYS).map(|day| day.to_string()).collect();
    let words: Vec<&str> = days.iter().map(String::as_str).collect();
    // Every second column has room for its number.
    let odd: Vec<&str> = (0..DAYS)
        .map(|index| if index % 2 == 0 { words[index] } else { "" })
        .collect();
    HeatMap::new(weights.view())
        .names("", "")
        .row_words(&words[1..DAYS - 1])
        .column_words(&odd)
        .heading(heading)
}

/// The weights of the trained heads, for the days that have a target: `[days - 2, days]` for each.
fn head_weights(heads: usize) -> Vec<Array2<Real>> {
    let (model, _) = train(heads, Split::Columns, 0);
    let tape = Tape::new(Mode::Eval, 0);
    // The weights do not depend on the measurements.
    let attended = model.forward(&tape, &Array2::zeros((1, DAYS)));
    let weights = attended
        .weights
        .value()
        .into_dimensionality::<Ix4>()
        .expect("batch, heads, queries, keys");
    (0..heads)
        .map(|head| {
            let weights = weights.index_axis(Axis(0), 0);
            let weights = weights.index_axis(Axis(0), head);
            let inner = weights.slice_axis(Axis(0), Slice::from(1..DAYS - 1));
            inner.mapv(|weight| if weight < 0.01 { 0.0 } else { weight })
        })
        .collect()
}

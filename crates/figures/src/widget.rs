//! Figures whose numbers a reader changes.
//!
//! A widget has controls, each a choice among a few options, and a function from the chosen options
//! to an [`Answer`]. The figure of the book shows the answer at the start. A page asks for other
//! answers: the package `widgets` compiles the same function for browsers.

use drawing::Point;

use crate::Figure;

/// A figure with controls.
#[derive(Clone, Copy, Debug)]
pub struct Widget {
    /// The figure at the start.
    pub(crate) figure: Figure,
    /// The name of the module for browsers that answers.
    pub module: &'static str,
    /// Returns the controls, the same in each call.
    pub controls: fn() -> Vec<Control>,
    /// Returns the answer to one chosen option for each control, by its index.
    pub answer: fn(&[usize]) -> Answer,
}

impl Widget {
    /// Returns the path of the figure without `images/` and `.svg`: `nadaraya-watson/one-query`.
    pub fn path(&self) -> String {
        self.figure.path()
    }

    /// Returns the name of the [trained model](crate::models) that a page gives to the module, if
    /// it needs one.
    pub fn trained(&self) -> Option<&'static str> {
        ["translator", "writer"].contains(&self.module).then_some(self.figure.chapter)
    }

    /// Returns the choices at the start.
    pub fn start(&self) -> Vec<usize> {
        start(self.controls)
    }
}

pub(crate) fn start(controls: fn() -> Vec<Control>) -> Vec<usize> {
    controls().iter().map(|control| control.start).collect()
}

/// A choice among options.
#[derive(Clone, Debug)]
pub struct Control {
    /// How a page shows it.
    pub kind: Kind,
    /// The label.
    pub label: String,
    /// The texts of the options, without commas, which separate them in an address.
    pub options: Vec<String>,
    /// The index of the option at the start.
    pub start: usize,
}

/// How a page shows a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A slider, for options with an order.
    Slider,
    /// A menu, for names.
    Menu,
    /// A checkbox, for no and yes.
    Switch,
}

impl Control {
    /// Creates a slider over numbers with as many decimals as the longest needs. Panics unless
    /// `start` is one of them.
    #[track_caller]
    pub fn slider(label: &str, numbers: &[f64], start: f64) -> Control {
        let decimals =
            |number: &f64| number.to_string().split_once('.').map_or(0, |(_, after)| after.len());
        let decimals = numbers.iter().map(decimals).max().unwrap_or(0);
        let start = numbers.iter().position(|number| *number == start);
        let text = |number: &f64| format!("{number:.decimals$}").replace('-', "\u{2212}");
        let options = numbers.iter().map(text).collect();
        Control::new(Kind::Slider, label, options, start.expect("the start is an option"))
    }

    /// Creates a menu that starts at the first name.
    pub fn menu(label: &str, names: &[&str]) -> Control {
        Control::new(Kind::Menu, label, names.iter().map(ToString::to_string).collect(), 0)
    }

    /// Creates a checkbox.
    pub fn switch(label: &str, start: bool) -> Control {
        Control::new(Kind::Switch, label, ["no", "yes"].map(str::to_owned).to_vec(), start.into())
    }

    fn new(kind: Kind, label: &str, options: Vec<String>, start: usize) -> Control {
        Control { kind, label: label.to_owned(), options, start }
    }
}

pub(crate) fn table<const COLUMNS: usize>(
    headings: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> Vec<Vec<String>> {
    let rows = rows.into_iter().map(Vec::from);
    [headings.map(str::to_owned).to_vec()].into_iter().chain(rows).collect()
}

/// Lists texts in a sentence: "a", "a and b", or "a, b, and c".
pub(crate) fn list<T: AsRef<str>>(texts: &[T]) -> String {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    match &*texts {
        [one, other] => format!("{one} and {other}"),
        [most @ .., last] if !most.is_empty() => format!("{}, and {last}", most.join(", ")),
        _ => texts.concat(),
    }
}

/// Returns the numbers from `from` to `to` in equal steps, rounded to two decimals.
pub(crate) fn steps(from: f64, to: f64, count: usize) -> Vec<f64> {
    let step = (to - from) / (count - 1) as f64;
    (0..count).map(|index: usize| ((from + step * index as f64) * 100.0).round() / 100.0).collect()
}

/// The figure, result, and table that a widget shows for some choices.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The figure.
    pub svg: String,
    /// The most important numbers, in one or two sentences.
    pub result: String,
    /// All numbers, with a first row of headings.
    pub table: Vec<Vec<String>>,
    /// A point of the figure that a pointer can move.
    pub handle: Option<Handle>,
}

/// A point of the figure that a pointer moves, which moves sliders.
#[derive(Clone, Copy, Debug)]
pub struct Handle {
    /// Where it is, in user units.
    pub at: Point,
    /// Between which heights a pointer can take it, in user units.
    pub rows: (f64, f64),
    /// The slider that it moves when it moves to the side.
    pub x: Option<Drag>,
    /// The slider that it moves when it moves up or down.
    pub y: Option<Drag>,
}

impl Handle {
    /// Creates a handle that moves one slider, whose ends are at these points.
    pub(crate) fn sideways(
        at: Point,
        rows: (f64, f64),
        control: usize,
        ends: [Point; 2],
    ) -> Handle {
        let ends = ends.map(|end| end.0).into();
        Handle { at, rows, x: Some(Drag { control, ends }), y: None }
    }
}

/// All heights of a figure.
pub(crate) const EVERYWHERE: (f64, f64) = (0.0, 10_000.0);

/// A slider with evenly spaced options, along an axis.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    /// The index of the control.
    pub control: usize,
    /// The positions of its first and its last option, in user units.
    pub ends: (f64, f64),
}

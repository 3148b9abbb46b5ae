//! The interactive figures of the book, compiled for browsers.
//!
//! A page asks with a line of text, the path of a figure and the index of one option for each of its
//! controls: `nadaraya-watson/one-query 50 4 0`. The answer has four parts with an empty line between them:
//! the result, the rows of the table with tabs between their cells, what a pointer can move, and the
//! drawing without the frames of its plots.
//!
//! A module for browsers has a function `ask`, in which texts are bytes, and those with a trained model
//! a function `give`, which takes its numbers. What is unsafe about that is written by the macros of
//! `wasm-minimal-protocol`.

use std::fmt::Write;

use figures::widget::{Answer, Drag, Handle, Widget};

#[cfg(target_family = "wasm")]
mod module {
    use super::{RequestError, answer_among};
    use figures::MODULES;
    #[cfg(feature = "translator")]
    use figures::models::give_translator as take;
    #[cfg(feature = "writer")]
    use figures::models::give_writer as take;
    use figures::widget::Widget;
    use wasm_minimal_protocol::{initiate_protocol, wasm_func};

    initiate_protocol!();

    /// What the module does not list is not compiled into it.
    const WIDGETS: &[Widget] = match () {
        () if cfg!(feature = "scores") => MODULES[1].1,
        () if cfg!(feature = "layers") => MODULES[2].1,
        () if cfg!(feature = "translator") => MODULES[3].1,
        () if cfg!(feature = "writer") => MODULES[4].1,
        () => MODULES[0].1,
    };

    #[wasm_func]
    fn ask(request: &[u8]) -> Result<Vec<u8>, RequestError> {
        answer_among(WIDGETS, request)
    }

    #[cfg(any(feature = "translator", feature = "writer"))]
    #[wasm_func]
    fn give(packed: &[u8]) -> Result<Vec<u8>, RequestError> {
        take(packed).ok_or(RequestError::Model)?;
        Ok(Vec::new())
    }
}

/// The error of a request that no page makes by itself.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The request is not UTF-8.
    #[error("the request is not text")]
    Text,
    /// What was given is no trained model.
    #[error("the trained model is damaged")]
    Model,
    /// No widget has the path.
    #[error("there is no widget `{0}`")]
    Widget(String),
    /// The choices do not fit the controls.
    #[error("{widget} has {expected} controls, not {found}")]
    Controls {
        /// The path of the figure.
        widget: String,
        /// The number of controls.
        expected: usize,
        /// The number of choices.
        found: usize,
    },
    /// A choice is not the index of an option.
    #[error("`{choice}` is not one of the {options} options of {control}")]
    Choice {
        /// The label of the control.
        control: String,
        /// What was chosen.
        choice: String,
        /// The number of options.
        options: usize,
    },
}

/// Answers a request of a page to any module.
pub fn answer(request: &[u8]) -> Result<Vec<u8>, RequestError> {
    answer_among(figures::widgets(), request)
}

fn answer_among(
    widgets: impl IntoIterator<Item = &'static Widget>,
    request: &[u8],
) -> Result<Vec<u8>, RequestError> {
    let request = str::from_utf8(request).map_err(|_| RequestError::Text)?;
    let mut words = request.split_whitespace();
    let path = words.next().unwrap_or_default();
    let found = widgets.into_iter().find(|widget| widget.path() == path);
    let widget = found.ok_or_else(|| RequestError::Widget(path.to_owned()))?;
    let controls = (widget.controls)();
    let words: Vec<&str> = words.collect();
    if words.len() != controls.len() {
        return Err(RequestError::Controls {
            widget: path.to_owned(),
            expected: controls.len(),
            found: words.len(),
        });
    }
    let choices = words.iter().zip(&controls).map(|(word, control)| {
        let options = control.options.len();
        let choice = word.parse().ok().filter(|choice| *choice < options);
        choice.ok_or_else(|| RequestError::Choice {
            control: control.label.clone(),
            choice: (*word).to_owned(),
            options,
        })
    });
    let choices = choices.collect::<Result<Vec<usize>, _>>()?;
    Ok(text(&(widget.answer)(&choices)).into_bytes())
}

fn text(answer: &Answer) -> String {
    let table: Vec<String> = answer.table.iter().map(|row| row.join("\t")).collect();
    let handle = answer.handle.map_or_else(String::new, |handle| {
        let Handle { at, rows, x, y } = handle;
        let mut text = format!("{} {} {} {}", at.0, at.1, rows.0, rows.1);
        for (axis, drag) in [("x", x), ("y", y)] {
            if let Some(Drag { control, ends }) = drag {
                let written = write!(text, " {axis} {control} {} {}", ends.0, ends.1);
                written.expect("a string grows");
            }
        }
        text
    });
    [&answer.result, &*table.join("\n"), &handle, &answer.svg].join("\n\n")
}

//! The figure in which readers type sentences.
//!
//! It is no [`Widget`](crate::widget::Widget), because its answers depend on a text and on the
//! tokens so far. A [`Session`] translates one token for each call, so that a page stays
//! responsive.

mod map;
mod session;

use laboratory::real_sentences::shipped;

pub use self::session::{Problem, Session};

/// The path of the figure without `images/` and `.svg`.
pub const PATH: &str = "newer-transformer/typed-sentence";

/// The name of the module for browsers that translates.
pub const MODULE: &str = "sentences";

/// The name of the script with the translator.
pub const TRAINED: &str = "rounded";

/// Sentences to start from. *Bank*, *glasses*, and *letter* have two meanings.
pub const EXAMPLES: [&str; 10] = [
    "She sat on the bank of the river.",
    "She has money in the bank.",
    "I can't find my glasses.",
    "He drank two glasses of water.",
    "I wrote him a long letter.",
    "This word has four letters.",
    "Where do you live?",
    "Tom doesn't want to go home.",
    "We have lived here for ten years.",
    "It's raining, but the children are playing outside.",
];

/// Draws the first example after its translation.
pub(crate) fn typed_sentence() -> String {
    let mut session = shipped_session();
    translate(&mut session, EXAMPLES[0]);
    session.draw("- 0").expect("the mean is the first map")
}

pub(crate) fn shipped_session() -> Session {
    Session::new(shipped()).expect("the shipped translator is whole")
}

/// Translates a short text to its end.
pub(crate) fn translate(session: &mut Session, text: &str) {
    session.read(text).expect("the text is short");
    while !session.is_finished() {
        session.next().expect("the sentence is unfinished");
    }
}

#[cfg(test)]
mod tests;

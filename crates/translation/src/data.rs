//! Sentences and their translations, from text to batches of token indices, as in
//! [Section C.3](#sec:sentences-to-numbers).
//!
//! | task | item |
//! |---|---|
//! | draw sentences with all their correct translations | [`Corpus::generated`] |
//! | read pairs from a file | [`read_pairs`], then [`Corpus::from_pairs`] |
//! | hold sentences out from training | [`Corpus::split`] |
//! | split text into tokens, and join them | [`tokenize`], [`detokenize`] |
//! | map tokens to indices | [`Vocabulary`], [`Vocabularies`] for both languages |
//! | put sentences of different lengths into arrays | [`Padded`], [`Batch`], [`shuffled_batches`] |
//! | compute the smallest possible loss | [`floor`](fn@floor), [`Corpus::floor`] |
//!
//! # The grammar
//!
//! The book needs thousands of sentences with all their correct translations. [`Corpus::generated`]
//! draws English sentences from a grammar and translates them into French by rule. There are only
//! 65 different tokens in English and 108 in French, but the difficulties are real: word order
//! differs, French words agree with others that may be far away, and some sentences have several
//! correct translations.
//!
//! | English | French | |
//! |---|---|---|
//! | the small black cat sleeps. | le petit chat noir dort. | *small*, *big*, *young*, and *old* precede the noun; *red*, *black*, and *tired* follow it |
//! | these old women are tired. | ces vieilles femmes sont fatiguées. | articles and adjectives agree with the noun |
//! | this old man loves her. | ce vieil homme l'aime. | a vowel changes the preceding words; an object pronoun precedes the verb |
//! | she does not see the boat. | elle ne voit pas le bateau. | *ne* ... *pas* encloses the verb |
//! | does the dog see them ? | est-ce que le chien les voit ? | every question has *est-ce que* |
//! | you sleep. | tu dors. / vous dormez. | *you* is *tu* or *vous* |
//! | they are small. | ils sont petits. / elles sont petites. | *they* is *ils* or *elles* |
//!
//! # Correct translations
//!
//! A sentence has up to four translations, all those that these rules allow.
//!
//! - *you* is *tu* or *vous*, the same in both clauses. No adjective describes *you*, because *vous
//!   êtes* alone would allow four forms of it.
//! - *they* is *ils* or *elles*. It is the subject of at most one clause, because two could be
//!   different groups.
//! - An adjective that describes *i* or *we* is masculine or feminine, the same in both clauses. If
//!   *i* is masculine, so is *we*.
//! - *him* is *le*, *her* is *la*, *them* is *les*. There is no *it*, whose gender would depend on
//!   a noun elsewhere. *he*, *she*, *him*, and *her* are people, never an animal of the sentence.
//! - *we* is *nous*, never *on*.
//! - Other constructions with the same meaning, such as *aime-t-elle* for *est-ce qu'elle aime*,
//!   are excluded, and every word has one translation: *big* is *grand*, never *gros*.
//!
//! A sentence has one clause, or two that *and*, *but*, or *because* joins. It need not be
//! plausible, but only living beings act, and adjectives suit their nouns.
//!
//! # Example
//!
//! Five of the sentences:
//!
//! ```
//! use attention::data::{Corpus, CorpusError};
//!
//! let corpus = Corpus::generated(4_500, 0)?;
//! let expected: [(&str, &[&str]); 5] = [
//!     ("the big dog loves the bird.", &["le grand chien aime l'oiseau."]),
//!     ("these girls are young.", &["ces filles sont jeunes."]),
//!     ("i am tired.", &["je suis fatigué.", "je suis fatiguée."]),
//!     ("does he find her ?", &["est-ce qu'il la trouve ?"]),
//!     (
//!         "you find him and she does not find him.",
//!         &[
//!             "tu le trouves et elle ne le trouve pas.",
//!             "vous le trouvez et elle ne le trouve pas.",
//!         ],
//!     ),
//! ];
//! for (source, translations) in expected {
//!     let mut sentences = corpus.sentences().iter();
//!     let sentence = sentences.find(|sentence| sentence.source == source);
//!     assert_eq!(sentence.expect("the sentence").translations, translations);
//! }
//! # Ok::<(), CorpusError>(())
//! ```

mod batch;
mod corpus;
mod dataset;
mod floor;
mod grammar;
mod tab_separated;
mod tokenizer;
mod vocabulary;

pub use batch::{
    Batch, BatchError, Example, Padded, batches_by_length,
    shuffled_batches,
};
pub use corpus::{Corpus, CorpusError, MOST_GENERATED, Pair, Sentence};
pub use dataset::Vocabularies;
pub use floor::floor;
pub use grammar::{LENGTH_BANDS, is_sentence, translations};
pub use tab_separated::{
    LineFault, LineProblem, ReadError, ReadOptions, ReadPairs,
    ReadProblem, parse_pairs, read_pairs,
};
pub use tokenizer::{detokenize, normalize, tokenize};
pub use vocabulary::{BOS, EOS, PAD, UNK, Vocabulary, VocabularyError};

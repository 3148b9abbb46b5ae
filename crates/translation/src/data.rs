//! Sentences and their translations: from text to batches of numbers.
//!
//! | to do this | use |
//! |---|---|
//! | draw sentences with all their right translations | [`Corpus::generated`] |
//! | read pairs from a file | [`read_pairs`], then [`Corpus::from_pairs`] |
//! | hold sentences out from training | [`Corpus::split`] |
//! | split text into tokens, and join them | [`tokenize`], [`detokenize`] |
//! | number tokens | [`Vocabulary`], [`Vocabularies`] for both languages |
//! | put sentences of several lengths into arrays | [`Padded`], [`Batch`], [`shuffled_batches`] |
//! | know the least loss that is possible | [`floor`](fn@floor), [`Corpus::floor`] |
//!
//! # The grammar
//!
//! The book needs thousands of sentences whose translations are all known. [`Corpus::generated`] draws
//! them: English sentences, translated into French by rule. There are only 65 different tokens in English
//! and 108 in French, but the difficulties are real: words change their order, French words agree with
//! others that may be far away, and some sentences have several right translations.
//!
//! | in English | in French | |
//! |---|---|---|
//! | the small black cat sleeps. | le petit chat noir dort. | *small*, *big*, *young* and *old* stand before the noun, *red*, *black* and *tired* after it |
//! | these old women are tired. | ces vieilles femmes sont fatiguées. | articles and adjectives agree with the noun |
//! | this old man loves her. | ce vieil homme l'aime. | a vowel changes the words before it; a pronoun as the object stands before the verb |
//! | she does not see the boat. | elle ne voit pas le bateau. | *ne* ... *pas* stands around the verb |
//! | does the dog see them ? | est-ce que le chien les voit ? | every question has *est-ce que* |
//! | you sleep. | tu dors. / vous dormez. | *you* is *tu* or *vous* |
//! | they are small. | ils sont petits. / elles sont petites. | *they* is *ils* or *elles* |
//!
//! # Which translations are right
//!
//! A sentence has up to four translations: all that these rules allow.
//!
//! - *you* is *tu* or *vous*, the same in both clauses. Nobody says of *you* that it is small or
//!   tired, because *vous êtes* alone would go with four forms of the adjective.
//! - *they* is *ils* or *elles*. It is the subject of at most one clause, since two could be two groups.
//! - An adjective about *i* or *we* is masculine or feminine, the same in both clauses. If *i* is
//!   masculine, so is *we*.
//! - *him* is *le*, *her* is *la*, *them* is *les*. There is no *it*, whose gender would be that of a
//!   noun elsewhere. *he*, *she*, *him* and *her* are people, never an animal of the sentence.
//! - *we* is *nous*, never *on*.
//! - Other constructions that say the same, such as *aime-t-elle* for *est-ce qu'elle aime*, are not
//!   among them, and every word has one translation: *big* is *grand*, never *gros*.
//!
//! Sentences have one clause, or two that are joined by *and*, *but* or *because*. What they say need not
//! be sensible, but only living beings act, and adjectives fit what they are said of.
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

pub use batch::{Batch, BatchError, Example, Padded, shuffled_batches};
pub use corpus::{Corpus, CorpusError, MOST_GENERATED, Pair, Sentence};
pub use dataset::Vocabularies;
pub use floor::floor;
pub use grammar::{LENGTH_BANDS, is_sentence};
pub use tab_separated::{
    LineFault, LineProblem, ReadError, ReadOptions, ReadPairs,
    ReadProblem, parse_pairs, read_pairs,
};
pub use tokenizer::{detokenize, tokenize};
pub use vocabulary::{BOS, EOS, PAD, UNK, Vocabulary, VocabularyError};

//! A draft that counts triples and copies from its own text.

use attention::{Real, price_of_a_token::NextToken};
use ndarray::{Array1, Array2, Array3};

/// A draft that knows the last two tokens and the text so far.
#[derive(Clone, Debug)]
pub struct Draft {
    /// How often each token followed another one: `[vocab, vocab]`
    pub pairs: Array2<Real>,
    /// How often each token followed two others: `[vocab, vocab, vocab]`
    pub triples: Array3<Real>,
    /// The weight of a shorter context, above 0.
    pub strength: Real,
    /// The probability of a copy if there is something to copy, from 0 to 1.
    pub copy: Real,
    /// The tokens that were read.
    pub text: Vec<usize>,
}

impl Draft {
    /// Counts the pairs and triples of neighbors in texts. Nothing is read yet.
    pub fn counted(
        texts: &[Vec<usize>],
        vocab: usize,
        strength: Real,
        copy: Real,
    ) -> Self {
        //@ solution
        let mut pairs = Array2::zeros((vocab, vocab));
        let mut triples = Array3::zeros((vocab, vocab, vocab));
        for text in texts {
            for pair in text.windows(2) {
                pairs[[pair[0], pair[1]]] += 1.0;
            }
            for triple in text.windows(3) {
                triples[[triple[0], triple[1], triple[2]]] += 1.0;
            }
        }
        Self { pairs, triples, strength, copy, text: vec![] }
        //@ stub todo!("count {texts:?}: {vocab} tokens, {strength}, {copy}")
        //@ end
    }

    /// Returns the distribution of the token after a text that is not empty: `[vocab]`.
    ///
    /// With the strength s and the counts N, the probability after a token b is
    /// P(x | b) = (N(b, x) + s / vocab) / (N(b) + s). After the tokens a and b it is
    /// P(x | a, b) = (N(a, b, x) + s P(x | b)) / (N(a, b) + s). N(b) and N(a, b) are
    /// sums over x.
    ///
    /// If a and b were neighbors earlier in the text, P is multiplied by 1 - `copy`,
    /// and the token that followed them the last time has `copy` in addition.
    pub fn after(&self, text: &[usize]) -> Array1<Real> {
        //@ solution
        use ndarray::{ArrayView1, s};

        let smooth = |counts: ArrayView1<'_, Real>, shorter: &Array1<Real>| {
            (&counts + &(shorter * self.strength)) / (counts.sum() + self.strength)
        };
        let vocab = self.pairs.nrows();
        let uniform = Array1::from_elem(vocab, 1.0 / vocab as Real);
        let mut next = smooth(self.pairs.row(text[text.len() - 1]), &uniform);
        if let [.., a, b] = *text {
            next = smooth(self.triples.slice(s![a, b, ..]), &next);
            let mut triples = text.windows(3).rev();
            if let Some(triple) = triples.find(|triple| triple[..2] == [a, b]) {
                next *= 1.0 - self.copy;
                next[triple[2]] += self.copy;
            }
        }
        next
        //@ stub todo!("what follows {text:?} in {self:?}")
        //@ end
    }
}

impl NextToken for Draft {
    fn vocab(&self) -> usize {
        self.pairs.nrows()
    }

    fn position(&self) -> usize {
        self.text.len()
    }

    fn read(&mut self, tokens: &[usize]) -> Array2<Real> {
        //@ solution
        let mut rows = Array2::zeros((0, self.pairs.nrows()));
        for &token in tokens {
            self.text.push(token);
            let next = self.after(&self.text);
            rows.push_row(next.view()).expect("rows of one length");
        }
        rows
        //@ stub todo!("read {tokens:?}")
        //@ end
    }

    fn truncate(&mut self, tokens: usize) {
        //@ solution
        self.text.truncate(tokens);
        //@ stub todo!("keep {tokens} tokens")
        //@ end
    }
}
exercise_solutions::tests!(guess_and_check);

//! Keys in pages that texts may share.

use attention::Real;
use ndarray::{Array2, ArrayRef1};

/// The pages of all texts.
#[derive(Clone, Debug)]
pub struct Pool {
    /// Each `[rows, dim]`
    pub pages: Vec<Array2<Real>>,
    /// How many texts have each page, 0 for a free one
    pub counts: Vec<usize>,
    /// Tokens per page, at least 1
    pub rows: usize,
    /// Entries per key
    pub dim: usize,
}

/// The pages of one text in a pool.
#[derive(Debug, Default)]
pub struct Text {
    /// The index of each of its pages, in order; the last may have room
    pub table: Vec<usize>,
    /// Tokens so far
    pub len: usize,
}

impl Pool {
    /// Creates a pool without pages.
    pub fn new(rows: usize, dim: usize) -> Self {
        Self { pages: vec![], counts: vec![], rows, dim }
    }

    /// Returns the number of pages that are not free.
    pub fn used(&self) -> usize {
        self.counts.iter().filter(|&&count| count > 0).count()
    }

    /// Returns the index of a page with count 1: a free one, or a new one if none is
    /// free.
    pub fn take(&mut self) -> usize {
        let free = self.counts.iter().position(|&count| count == 0);
        let page = free.unwrap_or(self.pages.len());
        if free.is_none() {
            self.pages.push(Array2::zeros((self.rows, self.dim)));
            self.counts.push(0);
        }
        self.counts[page] = 1;
        page
    }

    /// Writes the key of the next token of a text, `[dim]`.
    pub fn append(&mut self, text: &mut Text, key: &ArrayRef1<Real>) {
        //@ solution
        let row = text.len % self.rows;
        if row == 0 {
            text.table.push(self.take());
        }
        let last = text.table.len() - 1;
        let shared = text.table[last];
        if self.counts[shared] > 1 {
            let own = self.take();
            self.pages[own] = self.pages[shared].clone();
            self.counts[shared] -= 1;
            text.table[last] = own;
        }
        self.pages[text.table[last]].row_mut(row).assign(key);
        text.len += 1;
        //@ stub todo!("write {key} after {text:?} into {self:?}")
        //@ end
    }

    /// Returns another text with the same tokens, without a copy of any key.
    pub fn fork(&mut self, text: &Text) -> Text {
        //@ solution
        for &page in &text.table {
            self.counts[page] += 1;
        }
        Text { table: text.table.clone(), len: text.len }
        //@ stub todo!("fork {text:?} in {self:?}")
        //@ end
    }

    /// Returns all keys of a text in order, `[tokens, dim]`.
    pub fn read(&self, text: &Text) -> Array2<Real> {
        //@ solution
        Array2::from_shape_fn((text.len, self.dim), |(token, entry)| {
            let page = text.table[token / self.rows];
            self.pages[page][[token % self.rows, entry]]
        })
        //@ stub todo!("read {text:?} in {self:?}")
        //@ end
    }

    /// Ends a text; pages that no other text has become free.
    pub fn free(&mut self, text: Text) {
        //@ solution
        for page in text.table {
            self.counts[page] -= 1;
        }
        //@ stub todo!("end {text:?} in {self:?}")
        //@ end
    }
}
exercise_solutions::tests!(pages);

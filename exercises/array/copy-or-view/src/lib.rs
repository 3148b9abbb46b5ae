//! Which results share the block of an array, and which have one of their own.

/// Whether each of seven results shares the block of `a`, an `Array2` with the
/// shape `[2, 3]`, stored row by row: `true` for a shared block, `false` for a
/// block of its own.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// `a.t()`
    pub transposed: bool,
    /// `a.t().to_owned()`
    pub transposed_owned: bool,
    /// `a.clone()`
    pub cloned: bool,
    /// `a.to_shape(6)`
    pub flat: bool,
    /// `a.t().to_shape(6)`
    pub transposed_flat: bool,
    /// `a.broadcast((4, 2, 3))`
    pub broadcast: bool,
    /// `a.mapv(|x| x)`
    pub mapped: bool,
}

/// Returns the seven answers.
pub fn predictions() -> Shares {
    //@ solution
    Shares {
        transposed: true,
        transposed_owned: false,
        cloned: false,
        flat: true,
        transposed_flat: false,
        broadcast: true,
        mapped: false,
    }
    //@ stub todo!("a Shares with seven answers")
    //@ end
}
exercise_solutions::tests!(copy_or_view);

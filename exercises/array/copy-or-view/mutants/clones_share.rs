// expect-fail: methods_that_make_an_array
// misconception: thinks that clone of an Array counts owners, as that of an ArcArray
    Shares {
        transposed: true,
        transposed_owned: false,
        cloned: true,
        flat: true,
        transposed_flat: false,
        broadcast: true,
        mapped: false,
    }

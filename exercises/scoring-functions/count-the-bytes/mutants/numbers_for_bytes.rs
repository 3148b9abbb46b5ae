// expect-fail: the_dot_product_by_hand, bilinear_by_hand, additive_by_hand
// misconception: counts numbers, and forgets the parameters
// region: 1
    let vectors = queries * dim + keys * dim;
    let scores = queries * keys;
    let (multiplications, tanh, bytes) = match score {
        Score::Dot => (scores * dim, 0, vectors + scores),
        Score::Bilinear => {
            let between = queries * dim;
            (between * dim + scores * dim, 0, vectors + between + scores)
        }
        Score::Additive => {
            let sums = scores * hidden;
            let mapped = queries * hidden + keys * hidden;
            (mapped * dim + sums, sums, vectors + mapped + sums + scores)
        }
    };
    Cost { multiplications, tanh, bytes }

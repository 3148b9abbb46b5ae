// expect-fail: additive_by_hand
// misconception: leaves out the product of the sums with the vector, because it only "sums up"
// region: 1
    let vectors = queries * dim + keys * dim;
    let scores = queries * keys;
    let (multiplications, tanh, numbers) = match score {
        Score::Dot => (scores * dim, 0, vectors + scores),
        Score::Bilinear => {
            let between = queries * dim;
            let numbers = vectors + dim * dim + between + scores;
            (between * dim + scores * dim, 0, numbers)
        }
        Score::Additive => {
            let (given, sums) = (2 * dim * hidden + hidden, scores * hidden);
            let mapped = queries * hidden + keys * hidden;
            let numbers = vectors + given + mapped + sums + scores;
            (mapped * dim, sums, numbers)
        }
    };
    Cost { multiplications, tanh, bytes: 4 * numbers }

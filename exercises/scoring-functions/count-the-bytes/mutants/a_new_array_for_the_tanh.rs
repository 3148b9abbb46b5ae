// expect-fail: additive_by_hand
// misconception: counts the sums twice, before and after the tanh
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
            let numbers = vectors + given + mapped + 2 * sums + scores;
            (mapped * dim + sums, sums, numbers)
        }
    };
    Cost { multiplications, tanh, bytes: 4 * numbers }

// region: 2
// expect-fail: nothing_is_gained_without_new_points
// misconception: 'no gain' is read as 'worse', so equal distances are not counted
    use attention::nadaraya_watson::{Kernel, Samples, predict, query_grid, truth};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let queries = query_grid();
    let distances = |points| {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let answers = predict(&samples, &queries, Kernel::Gaussian, 1.0)?;
        Ok((answers - queries.mapv(truth)).mapv(Real::abs))
    };
    let (before, after) = (distances(few)?, distances(many)?);
    let pairs = before.iter().zip(&after);
    Ok(pairs.filter(|(before, after)| after > before).count())

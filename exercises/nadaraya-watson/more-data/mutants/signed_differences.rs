// region: 2
// expect-fail: gains_agree_with_a_loop
// misconception: compares differences with their signs instead of distances
    use attention::nadaraya_watson::{Kernel, Samples, predict, query_grid};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let queries = query_grid();
    let answers = |points| {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        predict(&samples, &queries, Kernel::Gaussian, 1.0)
    };
    let (before, after) = (answers(few)?, answers(many)?);
    let pairs = before.iter().zip(&after);
    Ok(pairs.filter(|(before, after)| after >= before).count())

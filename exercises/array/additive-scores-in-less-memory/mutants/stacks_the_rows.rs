// expect-fail: no_queries_or_no_keys
// misconception: collects the rows and stacks them, which panics if there are none
// region: 1
    use ndarray::{ArrayView1, Axis, stack};

    let scores_of =
        |query: ArrayView1<Real>| (&query + &keys.view()).tanh().dot(combine);
    let rows: Vec<_> = queries.outer_iter().map(scores_of).collect();
    let views: Vec<_> = rows.iter().map(|row| row.view()).collect();
    stack(Axis(0), &views).expect("rows of one length")

use attention::Real;
use ndarray::{Array2, array};
use pages::{Pool, Text};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

fn column(keys: &[Real]) -> Array2<Real> {
    Array2::from_shape_fn((keys.len(), 1), |(row, _)| keys[row])
}

#[test]
fn branches_do_not_disturb_each_other() {
    let mut rng = ChaCha8Rng::seed_from_u64(97);
    for rows in [1, 2, 3, 5] {
        let mut pool = Pool::new(rows, 1);
        let mut texts = vec![(Text::default(), vec![])];
        for step in 0..200 {
            let chosen = rng.random_range(0..texts.len());
            if texts.len() > 1 && rng.random_bool(0.1) {
                pool.free(texts.swap_remove(chosen).0);
            } else if rng.random_bool(0.2) {
                let fork: Text = pool.fork(&texts[chosen].0);
                texts.push((fork, texts[chosen].1.clone()));
            } else {
                let (text, keys) = &mut texts[chosen];
                pool.append(text, &array![step as Real]);
                keys.push(step as Real);
            }
            for (text, keys) in &texts {
                let got: Array2<Real> = pool.read(text);
                assert_eq!(got, column(keys), "{rows} rows per page, step {step}");
            }
        }
    }
}

#[test]
fn no_page_too_many() {
    let mut pool = Pool::new(4, 1);
    let mut text = Text::default();
    for token in 0..10 {
        assert_eq!(pool.used(), (token as usize).div_ceil(4), "{token} tokens");
        pool.append(&mut text, &array![token as Real]);
    }
    let mut branch: Text = pool.fork(&text);
    assert_eq!(pool.used(), 3, "10 tokens, forked");
    pool.append(&mut branch, &array![10.0]);
    assert_eq!(pool.used(), 4, "the half-full page is copied, the full ones are not");
    pool.append(&mut text, &array![11.0]);
    assert_eq!(pool.used(), 4, "the original has its last page for itself again");
    let mut kept: Text = pool.fork(&branch);
    pool.free(branch);
    assert_eq!(pool.used(), 4, "a freed text whose pages all belong to others");
    pool.append(&mut kept, &array![12.0]);
    assert_eq!(pool.used(), 4, "after its only sharer is gone, a text needs no copy");
}

#[test]
fn freed_pages_serve_again() {
    let mut pool = Pool::new(2, 1);
    for round in 0..5 {
        let mut text = Text::default();
        for token in 0..6 {
            pool.append(&mut text, &array![(10 * round + token) as Real]);
        }
        let branch: Text = pool.fork(&text);
        pool.free(text);
        assert_eq!(pool.used(), 3, "the branch still has all pages");
        let got: Array2<Real> = pool.read(&branch);
        assert_eq!(got[[5, 0]], (10 * round + 5) as Real, "the last token");
        pool.free(branch);
        assert_eq!(pool.used(), 0, "all texts are freed");
    }
    assert_eq!(pool.pages.len(), 3, "pages ever made for five texts of three pages");
}

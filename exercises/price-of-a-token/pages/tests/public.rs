use attention::Real;
use ndarray::{Array2, array};
use pages::{Pool, Text};

#[test]
fn a_text_returns_its_keys() {
    let mut pool = Pool::new(2, 2);
    let mut text = Text::default();
    let keys: Array2<Real> = array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    for key in keys.rows() {
        pool.append(&mut text, &key);
    }
    assert_eq!(pool.read(&text), keys, "the keys of the text, in order");
    assert_eq!(pool.used(), 2, "pages for 3 tokens, 2 in each");
}

#[test]
fn a_prefix_is_stored_once() {
    let mut pool = Pool::new(2, 1);
    let mut text = Text::default();
    for key in [1.0, 2.0, 3.0, 4.0] {
        pool.append(&mut text, &array![key]);
    }
    let mut branches = [(); 3].map(|()| pool.fork(&text));
    assert_eq!(pool.used(), 2, "pages after three forks of 4 tokens");
    for (key, branch) in [5.0, 6.0, 7.0].into_iter().zip(&mut branches) {
        pool.append(branch, &array![key]);
    }
    let got: [Array2<Real>; 3] = branches.each_ref().map(|branch| pool.read(branch));
    let want = [5.0, 6.0, 7.0].map(|key| array![[1.0], [2.0], [3.0], [4.0], [key]]);
    assert_eq!(got, want, "the common tokens and one of its own");
    assert_eq!(pool.used(), 5, "two shared pages and one for each branch");
}

use attention::Real;
use ndarray::{Array3, array};
use show_every_head::plot;

#[test]
fn the_picture_of_the_prompt() {
    let weights: Array3<Real> = array![
        [[1.0, 0.0, 0.0, 0.0], [0.02, 0.95, 0.03, 0.0], [0.0, 0.0, 0.75, 0.25]],
        [[0.25, 0.25, 0.25, 0.25], [0.0, 0.03, 0.35, 0.62], [0.55, 0.0, 0.0, 0.45]],
    ];
    let got: String = plot(&weights);
    let want = "|@   |::::|\n| @  |  -*|\n|  #:|+  =|\n";
    assert_eq!(got, want, "\nyou draw\n{got}and should draw\n{want}");
}

#[test]
fn as_many_lines_as_queries() {
    for (heads, queries, keys) in [(1, 1, 1), (3, 2, 5), (2, 6, 3)] {
        let weights = Array3::from_elem((heads, queries, keys), 1.0 / keys as Real);
        let got: String = plot(&weights);
        let breaks = got.matches('\n').count();
        assert_eq!(breaks, queries, "{:?}:\n{got}", weights.shape());
        assert!(got.ends_with('\n'), "the last line also ends:\n{got}");
        for line in got.lines() {
            let want = heads * keys + heads + 1;
            let signs = line.chars().count();
            assert_eq!(signs, want, "signs in a line: {:?}", weights.shape());
        }
    }
}

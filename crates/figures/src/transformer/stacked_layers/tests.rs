use super::*;

fn distances(switches: [bool; 3]) -> Vec<String> {
    let layers = stacked(switches);
    layers.iter().map(|layer| number(apart(&layer.output), 2)).collect()
}

#[test]
fn the_table_of_the_chapter_comes_out() {
    let off = [false; 3];
    assert_eq!(distances(off), ["0.39", "0.00", "0.00", "0.00", "0.00", "0.00"]);
    let sharp = [false, false, true];
    assert_eq!(distances(sharp), ["1.69", "1.62", "1.50", "1.24", "0.88", "0.87"]);
    // The answer to the question of the page.
    let norm = distances([false, true, false]);
    assert_eq!(norm[3..], ["0.00", "0.00", "0.00"]);
    assert_ne!(norm[2], "0.00");
    assert_eq!(distances([true, false, false])[5], "24.58");
    let both = [true, true, false];
    assert_eq!(distances(both), ["3.70", "3.74", "3.77", "3.76", "3.69", "3.54"]);
}

use std::fs;

use super::keep_freed;

/// Returns the number of page faults of this thread.
fn pages() -> usize {
    let state = fs::read_to_string("/proc/thread-self/stat");
    let state = state.expect("the system describes its threads");
    // The name of the thread is in parentheses and may contain spaces.
    let (_, fields) = state.rsplit_once(')').expect("the name has an end");
    let mut fields = fields.split_whitespace();
    let pages = fields.nth(7).and_then(|pages| pages.parse().ok());
    pages.expect("the eighth field behind the name is a number")
}

#[test]
fn a_step_needs_no_new_pages() {
    keep_freed();
    let step = || drop([(); 16].map(|()| vec![1_u8; 1 << 20]));
    step();
    let before = pages();
    (0..8).for_each(|_| step());
    let fresh = pages() - before;
    // Each step writes to 4096 pages.
    assert!(fresh < 8 * 4096 / 4, "{fresh} new pages");
}

//! Rows of tables.

pub(super) fn markdown_row(cells: &[&str]) -> String {
    let cells: Vec<_> = cells.iter().map(|text| text.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Returns a row in the format of RFC 4180. An apostrophe precedes a cell that a spreadsheet would
/// read as a formula, unless it is a number.
pub(super) fn row(cells: &[&str]) -> String {
    let cells: Vec<_> = cells.iter().map(|text| cell(text)).collect();
    format!("{}\r\n", cells.join(","))
}

fn cell(text: &str) -> String {
    let is_number = text.parse().is_ok_and(f64::is_finite);
    let text = match text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number {
        true => format!("'{text}"),
        false => text.to_owned(),
    };
    match text.contains([',', '"', '\r', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn cells_are_quoted_and_formulas_are_text() {
        let cells =
            ["a", "b, c", "say \"d\"", "=1+1", "-x,y", "two\nlines", "-0.5", "+1e3", "-inf"];
        let expected = "a,\"b, c\",\"say \"\"d\"\"\",'=1+1,\"'-x,y\",\"two\nlines\",\
                        -0.5,+1e3,'-inf\r\n";
        assert_eq!(row(&cells), expected);
    }
}

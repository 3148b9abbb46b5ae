//! A formula of the site as MathML that e-readers show.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use scraper::ElementRef;
use scraper::node::Node;

use super::escape;

/// The characters of the source from which on a formula in a line may be broken.
const LONG: usize = 24;

const RELATIONS: [&str; 12] = ["=", "≠", "≈", "<", ">", "≤", "≥", "∼", "∝", "∈", "→", "⇒"];

/// Returns the formula `math` of a page with its TeX source as alternative text. The number of an
/// equation follows the formula, because few e-readers lay out the table in which KaTeX puts both.
pub(super) fn formula(math: ElementRef, page: &str) -> Result<String> {
    let tex = child(math, "semantics").and_then(|semantics| child(semantics, "annotation"));
    let tex = tex.ok_or_else(|| anyhow!("{page}: a formula without its source"))?;
    let tex: String = tex.text().collect();
    let semantics =
        child(math, "semantics").and_then(|semantics| semantics.child_elements().next());
    let body = semantics.ok_or_else(|| anyhow!("{page}: an empty formula"))?;
    let (body, number) = match numbered(body) {
        Some((body, number)) => (body, Some(number.text().collect::<String>())),
        None => (body, None),
    };
    let is_block = math.attr("display") == Some("block");
    let parts = match body.value().name() {
        "mrow" if !is_block && tex.chars().count() > LONG => parts(body),
        "mrow" | "mtd" => vec![body.child_elements().collect()],
        _ => vec![vec![body]],
    };
    let mut xml = String::new();
    for (number, part) in parts.into_iter().enumerate() {
        xml += if number > 0 { "<wbr/>" } else { "" };
        let _ = write!(xml, "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"");
        xml += if is_block { " display=\"block\"" } else { "" };
        if number == 0 {
            let _ = write!(xml, " alttext=\"{}\"", escape(&tex));
        }
        xml.push('>');
        part.into_iter().for_each(|child| element(&mut xml, child));
        xml += "</math>";
    }
    if let Some(number) = number {
        let _ = write!(xml, " <span class=\"number\">{}</span>", escape(number.trim()));
    }
    Ok(xml)
}

/// Divides a formula before its relations and after its commas, because browsers break none.
fn parts(row: ElementRef) -> Vec<Vec<ElementRef>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0;
    let mut after_comma = false;
    for child in row.child_elements() {
        let operator: String = match child.value().name() {
            "mo" => child.text().collect(),
            _ => String::new(),
        };
        match operator.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        let is_relation = RELATIONS.contains(&operator.as_str());
        if depth == 0
            && (is_relation || after_comma)
            && parts.last().is_some_and(|part| !part.is_empty())
        {
            parts.push(Vec::new());
        }
        after_comma = operator == ",";
        if let Some(part) = parts.last_mut() {
            part.push(child);
        }
    }
    parts
}

/// Returns the formula and the number in KaTeX's table of a numbered equation.
fn numbered(table: ElementRef) -> Option<(ElementRef, ElementRef)> {
    table.attr("width").filter(|_| table.value().name() == "mtable")?;
    let row = child(table, "mtr")?;
    let cells: Vec<ElementRef> = row.child_elements().collect();
    match cells[..] {
        [_, formula, _, number] => Some((formula, number)),
        _ => None,
    }
}

fn children(xml: &mut String, parent: ElementRef) {
    for child in parent.children() {
        match child.value() {
            Node::Text(text) => *xml += &escape(text),
            Node::Element(_) => {
                ElementRef::wrap(child).into_iter().for_each(|child| element(xml, child));
            }
            _ => {}
        }
    }
}

fn element(xml: &mut String, element: ElementRef) {
    let name = element.value().name();
    let _ = write!(xml, "<{name}");
    for (attribute, value) in element.value().attrs() {
        // Browsers know no variant but an upright letter; an operator is upright anyway.
        if attribute != "mathvariant" || (value == "normal" && name == "mi") {
            let _ = write!(xml, " {attribute}=\"{}\"", escape(value));
        }
    }
    if name == "mtd"
        && let Some(side) = side(element)
    {
        let _ = write!(xml, " class=\"{side}\"");
    }
    if !element.has_children() {
        *xml += "/>";
        return;
    }
    xml.push('>');
    match element.attr("mathvariant") {
        Some("double-struck") => *xml += &letters(element, 0x1d538, 0x1d552),
        Some("monospace") => *xml += &letters(element, 0x1d670, 0x1d68a),
        _ => children(xml, element),
    }
    let _ = write!(xml, "</{name}>");
}

/// Returns the side on which a table aligns the column of `cell`, for browsers that align by style.
fn side(cell: ElementRef) -> Option<&'static str> {
    let row = cell.parent().and_then(ElementRef::wrap)?;
    let table = row.parent().and_then(ElementRef::wrap)?;
    let column = row.child_elements().position(|one| one == cell)?;
    match table.attr("columnalign")?.split_whitespace().nth(column)? {
        "left" => Some("left"),
        "right" => Some("right"),
        _ => None,
    }
}

/// Returns the letters of `element` in another alphabet of Unicode, which starts at `upper` and
/// `lower`.
fn letters(element: ElementRef, upper: u32, lower: u32) -> String {
    let letter = |letter: char| match letter {
        // Letters that Unicode had before it had the alphabet.
        'C' | 'H' | 'N' | 'P' | 'Q' | 'R' | 'Z' if upper == 0x1d538 => match letter {
            'C' => 'ℂ',
            'H' => 'ℍ',
            'N' => 'ℕ',
            'P' => 'ℙ',
            'Q' => 'ℚ',
            'R' => 'ℝ',
            _ => 'ℤ',
        },
        'A'..='Z' => char::from_u32(upper + letter as u32 - 'A' as u32).unwrap_or(letter),
        'a'..='z' => char::from_u32(lower + letter as u32 - 'a' as u32).unwrap_or(letter),
        _ => letter,
    };
    escape(&element.text().flat_map(str::chars).map(letter).collect::<String>())
}

fn child<'a>(parent: ElementRef<'a>, name: &str) -> Option<ElementRef<'a>> {
    parent.child_elements().find(|child| child.value().name() == name)
}

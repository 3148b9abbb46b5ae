//! A formula of the site as MathML that e-readers show.

use std::fmt::Write;

use anyhow::{Context, Result, anyhow};
use resvg::usvg::fontdb::{Database, Family, Query};
use scraper::ElementRef;
use scraper::node::Node;

use super::escape;

/// The font of formulas, which the style sheet names. Without one that knows how to set formulas, a
/// browser stretches no parenthesis and misplaces indices.
const FONT: &str = "NewComputerModern Math";

/// The characters of the source from which on a formula in a line may be broken.
const LONG: usize = 24;

const RELATIONS: [&str; 12] = ["=", "≠", "≈", "<", ">", "≤", "≥", "∼", "∝", "∈", "→", "⇒"];

/// Returns the font of formulas.
pub(super) fn font() -> Result<Vec<u8>> {
    let mut fonts = Database::new();
    typst_assets::fonts().for_each(|font| fonts.load_font_data(font.to_vec()));
    let query = Query { families: &[Family::Name(FONT)], ..Query::default() };
    let font = fonts.query(&query).and_then(|id| fonts.with_face_data(id, |data, _| data.to_vec()));
    font.with_context(|| format!("no font {FONT}"))
}

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
    let is_invisible = element.text().eq(["\u{2061}"]);
    // KaTeX writes an invisible operator as a third child of an element for two.
    if is_invisible && is_script(element) {
        return;
    }
    let _ = write!(xml, "<{name}");
    for (attribute, value) in element.value().attrs() {
        // Browsers know no variant but an upright letter; an operator is upright anyway.
        if attribute != "mathvariant" || (value == "normal" && name == "mi") {
            let _ = write!(xml, " {attribute}=\"{}\"", escape(value));
        }
    }
    if is_invisible && !precedes_bracket(element) {
        *xml += " rspace=\"0.1667em\"";
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
        // KaTeX writes the letters of a word as elements, which are not permitted in an operator.
        _ if name == "mo" => *xml += &escape(&element.text().collect::<String>()),
        _ => children(xml, element),
    }
    let _ = write!(xml, "</{name}>");
}

/// Returns whether `element` is a part of an index, an exponent, or a fraction by itself.
fn is_script(element: ElementRef) -> bool {
    let parent = element.parent().and_then(ElementRef::wrap);
    parent.is_some_and(|parent| {
        let name = parent.value().name();
        ["msub", "msup", "msubsup", "munder", "mover", "munderover", "mfrac"].contains(&name)
    })
}

/// Returns whether the argument after an invisible operator has brackets, as in `exp(x)`, and needs
/// no space, unlike `ln x`.
fn precedes_bracket(operator: ElementRef) -> bool {
    let next = operator.next_siblings().find_map(ElementRef::wrap);
    let first = next.map(|next| next.child_elements().next().unwrap_or(next));
    first.is_some_and(|first| first.value().name() == "mo")
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

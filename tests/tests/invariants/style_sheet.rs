//! The style sheet of the site.

use std::fs;

use crate::built::site;

#[test]
fn all_pages_load_it_and_it_finds_its_fonts() {
    let sheets = fs::read_dir(site()).unwrap();
    let sheets = sheets.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let sheets: Vec<_> = sheets.filter(|name| name.ends_with(".css")).collect();
    let [name] = &*sheets else { panic!("{sheets:?}") };
    assert!(name.starts_with("style-"), "{name} lives in caches for long");
    for (page, root) in [("index.html", ""), ("array/index.html", "../")] {
        let text = fs::read_to_string(site().join(page)).unwrap();
        let link = format!("<link rel=\"stylesheet\" href=\"{root}{name}\">");
        assert!(text.contains(&link), "{page}");
        assert_eq!(text.matches("rel=\"stylesheet\"").count(), 1, "{page}");
    }
    let sheet = fs::read_to_string(site().join(name)).unwrap();
    let files = sheet.split("url(katex/").skip(1);
    let files: Vec<_> = files.filter_map(|rest| rest.split(')').next()).collect();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        assert!(site().join("katex").join(file).is_file(), "{file}");
    }
    let fonts = sheet.split("url(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let fonts: Vec<_> = fonts.filter(|file| file.starts_with("fonts/")).collect();
    assert_eq!(fonts.len(), 3, "{fonts:?}");
    for file in fonts {
        assert!(site().join(file).is_file(), "{file}");
    }
    // The sheet must follow the rules of mdBook, some of which it overrides.
    assert!(sheet.find("--text-font:") > sheet.find(".sidebar-scrollbox"));
}

use super::*;

#[test]
fn controls_are_native_and_named() {
    let field = |control: Control| field(&control);
    assert_eq!(
        field(Control::slider("width & more", &[0.5, 1.0], 1.0)),
        "<label><span>width &amp; more</span> <input type=\"range\" max=\"1\" value=\"1\" \
         aria-valuetext=\"1.0\" data-options=\"0.5|1.0\"> <span class=\"value\" aria-hidden=\"true\">1.0</span></label>\n"
    );
    assert_eq!(
        field(Control::menu("mask", &["none", "a < b"])),
        "<label><span>mask</span> <select><option>none</option>\
         <option>a &lt; b</option></select></label>\n"
    );
    assert_eq!(
        field(Control::switch("causal", true)),
        "<label><input type=\"checkbox\" checked> <span>causal</span></label>\n"
    );
}

#[test]
fn a_missing_script_names_the_command_that_writes_it() {
    let scripts = Scripts(vec![("widgets-0.js".into(), String::new())]);
    let error = scripts.attributes(&MODULES[0].1[0], "../").unwrap_err();
    assert_eq!(error, "theme/widgets/pooling.js is missing: cargo book widgets");
}

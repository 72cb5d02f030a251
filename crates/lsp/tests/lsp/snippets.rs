//! Templates with places to fill in.

use serde_json::{Value, json};

use crate::client::{Client, URI, span};

/// Opens a listing in an editor that can insert templates.
fn editor(text: &str) -> Client {
    let mut client = Client::bare();
    let can = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    client.ask("initialize", json!({ "capabilities": can })).unwrap();
    client.open(URI, text);
    client
}

/// The templates that are offered at the end of a row: their names and texts.
fn offered(client: &mut Client, text: &str, row: usize) -> Vec<(String, String)> {
    let units = text.split('\n').nth(row).unwrap().len();
    let items = client
        .at("textDocument/completion", row as u32, units as u32)
        .unwrap();
    let templates = items.as_array().unwrap().iter().filter(|item| item["kind"] == 15);
    let part = |value: &Value| value.as_str().unwrap().to_owned();
    templates
        .inspect(|item| assert_eq!(item["insertTextFormat"], 2))
        .map(|item| (part(&item["label"]), part(&item["textEdit"]["newText"])))
        .collect()
}

/// The texts that are offered there.
fn texts(text: &str, row: usize) -> Vec<String> {
    let mut client = editor(text);
    let texts = offered(&mut client, text, row)
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    client.end().unwrap();
    texts
}

/// A template with its places filled in as it proposes.
fn filled(template: &str) -> String {
    let mut text = template.replace("$0", "CLS");
    while let Some(start) = text.rfind("${") {
        let end = start + text[start..].find('}').unwrap();
        let proposed = text[start..end].split_once(':').unwrap().1.to_owned();
        text.replace_range(start..=end, &proposed);
    }
    text.replace("\\$", "$")
}

#[test]
fn templates_of_lines_have_numbers_that_fit() {
    let numbers = |text: &str, row: usize| -> Vec<Vec<u16>> {
        let number = |row: &str| row.split_once(' ').unwrap().0.parse().unwrap();
        let texts = texts(text, row).into_iter();
        texts.map(|text| text.lines().map(number).collect()).collect()
    };
    assert_eq!(numbers("", 0), [vec![10, 20, 30], vec![10, 20], vec![10, 20, 30]]);
    assert_eq!(numbers("5 CLS\nfo", 1)[0], [10, 20, 30]);
    assert_eq!(
        numbers("10 CLS\n fo\n20 STOP", 1),
        [vec![12, 14, 16], vec![13, 16], vec![12, 14, 16]]
    );
    assert_eq!(
        numbers("10 CLS\nfo\n13 STOP", 1),
        [[11, 12]],
        "room for two lines"
    );
    assert_eq!(numbers("10 CLS\nfo\n5 STOP", 1), [[0; 0]; 0]);
    assert_eq!(numbers("9999 CLS\nfo", 1), [[0; 0]; 0]);
}

#[test]
fn templates_depend_on_the_place() {
    let text = "10 CLS: i\n20 PRINT a\nf\n30 REM f\n40 FOR";
    let mut client = editor(text);
    let mut names = |row: usize| -> Vec<String> {
        offered(&mut client, text, row)
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    };
    assert!(names(0).contains(&"IF and THEN".to_owned()) && !names(0).contains(&"FOR and NEXT".to_owned()));
    assert_eq!(names(0), names(4));
    assert_eq!(names(2), ["FOR and NEXT", "READ and DATA", "REM and RETURN"]);
    assert!(names(1).is_empty() && names(3).is_empty());
    let items = client.at("textDocument/completion", 2, 1).unwrap();
    assert_eq!(
        (&items[0]["filterText"], span(&items[0]["textEdit"]["range"])),
        (&json!("for"), [2, 0, 2, 1])
    );
    client.end().unwrap();
    // Without line numbers, a row begins with a statement.
    let labelled = texts("@a: CLS\ni\n", 1);
    assert_eq!(labelled.len(), 9);
    assert!(labelled[0].starts_with("FOR "), "{labelled:?}");
    // An editor that cannot insert templates gets none.
    let (mut client, _) = Client::with(text);
    assert_eq!(offered(&mut client, text, 0), []);
    client.end().unwrap();
}

#[test]
fn templates_are_valid() {
    let lines = texts("", 0);
    let statements = texts("10 ", 0);
    assert_eq!((lines.len(), statements.len()), (3, 6));
    let statements = statements.iter().map(|statement| format!("10 {statement}\n"));
    for text in lines.iter().cloned().chain(statements) {
        let (client, found) = Client::with(&filled(&text));
        // Those below G100 are about what is around the template.
        let errors: Vec<_> = found["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|found| found["code"].as_str() >= Some("G100"))
            .collect();
        assert!(errors.is_empty(), "{text}: {errors:?}");
        client.end().unwrap();
    }
}

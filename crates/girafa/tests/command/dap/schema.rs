//! Checks messages against the protocol's JSON schema. Implements the part of JSON Schema that it uses.
//!
//! `debugAdapterProtocol.json` is that of the Debug Adapter Protocol, copyright Microsoft Corporation, under
//! the MIT licence (`LICENSE.txt`); this copy is the one in debugpy 1.8.22.

use serde_json::Value;

pub struct Schema(Value);

/// Schema keywords that do not restrict values. An enumeration with an underscore lists examples.
const REMARKS: [&str; 5] = ["description", "title", "enumDescriptions", "_enum", "$schema"];

impl Schema {
    pub fn new() -> Schema {
        Schema(serde_json::from_str(include_str!("debugAdapterProtocol.json")).unwrap())
    }

    /// Panics if a message from the adapter does not match the schema.
    pub fn check(&self, message: &Value) {
        let capitalised = |name: &Value| {
            let name = name.as_str().unwrap_or_default();
            name[..1].to_ascii_uppercase() + &name[1..]
        };
        if let Some(name) = message["event"]
            .as_str()
            .filter(|name| name.starts_with("girafa"))
        {
            return self.check_own_event(name, message);
        }
        let definition = match message["type"].as_str() {
            Some("event") => capitalised(&message["event"]) + "Event",
            Some("response") if message["success"] == false => "ErrorResponse".to_owned(),
            // A custom request, which is not defined by the protocol.
            Some("response") if message["command"] == "girafaKey" => "Response".to_owned(),
            Some("response") => capitalised(&message["command"]) + "Response",
            _ => panic!("{message} is no message of an adapter"),
        };
        let schema = &self.0["definitions"][&definition];
        assert!(schema.is_object(), "the protocol has no {definition}");
        if let Err(why) = self.holds(schema, message) {
            panic!("{definition}: {why}\n{message}");
        }
    }

    /// Checks a custom event, which is not defined by the protocol: its body has sound, a picture, or null for a
    /// picture that has gone.
    fn check_own_event(&self, name: &str, message: &Value) {
        let holds = self.holds(&self.0["definitions"]["Event"], message);
        assert!(holds.is_ok(), "{name}: {holds:?}");
        let body = message["body"].as_object().expect("a body");
        if name == "girafaSound" {
            let keys: Vec<&String> = body.keys().collect();
            return assert_eq!(keys, ["rate", "samples"]);
        }
        assert!(
            body.len() == 1 && matches!(name, "girafaScreen" | "girafaPaper"),
            "{name}: {:?}",
            body.keys()
        );
        match &body["png"] {
            Value::String(png) => assert!(
                png.starts_with("iVBORw0KGg") && png.len() <= 16 << 20,
                "{name}: {png}"
            ),
            other => assert!(other.is_null() && name == "girafaPaper", "{name}: {other}"),
        }
    }

    fn holds(&self, schema: &Value, value: &Value) -> Result<(), String> {
        for (keyword, rule) in schema.as_object().ok_or("a schema is no object")? {
            match keyword.as_str() {
                "$ref" => {
                    let path = rule.as_str().unwrap().strip_prefix('#').unwrap();
                    self.holds(self.0.pointer(path).ok_or(path)?, value)?;
                }
                "allOf" => {
                    for part in rule.as_array().unwrap() {
                        self.holds(part, value)?;
                    }
                }
                "oneOf" => {
                    let fits = rule
                        .as_array()
                        .unwrap()
                        .iter()
                        .filter(|part| self.holds(part, value).is_ok());
                    match fits.count() {
                        1 => {}
                        count => return Err(format!("{value} fits {count} of oneOf")),
                    }
                }
                "type" => {
                    let is = |name: &Value| match name.as_str().unwrap() {
                        "object" => value.is_object(),
                        "array" => value.is_array(),
                        "string" => value.is_string(),
                        "boolean" => value.is_boolean(),
                        "integer" => value.is_i64() || value.is_u64(),
                        "number" => value.is_number(),
                        "null" => value.is_null(),
                        other => panic!("the type {other}"),
                    };
                    let fits = rule
                        .as_array()
                        .map_or_else(|| is(rule), |names| names.iter().any(is));
                    if !fits {
                        return Err(format!("{value} is no {rule}"));
                    }
                }
                "enum" if !rule.as_array().unwrap().contains(value) => {
                    return Err(format!("{value} is none of {rule}"));
                }
                "enum" => {}
                "required" => {
                    let missing = rule
                        .as_array()
                        .unwrap()
                        .iter()
                        .find(|name| value.get(name.as_str().unwrap()).is_none());
                    if let Some(name) = missing {
                        return Err(format!("{name} is missing in {value}"));
                    }
                }
                "properties" => {
                    for (name, rule) in rule.as_object().unwrap() {
                        if let Some(part) = value.get(name) {
                            self.holds(rule, part).map_err(|why| format!("{name}: {why}"))?;
                        }
                    }
                }
                "items" => {
                    for part in value.as_array().into_iter().flatten() {
                        self.holds(rule, part)?;
                    }
                }
                "additionalProperties" => {
                    let known = schema["properties"].as_object();
                    for (name, part) in value.as_object().into_iter().flatten() {
                        if !known.is_some_and(|known| known.contains_key(name)) && rule.is_object() {
                            self.holds(rule, part).map_err(|why| format!("{name}: {why}"))?;
                        }
                    }
                }
                keyword if REMARKS.contains(&keyword) => {}
                other => panic!("the schema has {other}, of which this test knows nothing"),
            }
        }
        Ok(())
    }
}

#[test]
fn wrong_messages_are_noticed() {
    use serde_json::json;
    let schema = Schema::new();
    schema.check(&json!({ "seq": 1, "type": "event", "event": "stopped", "body": { "reason": "step" } }));
    schema.check(&json!({ "seq": 1, "type": "event", "event": "girafaPaper", "body": { "png": null } }));
    for wrong in [
        json!({ "seq": 1, "type": "event", "event": "stopped", "body": {} }),
        json!({ "seq": "1", "type": "event", "event": "stopped", "body": { "reason": "step" } }),
        json!({ "seq": 1, "type": "event", "event": "unheard" }),
        json!({ "seq": 1, "type": "event", "event": "girafaUnheard", "body": { "png": "iVBORw0KGgo=" } }),
        json!({ "seq": 1, "type": "event", "event": "girafaScreen", "body": { "png": "R0lG" } }),
        json!({ "seq": 1, "type": "event", "event": "girafaScreen", "body": {} }),
        json!({ "seq": 1, "type": "event", "event": "girafaScreen", "body": { "png": null } }),
        json!({ "type": "event", "event": "girafaPaper", "body": { "png": null } }),
        json!({ "seq": 1, "type": "response", "request_seq": 1, "success": true, "command": "scopes", "body": { "scopes": [{}] } }),
    ] {
        let noticed = std::panic::catch_unwind(|| schema.check(&wrong));
        assert!(noticed.is_err(), "{wrong}");
    }
}

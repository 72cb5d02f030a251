//! How results and errors go over to JavaScript.

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// `Error`s of JavaScript, made from ours. What a file holds is [shown](girafa_basic::shown) in their messages.
pub type Said<T> = Result<T, JsError>;

/// An error with this message.
pub fn error(message: impl std::fmt::Display) -> JsError {
    JsError::new(&message.to_string())
}

/// A value as JSON.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("keys are strings, numbers are finite")
}

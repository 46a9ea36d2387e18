//! JSON Patch (RFC 6902).

use crate::json::{index, tokens, Value};
use std::fmt;

/// An operation that cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchError {
    operation: usize,
    text: String,
}

impl PatchError {
    /// The position of the operation in the patch.
    pub fn operation(&self) -> usize {
        self.operation
    }
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operation {}: {}", self.operation, self.text)
    }
}

impl std::error::Error for PatchError {}

/// Applies the operations of a patch to a document, in place: it costs what the operations cost, however large the document is.
///
/// # Errors
///
/// The first operation that is none, or cannot be applied. Those before it have been applied; who needs all or nothing applies the
/// patch to a copy.
pub fn apply_patch(document: &mut Value, operations: &[Value]) -> Result<(), PatchError> {
    operations.iter().enumerate().try_for_each(|(position, operation)| {
        apply(document, operation).map_err(|text| PatchError { operation: position, text })
    })
}

fn apply(document: &mut Value, operation: &Value) -> Result<(), String> {
    let path = pointer(operation, "path")?;
    match operation["op"].as_str() {
        Some("add") => add(document, &path, value(operation)?.clone()),
        Some("remove") => remove(document, &path).map(drop),
        Some("replace") => {
            *find(document, &path)? = value(operation)?.clone();
            Ok(())
        }
        Some("move") => {
            let from = pointer(operation, "from")?;
            if path.len() > from.len() && path.starts_with(&from) {
                return Err(format!("found a move to {}, which is inside of what is moved", operation["path"]));
            }
            let moved = remove(document, &from)?;
            add(document, &path, moved)
        }
        Some("copy") => {
            let copied = find(document, &pointer(operation, "from")?)?.clone();
            add(document, &path, copied)
        }
        Some("test") => match find(document, &path)? {
            found if found == value(operation)? => Ok(()),
            found => Err(format!("found {found} at {}; {} is expected", operation["path"], operation["value"])),
        },
        _ => Err(format!("found the op {}; add, remove, replace, move, copy or test is expected", operation["op"])),
    }
}

fn pointer(operation: &Value, key: &str) -> Result<Vec<String>, String> {
    let pointer = operation[key].as_str().and_then(tokens);
    pointer.ok_or_else(|| format!("found the {key} {}; a JSON Pointer is expected", operation[key]))
}

fn value(operation: &Value) -> Result<&Value, String> {
    operation.get("value").ok_or_else(|| String::from("found no value"))
}

fn find<'a>(document: &'a mut Value, path: &[String]) -> Result<&'a mut Value, String> {
    path.iter().try_fold(document, |value, token| {
        let found = match value {
            Value::Object(object) => object.get_mut(token),
            Value::Array(array) => index(token).and_then(|position| array.get_mut(position)),
            _ => None,
        };
        found.ok_or_else(|| nothing(path))
    })
}

fn add(document: &mut Value, path: &[String], value: Value) -> Result<(), String> {
    let (last, parents) = match path.split_last() {
        Some(split) => split,
        None => {
            *document = value;
            return Ok(());
        }
    };
    match find(document, parents)? {
        Value::Object(object) => {
            object.insert(last.as_str(), value);
            Ok(())
        }
        Value::Array(array) => {
            let position = if last == "-" { Some(array.len()) } else { index(last) };
            match position.filter(|position| *position <= array.len()) {
                Some(position) => {
                    array.insert(position, value);
                    Ok(())
                }
                None => Err(format!("found the position {last:?} of an array of {} elements", array.len())),
            }
        }
        _ => Err(nothing(path)),
    }
}

fn remove(document: &mut Value, path: &[String]) -> Result<Value, String> {
    let (last, parents) = match path.split_last() {
        Some(split) => split,
        None => return Ok(std::mem::replace(document, Value::Null)),
    };
    let removed = match find(document, parents)? {
        Value::Object(object) => object.remove(last),
        Value::Array(array) => {
            index(last).filter(|position| *position < array.len()).map(|position| array.remove(position))
        }
        _ => None,
    };
    removed.ok_or_else(|| nothing(path))
}

fn nothing(path: &[String]) -> String {
    format!("found nothing at /{}", path.join("/"))
}

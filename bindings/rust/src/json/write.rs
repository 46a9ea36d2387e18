use super::Value;
use std::fmt::{self, Write};

fn write_string(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut start = 0;
    for (position, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.write_str(&text[start..position])?;
        match byte {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            b'\n' => out.write_str("\\n")?,
            b'\r' => out.write_str("\\r")?,
            b'\t' => out.write_str("\\t")?,
            other => write!(out, "\\u{other:04x}")?,
        }
        start = position + 1;
    }
    out.write_str(&text[start..])?;
    out.write_char('"')
}

fn write_value(out: &mut impl Write, value: &Value) -> fmt::Result {
    match value {
        Value::Null => out.write_str("null"),
        Value::Bool(is_true) => write!(out, "{is_true}"),
        Value::Number(number) => write!(out, "{number}"),
        Value::String(text) => write_string(out, text),
        Value::Array(array) => {
            out.write_char('[')?;
            for (position, element) in array.iter().enumerate() {
                if position > 0 {
                    out.write_char(',')?;
                }
                write_value(out, element)?;
            }
            out.write_char(']')
        }
        Value::Object(object) => {
            out.write_char('{')?;
            for (position, (key, element)) in object.iter().enumerate() {
                if position > 0 {
                    out.write_char(',')?;
                }
                write_string(out, key)?;
                out.write_char(':')?;
                write_value(out, element)?;
            }
            out.write_char('}')
        }
    }
}

/// Compact JSON.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(f, self)
    }
}

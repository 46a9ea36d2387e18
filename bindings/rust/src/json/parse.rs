use super::{Number, Object, Value};
use std::fmt;
use std::str::FromStr;

/// The levels of arrays and objects that a text may have, as `limits.depth` allows at most.
const DEPTH: usize = 512;

/// A text is not strict JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    offset: usize,
    expected: &'static str,
}

impl ParseError {
    /// Where the error is, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON at byte {}: {} is expected", self.offset, self.expected)
    }
}

impl std::error::Error for ParseError {}

/// Strict JSON (RFC 8259) of up to 512 levels, without doubled keys.
impl FromStr for Value {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Value, ParseError> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(0)?;
        parser.space();
        match parser.peek() {
            None => Ok(value),
            Some(_) => parser.fail("the end of the text"),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn fail<T>(&self, expected: &'static str) -> Result<T, ParseError> {
        Err(ParseError { offset: self.at, expected })
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.text.as_bytes()[self.at..].starts_with(text.as_bytes());
        if found {
            self.at += text.len();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, ParseError> {
        self.space();
        match self.peek() {
            Some(b'{' | b'[') if depth == DEPTH => self.fail("a text of up to 512 levels"),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("true") => Ok(Value::Bool(true)),
            _ if self.take("false") => Ok(Value::Bool(false)),
            _ if self.take("null") => Ok(Value::Null),
            _ => self.fail("a value"),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, ParseError> {
        let mut array = Vec::new();
        self.at += 1;
        self.space();
        if self.take("]") {
            return Ok(Value::Array(array));
        }
        loop {
            array.push(self.value(depth + 1)?);
            self.space();
            if self.take("]") {
                return Ok(Value::Array(array));
            }
            if !self.take(",") {
                return self.fail("a comma or a closing bracket");
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, ParseError> {
        let mut object = Object::new();
        self.at += 1;
        self.space();
        if self.take("}") {
            return Ok(Value::Object(object));
        }
        loop {
            self.space();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return self.fail("a key");
            }
            let key = self.string()?;
            self.space();
            if !self.take(":") {
                return self.fail("a colon");
            }
            let value = self.value(depth + 1)?;
            if object.insert(key, value).is_some() {
                return Err(ParseError { offset: start, expected: "another key: it is there twice" });
            }
            self.space();
            if self.take("}") {
                return Ok(Value::Object(object));
            }
            if !self.take(",") {
                return self.fail("a comma or a closing brace");
            }
        }
    }

    fn string(&mut self) -> Result<String, ParseError> {
        let mut string = String::new();
        self.at += 1;
        let mut start = self.at;
        loop {
            match self.peek() {
                Some(b'"') => {
                    string.push_str(&self.text[start..self.at]);
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    string.push_str(&self.text[start..self.at]);
                    self.at += 1;
                    string.push(self.escape()?);
                    start = self.at;
                }
                Some(0..=0x1F) => return self.fail("an escape for a control character"),
                Some(_) => self.at += 1,
                None => return self.fail("a closing quote"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let character = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => byte.into(),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode();
            }
            _ => return self.fail("an escape"),
        };
        self.at += 1;
        Ok(character)
    }

    fn unicode(&mut self) -> Result<char, ParseError> {
        let first = self.digits()?;
        let code = match first {
            0xD800..=0xDBFF if self.take("\\u") => match self.digits()? {
                second @ 0xDC00..=0xDFFF => 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00),
                _ => return self.fail("the second half of a pair of surrogates before"),
            },
            other => other,
        };
        char::from_u32(code).map_or_else(|| self.fail("a pair of surrogates before"), Ok)
    }

    fn digits(&mut self) -> Result<u32, ParseError> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4);
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|code| u32::from_str_radix(code, 16).ok()) {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => self.fail("four hexadecimal digits"),
        }
    }

    fn number(&mut self) -> Result<Value, ParseError> {
        let start = self.at;
        self.take("-");
        if !self.take("0") {
            self.some_digits()?;
        }
        if self.take(".") {
            self.some_digits()?;
        }
        if self.take("e") || self.take("E") {
            let _ = self.take("+") || self.take("-");
            self.some_digits()?;
        }
        Ok(Value::Number(Number::from_text(&self.text[start..self.at])))
    }

    fn some_digits(&mut self) -> Result<(), ParseError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return self.fail("a digit");
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }
}

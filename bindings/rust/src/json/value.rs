use super::pointer::{index, tokens};
use super::{Number, Object};
use std::ops::Index;

/// A JSON value.
///
/// ```
/// use adit::Value;
///
/// let value: Value = r#"{"items": [1, 2.50, 18446744073709551615]}"#.parse()?;
/// assert_eq!(value["items"][2].as_u64(), Some(u64::MAX));
/// assert_eq!(value.to_string(), r#"{"items":[1,2.50,18446744073709551615]}"#);
/// assert_eq!(value.pointer("/items/0"), Some(&Value::from(1)));
/// # Ok::<(), adit::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, exactly as it is written.
    Number(Number),
    /// A text. It may have NUL characters.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// Members in order.
    Object(Object),
}

static NULL: Value = Value::Null;

impl Value {
    /// An object of members: `Value::object([("by", 2)])`.
    pub fn object<K: Into<String>, V: Into<Value>>(members: impl IntoIterator<Item = (K, V)>) -> Value {
        Value::Object(members.into_iter().collect())
    }

    /// The value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object().and_then(|object| object.get(key))
    }

    /// The part that a JSON Pointer (RFC 6901) leads to.
    pub fn pointer(&self, pointer: &str) -> Option<&Value> {
        tokens(pointer)?.iter().try_fold(self, |value, token| match value {
            Value::Object(object) => object.get(token),
            Value::Array(array) => array.get(index(token)?),
            _ => None,
        })
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_i64)
    }

    /// A whole number that is not negative.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number().and_then(Number::as_u64)
    }

    /// A number, as the nearest `f64`.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number().map(Number::as_f64)
    }

    /// A number.
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(is_true) => Some(*is_true),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }
}

/// `value["key"]`; null if there is no such key.
impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&NULL)
    }
}

/// `value[0]`; null if there is no such element.
impl Index<usize> for Value {
    type Output = Value;

    fn index(&self, position: usize) -> &Value {
        self.as_array().and_then(|array| array.get(position)).unwrap_or(&NULL)
    }
}

macro_rules! from_integers {
    ($($small:ty => $wide:ty),*) => {$(
        impl From<$small> for Value {
            fn from(number: $small) -> Value {
                Value::Number(Number::from(<$wide>::from(number)))
            }
        }
    )*};
}
from_integers!(i8 => i64, i16 => i64, i32 => i64, i64 => i64, u8 => u64, u16 => u64, u32 => u64, u64 => u64);

/// NaN and the infinities, which JSON does not have, become null.
impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Number::from_f64(number).map_or(Value::Null, Value::Number)
    }
}

impl From<bool> for Value {
    fn from(is_true: bool) -> Value {
        Value::Bool(is_true)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::String(text)
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Value {
        Value::Object(object)
    }
}

impl<V: Into<Value>> From<Vec<V>> for Value {
    fn from(elements: Vec<V>) -> Value {
        elements.into_iter().collect()
    }
}

impl<V: Into<Value>> FromIterator<V> for Value {
    fn from_iter<I: IntoIterator<Item = V>>(elements: I) -> Value {
        Value::Array(elements.into_iter().map(Into::into).collect())
    }
}

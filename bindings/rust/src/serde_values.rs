use crate::json::Value;
use crate::message::{AsMessage, Message};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// As made by `serde_json::json!`.
impl AsMessage for serde_json::Value {
    fn text(&self) -> Cow<'_, [u8]> {
        Cow::Owned(self.to_string().into_bytes())
    }
}

/// By serde, with the feature `serde`.
impl Value {
    /// Reads a value.
    ///
    /// # Errors
    ///
    /// The value is none of the type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.to_string())
    }

    /// The value of what can be serialized.
    ///
    /// # Errors
    ///
    /// It has no JSON form, such as a map whose keys are no texts, or refuses to be serialized.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Result<Value, serde_json::Error> {
        let text = serde_json::to_string(value)?;
        text.parse().map_err(<serde_json::Error as serde::ser::Error>::custom)
    }
}

impl<'a> Message<'a> {
    /// Reads the message, by serde.
    ///
    /// # Errors
    ///
    /// It is none of the type.
    pub fn read<T: Deserialize<'a>>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.text())
    }
}

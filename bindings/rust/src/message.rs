use crate::inner::Inner;
use crate::json::{ParseError, Value};
use crate::sender::Sender;
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// What can be sent: a [`Value`], or a text, which Adit gets as it is, whatever its bytes are.
pub trait AsMessage {
    /// The text.
    fn text(&self) -> Cow<'_, [u8]>;
}

impl AsMessage for Value {
    fn text(&self) -> Cow<'_, [u8]> {
        Cow::Owned(self.to_string().into_bytes())
    }
}

impl AsMessage for str {
    fn text(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.as_bytes())
    }
}

impl AsMessage for String {
    fn text(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.as_bytes())
    }
}

impl AsMessage for [u8] {
    fn text(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self)
    }
}

impl<const N: usize> AsMessage for [u8; N] {
    fn text(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self)
    }
}

impl AsMessage for Vec<u8> {
    fn text(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self)
    }
}

impl<M: AsMessage + ?Sized> AsMessage for &M {
    fn text(&self) -> Cow<'_, [u8]> {
        (**self).text()
    }
}

/// A message of a core, as its callback gets it: a text.
pub struct Message<'a> {
    text: &'a str,
    inner: &'a Arc<Inner>,
}

impl<'a> Message<'a> {
    pub(crate) fn new(text: &'a str, inner: &'a Arc<Inner>) -> Message<'a> {
        Message { text, inner }
    }

    /// The text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The value.
    pub fn value(&self) -> Result<Value, ParseError> {
        self.text.parse()
    }

    /// What sends to the core of this message. A callback may send; it cannot drive.
    pub fn sender(&self) -> Sender {
        Sender::new(Arc::clone(self.inner))
    }
}

impl Deref for Message<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.text
    }
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

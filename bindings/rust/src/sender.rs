use crate::error::{Code, Error};
use crate::inner::Inner;
use crate::json::Value;
use crate::message::AsMessage;
use crate::request::Request;
use std::ffi::CString;
use std::fmt;
use std::sync::Arc;

/// Sends to a core, from any thread and from callbacks. It does not keep the core open: once that is closed, each method fails with
/// [`Code::Core`].
#[derive(Clone)]
pub struct Sender {
    inner: Arc<Inner>,
}

impl Sender {
    pub(crate) fn new(inner: Arc<Inner>) -> Sender {
        Sender { inner }
    }

    /// As [`Core::send`](crate::Core::send).
    pub fn send(&self, message: impl AsMessage) -> Result<(), Error> {
        self.inner.send(&message.text())
    }

    /// As [`Core::submit`](crate::Core::submit).
    pub fn submit(&self, client: &str, message: impl AsMessage) -> Result<(), Error> {
        let client = CString::new(client).map_err(|_| {
            Error::new(Code::Invalid, format!("{client:?}: found a NUL character in the name of a client"))
        })?;
        self.inner.functions().submit(self.inner.id(), &client, &message.text())
    }

    /// As [`Core::request`](crate::Core::request).
    pub fn request(&self, message: impl AsMessage) -> Request {
        Request::new(&self.inner, &message.text(), None)
    }

    /// As [`Core::request_answered`](crate::Core::request_answered).
    pub fn request_answered(
        &self,
        message: impl AsMessage,
        answers: impl Fn(&Value) -> bool + Send + Sync + 'static,
    ) -> Request {
        Request::new(&self.inner, &message.text(), Some(Box::new(answers)))
    }

    /// As [`Core::wakeup`](crate::Core::wakeup).
    pub fn wakeup(&self) -> Result<(), Error> {
        self.inner.functions().wakeup(self.inner.id())
    }
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sender").field(&self.inner.id()).finish()
    }
}

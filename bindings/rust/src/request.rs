use crate::error::Error;
use crate::inner::Inner;
use crate::json::Value;
use crate::locked;
use crate::router::{Answer, Answers};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};

/// The answer to a message: the first message that carries its `@id`, without that. An `@error` is an [`Error`], and so is a core that
/// closes before.
///
/// It needs no executor of a kind. Dropping it gives the answer up; the message is handled nevertheless.
#[must_use = "the message was sent; the answer comes by awaiting this"]
pub struct Request {
    id: String,
    answer: Arc<Answer>,
    inner: Weak<Inner>,
}

impl Request {
    pub(crate) fn new(inner: &Arc<Inner>, text: &[u8], answers: Option<Answers>) -> Request {
        let (id, answer) = inner.router.expect(answers);
        let request = Request { id, answer, inner: Arc::downgrade(inner) };
        if let Err(error) = inner.send(&with_id(text, &request.id)) {
            request.answer.complete(Err(error));
        }
        request
    }
}

/// A message with an id. It comes last, so that the offset of an error is right.
fn with_id(text: &[u8], id: &str) -> Vec<u8> {
    let end = text.iter().rposition(|byte| !byte.is_ascii_whitespace());
    match end {
        Some(end) if text[end] == b'}' => {
            let is_empty = text[..end].iter().rfind(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
            let member = format!("{}\"@id\":\"{id}\"}}", if is_empty { "" } else { "," });
            [&text[..end], member.as_bytes()].concat()
        }
        // No object: Adit says so.
        _ => text.to_vec(),
    }
}

impl Future for Request {
    type Output = Result<Value, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = locked(&self.answer.state);
        match state.result.take() {
            Some(result) => Poll::Ready(result),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.upgrade() {
            inner.router.forget(&self.id);
        }
    }
}

use crate::error::Error;
use crate::json::Value;
use crate::sender::Sender;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

pub(crate) type Work = Pin<Box<dyn Future<Output = Result<Value, Value>> + Send>>;
pub(crate) type Gateway = Arc<dyn Fn(Effect) -> Work + Send + Sync>;

/// A request of the core to a gateway.
pub struct Effect {
    id: String,
    gateway: String,
    client: Option<String>,
    replies: Replies,
    /// What is asked.
    pub request: Value,
    sender: Sender,
}

/// How many answers an effect expects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replies {
    None,
    One,
    Many,
}

impl Effect {
    /// The effect of an `@effect` message; `None` if it is none.
    pub(crate) fn of(message: &Value, sender: Sender) -> Option<Effect> {
        let body = message.get("@effect")?;
        let replies = match &body["reply"] {
            Value::Bool(false) => Replies::None,
            Value::String(many) if many == "many" => Replies::Many,
            _ => Replies::One,
        };
        Some(Effect {
            id: body["id"].as_str()?.into(),
            gateway: body["gateway"].as_str()?.into(),
            client: message["@client"].as_str().map(String::from),
            replies,
            request: body["request"].clone(),
            sender,
        })
    }

    /// Its id: `"e1-7"`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of the gateway.
    pub fn gateway(&self) -> &str {
        &self.gateway
    }

    /// The client whose message caused it, if one did.
    pub fn client(&self) -> Option<&str> {
        self.client.as_deref()
    }

    /// Whether any number of answers is expected: those before the last by [`emit`](Effect::emit), the last as the function's result.
    pub fn is_source(&self) -> bool {
        self.replies == Replies::Many
    }

    /// Answers a source, with more to come.
    ///
    /// # Errors
    ///
    /// Those of [`Sender::send`].
    pub fn emit(&self, item: Value) -> Result<(), Error> {
        self.sender.send(reply(&self.id, Ok(item), true))
    }

    /// What sends to the core.
    pub fn sender(&self) -> &Sender {
        &self.sender
    }

    pub(crate) fn replies(&self) -> Replies {
        self.replies
    }
}

impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}: {}", self.id, self.gateway, self.request)
    }
}

/// An `@reply`.
pub(crate) fn reply(effect: &str, result: Result<Value, Value>, more: bool) -> Value {
    let (key, value) = match result {
        Ok(value) => ("result", value),
        Err(value) => ("error", value),
    };
    let mut body = vec![("effect", Value::from(effect)), (key, value)];
    if more {
        body.push(("more", Value::Bool(true)));
    }
    Value::object([("@reply", Value::object(body))])
}

use crate::protocol::{AditToCore, AditToHost, AditWith};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A value that has another form. The text begins with its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodingError(pub String);

impl DecodingError {
    pub(crate) fn below(self, path: &str) -> Self {
        Self(format!("{path}: {}", self.0))
    }
}

impl std::fmt::Display for DecodingError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for DecodingError {}

/// Elements in order, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table<I, T> {
    /// The ids, in order.
    pub ids: Vec<I>,
    /// The elements, by their ids as texts.
    pub entities: BTreeMap<String, T>,
}

impl<I: ToString, T> Table<I, T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The element with an id.
    pub fn get(&self, id: &I) -> Option<&T> {
        self.entities.get(&id.to_string())
    }

    /// The elements, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.ids.iter().filter_map(|id| self.get(id))
    }
}

/// The form of what a feature requests: below the key `request`.
pub mod request {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wrapper<T> {
        request: T,
    }

    pub fn serialize<T: Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        Wrapper { request: value }.serialize(serializer)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        Ok(Wrapper::deserialize(deserializer)?.request)
    }
}

/// The form of what a feature responds: below the key `response`.
pub mod response {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wrapper<T> {
        response: T,
    }

    pub fn serialize<T: Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        Wrapper { response: value }.serialize(serializer)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        Ok(Wrapper::deserialize(deserializer)?.response)
    }
}

/// A message of the app, or of Adit.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<M, A> {
    /// One of the app.
    App(M),
    /// One of Adit.
    Adit(A),
}

/// What may stand beside a message to the core.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentBeside {
    /// A text or an integer, which is repeated beside all that the message causes.
    #[serde(rename = "@id", default, skip_serializing_if = "Option::is_none")]
    pub id: Option<crate::protocol::AditId>,
    /// Dependencies of the message.
    #[serde(rename = "@with", default, skip_serializing_if = "Option::is_none")]
    pub with: Option<AditWith>,
    /// Consecutive messages of a group are undone together.
    #[serde(rename = "@group", default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// A message to the core, and what stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent<M> {
    pub message: Message<M, AditToCore>,
    pub beside: SentBeside,
}

impl<M> From<M> for Sent<M> {
    fn from(message: M) -> Self {
        Self { message: Message::App(message), beside: SentBeside::default() }
    }
}

impl<M> Sent<M> {
    /// One of Adit's own messages.
    pub fn adit(message: AditToCore) -> Self {
        Self { message: Message::Adit(message), beside: SentBeside::default() }
    }
}

impl<M: Serialize + DeserializeOwned> Sent<M> {
    /// Reads a message. The error names the path of what has another form.
    pub fn from_json(text: &str) -> Result<Self, DecodingError> {
        let (message, beside) = split(text, &["@id", "@with", "@group"])?;
        let message = read_message(message, &beside)?;
        Ok(Self { message, beside: read(beside)? })
    }

    /// Writes the message.
    pub fn to_json(&self) -> String {
        join(&self.message, &self.beside)
    }
}

/// What may stand beside a message to the host.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeardBeside {
    /// The `@id` of the message that caused it.
    #[serde(rename = "@id", default, skip_serializing_if = "Option::is_none")]
    pub id: Option<crate::protocol::AditId>,
    /// The client whose message caused it.
    #[serde(rename = "@client", default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Its number, by which `heard` acknowledges it.
    #[serde(rename = "@cursor", default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u64>,
    /// Whether it may have been delivered before.
    #[serde(rename = "@again", default, skip_serializing_if = "Option::is_none")]
    pub again: Option<bool>,
}

/// A message to the host, and what stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Received<M> {
    pub message: Message<M, AditToHost>,
    pub beside: HeardBeside,
}

impl<M: Serialize + DeserializeOwned> Received<M> {
    /// Reads a message. The error names the path of what has another form.
    pub fn from_json(text: &str) -> Result<Self, DecodingError> {
        let (message, beside) = split(text, &["@id", "@client", "@cursor", "@again"])?;
        let message = read_message(message, &beside)?;
        Ok(Self { message, beside: read(beside)? })
    }

    /// Writes the message.
    pub fn to_json(&self) -> String {
        join(&self.message, &self.beside)
    }
}

/// Parts a message from what stands beside it.
fn split(text: &str, beside: &[&str]) -> Result<(Value, Value), DecodingError> {
    let all: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| DecodingError(format!("the message: {error}")))?;
    let (others, message): (Map<_, _>, Map<_, _>) =
        all.into_iter().partition(|(key, _)| beside.contains(&key.as_str()));
    if message.len() != 1 {
        let keys: Vec<_> = message.keys().map(String::as_str).collect();
        return Err(DecodingError(format!("the message: found the keys {}; one case is expected", keys.join(", "))));
    }
    Ok((Value::Object(message), Value::Object(others)))
}

fn read_message<M: DeserializeOwned, A: DeserializeOwned>(
    message: Value,
    beside: &Value,
) -> Result<Message<M, A>, DecodingError> {
    let is_own = message.as_object().map_or(false, |members| members.keys().any(|key| key.starts_with('@')));
    if !is_own {
        return Ok(Message::App(read(message)?));
    }
    if let Some(key) = ["@with", "@group"].iter().find(|key| beside.get(**key).is_some()) {
        return Err(DecodingError(format!(
            "{key}: found beside a message of Adit; it stands beside those of the app only"
        )));
    }
    Ok(Message::Adit(read(message)?))
}

pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, DecodingError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        DecodingError(format!("{}: {}", if path == "." { "the message" } else { path.as_str() }, error.inner()))
    })
}

fn join<M: Serialize, A: Serialize>(message: &Message<M, A>, beside: &impl Serialize) -> String {
    // A value of these types fails to be written only where a number is no JSON, and such a one is null then.
    let mut all = match message {
        Message::App(message) => serde_json::to_value(message),
        Message::Adit(message) => serde_json::to_value(message),
    }
    .unwrap_or_default();
    if let (Value::Object(all), Ok(Value::Object(beside))) = (&mut all, serde_json::to_value(beside)) {
        all.extend(beside);
    }
    all.to_string()
}

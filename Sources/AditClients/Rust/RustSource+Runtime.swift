// SPDX-License-Identifier: Apache-2.0

extension RustSource {
    static let head = #"""
        #![allow(dead_code)]

        use std::collections::{BTreeMap, HashMap};
        use std::marker::PhantomData;
        use std::sync::atomic::{AtomicBool, Ordering};
        use std::sync::{Arc, Weak};

        use serde::de::DeserializeOwned;
        use serde::{Deserialize, Serialize};
        use serde_json::{Map, Value};

        /// A UUID of 36 characters.
        pub type Uuid = String;
        /// A time, as of RFC 3339, with up to nanoseconds.
        pub type Timestamp = String;
        /// A day: 2026-11-21.
        pub type Day = String;
        """#

    static let runtime = #"""

        /// A value that has another form. The text begins with its path.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct DecodingError(pub String);

        impl std::fmt::Display for DecodingError {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl std::error::Error for DecodingError {}

        /// Parts a message from what stands beside it: keys that may stand beside every message, and beside one of the app only.
        fn split(text: &str, beside: &[&str], own: &[&str]) -> Result<(Value, Value), DecodingError> {
            let all: Map<String, Value> =
                serde_json::from_str(text).map_err(|error| DecodingError(format!("the message: {error}")))?;
            let (others, message): (Map<_, _>, Map<_, _>) =
                all.into_iter().partition(|(key, _)| beside.contains(&key.as_str()) || own.contains(&key.as_str()));
            if message.keys().any(|key| key.starts_with('@')) {
                if let Some(key) = own.iter().find(|key| others.contains_key(**key)) {
                    return Err(DecodingError(format!("{key}: found beside a message of Adit; it stands beside those of the app only")));
                }
            }
            if message.len() != 1 {
                let keys: Vec<_> = message.keys().map(String::as_str).collect();
                return Err(DecodingError(format!("the message: found the keys {}; one case is expected", keys.join(", "))));
            }
            Ok((Value::Object(message), Value::Object(others)))
        }

        fn read<T: DeserializeOwned>(value: Value) -> Result<T, DecodingError> {
            serde_path_to_error::deserialize(value).map_err(|error| {
                let path = error.path().to_string();
                DecodingError(format!("{}: {}", if path == "." { "the message" } else { path.as_str() }, error.inner()))
            })
        }

        fn join(message: &impl Serialize, beside: &impl Serialize) -> String {
            // A value of these types fails to be written only where a number is no JSON, and such a one is null then.
            let mut all = serde_json::to_value(message).unwrap_or_default();
            if let (Value::Object(all), Ok(Value::Object(beside))) = (&mut all, serde_json::to_value(beside)) {
                all.extend(beside);
            }
            all.to_string()
        }

        /// What carries messages: a binding's core, or a connection to a server.
        pub trait Transport {
            type Error: std::error::Error;

            /// Opens a core with a config. Each message that it receives goes to the client's `receive`.
            fn open(&self, app: &str, config: &str) -> Result<(), Self::Error>;

            /// Sends a message.
            fn send(&self, text: &str) -> Result<(), Self::Error>;
        }

        /// Where the answers to a request go.
        struct Answer<T: Transport> {
            transport: Arc<T>,
            effect: String,
            is_cancelled: Arc<AtomicBool>,
        }

        impl<T: Transport> Answer<T> {
            fn send(&self, members: Value) -> Result<(), T::Error> {
                if self.is_cancelled.load(Ordering::Acquire) {
                    return Ok(());
                }
                let mut reply = members;
                reply["effect"] = Value::String(self.effect.clone());
                self.transport.send(&serde_json::json!({ "@reply": reply }).to_string())
            }
        }

        /// The answer to a request of the core.
        pub struct Reply<R: Serialize, T: Transport> {
            answer: Answer<T>,
            result: PhantomData<fn(R)>,
        }

        impl<R: Serialize, T: Transport> Reply<R, T> {
            fn new(answer: Answer<T>) -> Self {
                Self { answer, result: PhantomData }
            }

            /// Answers with a result.
            pub fn send(self, result: &R) -> Result<(), T::Error> {
                self.answer.send(serde_json::json!({ "result": result }))
            }

            /// Answers with an error: any JSON.
            pub fn fail(self, error: Value) -> Result<(), T::Error> {
                self.answer.send(serde_json::json!({ "error": error }))
            }

            /// Whether the core needs no answer any more.
            pub fn is_cancelled(&self) -> bool {
                self.answer.is_cancelled.load(Ordering::Acquire)
            }
        }

        /// The answers to a request of the core for any number of them.
        pub struct Source<R: Serialize, T: Transport> {
            answer: Answer<T>,
            result: PhantomData<fn(R)>,
        }

        impl<R: Serialize, T: Transport> Source<R, T> {
            fn new(answer: Answer<T>) -> Self {
                Self { answer, result: PhantomData }
            }

            /// Answers with an item.
            pub fn send(&self, item: &R) -> Result<(), T::Error> {
                self.answer.send(serde_json::json!({ "result": item, "more": true }))
            }

            /// Ends the source with an error: any JSON.
            pub fn fail(self, error: Value) -> Result<(), T::Error> {
                self.answer.send(serde_json::json!({ "error": error }))
            }

            /// Ends the source.
            pub fn end(self) -> Result<(), T::Error> {
                self.answer.send(serde_json::json!({}))
            }

            /// Whether the core needs no answer any more.
            pub fn is_cancelled(&self) -> bool {
                self.answer.is_cancelled.load(Ordering::Acquire)
            }
        }
        """#
}

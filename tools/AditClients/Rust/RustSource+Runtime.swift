extension RustSource {
    static let head = #"""
        #![allow(dead_code, clippy::enum_variant_names)]

        use std::collections::BTreeMap;
        use std::future::Future;
        use std::marker::PhantomData;

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

        impl DecodingError {
            fn below(self, path: &str) -> Self {
                Self(format!("{path}: {}", self.0))
            }
        }

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
        """#
}

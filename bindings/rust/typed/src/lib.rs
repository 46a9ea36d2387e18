//! What generated clients are made of: the coding of values, Adit's own types, and the client.
//!
//! `adit generate --lang rust` makes a module with the types of an app and a client, which uses this crate as `typed`.

#![deny(unsafe_code)]
#![warn(rust_2018_idioms)]

mod client;
mod coding;
mod gateways;
#[allow(clippy::enum_variant_names, clippy::large_enum_variant)]
mod protocol;

pub use crate::client::{ask, tell, Answer, App, Builder, Client, ClientError, Followed};
pub use crate::coding::{request, response, DecodingError, HeardBeside, Message, Received, Sent, SentBeside, Table};
pub use crate::gateways::{GatewayError, GatewayItems};
pub use crate::protocol::*;
pub use serde_json::Value;

/// A UUID of 36 characters.
pub type Uuid = String;
/// A time, as of RFC 3339, with up to nanoseconds.
pub type Timestamp = String;
/// A day: 2026-11-21.
pub type Day = String;

//! Adit, an embeddable application core, for Rust. All business logic and all state is in a *core*, of an app in a shared library; a
//! host sends it messages and receives messages, both JSON. It has no dependencies but
//! serde, which the feature `serde`, a default one, can be left out of.
//!
//! ```no_run
//! use adit::{Library, Wait};
//!
//! // SAFETY: libadit_cores.so is an Adit library.
//! let library = unsafe { Library::open("libadit_cores.so") }?;
//! let core = library.core("counter").on_message(|message| println!("{message}")).open()?;
//! core.send(r#"{"counter":{"request":{"increment":{"by":2}}}}"#)?;
//! core.process(Wait::None)?; // prints {"counter":{"response":{"wasIncremented":{"to":2}}}}
//! core.close(Wait::Forever)?; // prints {"@closed":{}}
//! # Ok::<(), adit::Error>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`Library`] | an app library, loaded by its path or [linked](Library::linked) |
//! | [`Core`] | opens by [`Library::core`]; is driven by one thread at a time, and closes when it is dropped |
//! | [`Sender`] | sends to a core from any thread |
//! | [`Request`] | the future of the answer to a message |
//! | [`Builder::gateway`] | an async function that serves a gateway |
//! | [`Mirror`] | a part of the state, kept up to date |
//! | [`Loop`] | an event loop on `poll(2)` that drives cores and futures |
//! | [`Group`] | many cores with one descriptor |
//! | [`Value`] | JSON with exact numbers; [`Value::read`] and [`Value::of`] by serde |
//!
//! Adit has no thread: a core runs inside of the calls that drive it, and so do its callback, its mirrors' notifications and the
//! futures of its gateways.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![warn(rust_2018_idioms)]

mod builder;
mod core;
mod error;
mod event_loop;
mod ffi;
mod gateway;
mod group;
mod inner;
mod json;
mod library;
mod message;
mod mirror;
mod patch;
mod request;
mod router;
mod sender;
#[cfg(feature = "serde")]
mod serde_values;
mod tasks;
mod timers;
mod wait;

pub use crate::builder::Builder;
pub use crate::core::Core;
pub use crate::error::{Code, Error};
pub use crate::event_loop::{Loop, LoopHandle};
pub use crate::gateway::Effect;
pub use crate::group::Group;
pub use crate::json::{Number, Object, ParseError, Value};
pub use crate::library::Library;
pub use crate::message::{AsMessage, Message};
pub use crate::mirror::{Changed, Mirror, Window};
pub use crate::patch::{apply_patch, PatchError};
pub use crate::request::Request;
pub use crate::sender::Sender;
pub use crate::timers::{Readable, Sleep};
pub use crate::wait::Wait;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The content of a mutex. A panic of the host's code, which goes on elsewhere, does not make it unusable.
fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! JSON values whose numbers are exact and whose objects keep their order.

mod number;
mod object;
mod parse;
mod pointer;
mod value;
mod write;

pub use number::Number;
pub use object::Object;
pub use parse::ParseError;
pub use value::Value;

pub(crate) use pointer::{index, tokens};

//! host LIBRARY TEXT...: adds each text to the list of the core @name@, and prints what it answers.
use adit::{Library, Value, Wait};

fn main() -> Result<(), adit::Error> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or("lib@name@_core.so".into());
    // SAFETY: it is an Adit library.
    let library = unsafe { Library::open(path) }?;
    let core = library.core("@name@").on_message(|message| println!("{message}")).open()?;
    for text in arguments {
        let add = Value::object([("add", Value::object([("text", text)]))]);
        core.send(Value::object([("entries", Value::object([("request", add)]))]))?;
    }
    core.process(Wait::None)?;
    core.close(Wait::Forever)
}

//! What a message costs: `cost LIBRARY COUNT [value]` sends COUNT messages, each with a process of its own, and prints the nanoseconds of
//! one. With `value`, each is made of a Value, and its answer is parsed.

use adit::{Library, Value, Wait};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let count: u32 = arguments.get(2).ok_or("usage: cost LIBRARY COUNT [value]")?.parse()?;
    let with_values = arguments.get(3).is_some();
    // SAFETY: whoever runs this names an Adit library.
    let library = unsafe { Library::open(&arguments[1]) }?;
    let core = library.core("counter").on_message(move |message| {
        if with_values {
            assert!(message.value().is_ok());
        }
    });
    let core = core.open()?;
    let start = Instant::now();
    for _ in 0..count {
        if with_values {
            let increment = Value::object([("increment", Value::object([("by", 1)]))]);
            core.send(Value::object([("counter", Value::object([("request", increment)]))]))?;
        } else {
            core.send(r#"{"counter":{"request":{"increment":{"by":1}}}}"#)?;
        }
        core.process(Wait::None)?;
    }
    println!("{}", start.elapsed().as_nanos() / u128::from(count));
    Ok(())
}

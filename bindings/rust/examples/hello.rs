use adit::{Library, Wait};

fn main() -> Result<(), adit::Error> {
    let path = std::env::args().nth(1).unwrap_or("libadit_cores.so".into());
    // SAFETY: the path is that of an Adit library.
    let library = unsafe { Library::open(path) }?;
    let core = library.core("counter").on_message(|message| println!("{message}")).open()?;
    core.send(r#"{"counter":{"request":{"increment":{"by":2}}}}"#)?;
    core.process(Wait::None)?; // prints {"counter":{"response":{"wasIncremented":{"to":2}}}}
    core.close(Wait::Forever) // prints {"@closed":{}}
}

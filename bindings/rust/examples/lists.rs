//! A todo list on the crate's own event loop, without an executor. Each line of standard input is a command: `add TEXT` adds an item,
//! `import LIST` asks the gateway `lists`, which reads the file LIST of a folder after a while. The open items are printed when they
//! change. One thread does it all: it sleeps in poll(2) until there is a line, a timer is due or the core has work.
//!
//! ```text
//! lists LIBRARY FOLDER
//! ```

use adit::{Core, Effect, Library, Loop, LoopHandle, Mirror, Sender, Value};
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    // SAFETY: whoever runs this names an Adit library.
    let (library, folder) = match (arguments.next(), arguments.next()) {
        (Some(library), Some(folder)) => (unsafe { Library::open(library) }?, PathBuf::from(folder)),
        _ => return Err("usage: lists LIBRARY FOLDER".into()),
    };
    let mut events = Loop::new()?;
    let handle = events.handle();
    let core = library
        .core("todo")
        .on_message(|message| eprintln!("{message}"))
        .gateway("lists", move |effect| fetch(effect, folder.clone(), handle.clone()))
        .open()?;
    events.add(&core)?;
    let mirror = print_open_items(&core);
    let (handle, sender) = (events.handle(), core.sender());
    events.block_on(async move {
        mirror.changed().await?;
        serve(&handle, &sender).await
    })??;
    Ok(())
}

/// The gateway: the lines of a file, after a while.
async fn fetch(effect: Effect, folder: PathBuf, handle: LoopHandle) -> Result<Value, Value> {
    handle.sleep(Duration::from_millis(20)).await;
    let list = effect.request["fetch"]["list"].as_str().unwrap_or_default();
    let text = std::fs::read_to_string(folder.join(list)).map_err(|error| Value::from(error.to_string()))?;
    Ok(Value::object([("texts", text.lines().collect::<Value>())]))
}

fn print_open_items(core: &Core) -> Mirror {
    let mirror = core.mirror("/view/open");
    mirror.on_change(|value| {
        let texts = value.map(|open| {
            let ids = open["ids"].as_array().unwrap_or_default().iter().filter_map(Value::as_str);
            ids.map(|id| open["entities"][id]["text"].to_string()).collect::<Vec<_>>()
        });
        println!("open: {}", texts.unwrap_or_default().join(", "));
    });
    mirror
}

/// Reads commands until the end of the input. An import does not keep the next line waiting, except at the end.
async fn serve(handle: &LoopHandle, sender: &Sender) -> Result<(), adit::Error> {
    let (mut pending, mut imports) = (String::new(), Vec::new());
    let mut bytes = [0; 4096];
    loop {
        handle.readable(&std::io::stdin()).await;
        match std::io::stdin().read(&mut bytes) {
            Ok(count) if count > 0 => pending.push_str(&String::from_utf8_lossy(&bytes[..count])),
            _ => break,
        }
        while let Some((line, rest)) = pending.split_once('\n') {
            match line.split_once(' ') {
                Some(("add", text)) => sender.send(todo("add", [("item", Value::object([("text", text)]))]))?,
                Some(("import", list)) => imports.push(sender.request(todo("import", [("from", list)]))),
                _ => println!("found {line:?}; add TEXT or import LIST is expected"),
            }
            pending = rest.into();
        }
    }
    for import in imports {
        let answer = import.await?;
        if let Some(failure) = answer["todo"]["response"].get("wereNotImported") {
            println!("not imported: {}", failure["error"]);
        }
    }
    Ok(())
}

fn todo<V: Into<Value>, const N: usize>(case: &str, values: [(&str, V); N]) -> Value {
    let request = Value::object([(case, Value::object(values))]);
    Value::object([("todo", Value::object([("request", request)]))])
}

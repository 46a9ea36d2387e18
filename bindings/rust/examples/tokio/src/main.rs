//! A core in tokio: `tokio-lists LIBRARY` imports two lists at once, whose gateway takes its time, and prints the open items.
//!
//! A task drives the core whenever its descriptor is readable; requests are futures, as any. What a gateway waits for is a task of
//! tokio's, and its end wakes the core up.

use adit::{Core, Effect, Library, Value, Wait};
use serde_json::json;
use std::error::Error;
use std::os::unix::io::RawFd;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::unix::AsyncFd;
use tokio::io::Interest;

/// Drives a core until it is closed. What a gateway's future wakes makes the descriptor readable.
async fn drive(core: Arc<Core>) -> Result<(), Box<dyn Error + Send + Sync>> {
    let readable: AsyncFd<RawFd> = AsyncFd::with_interest(core.fd()?, Interest::READABLE)?;
    loop {
        readable.readable().await?.clear_ready();
        core.process(Wait::None)?;
    }
}

/// Fetches a list. The future of a gateway is polled by the core, so what needs tokio's timers is a task of tokio's.
async fn fetch(effect: Effect) -> Result<Value, Value> {
    let list = effect.request["fetch"]["list"].as_str().unwrap_or_default().to_string();
    let task = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(10)).await;
        json!({ "texts": [format!("Milk for {list}"), format!("Bread for {list}")] })
    });
    let texts = task.await.map_err(|error| Value::from(error.to_string()))?;
    Value::of(&texts).map_err(|error| Value::from(error.to_string()))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: tokio-lists LIBRARY")?;
    // SAFETY: whoever runs this names an Adit library.
    let library = unsafe { Library::open(path) }?;
    let core = Arc::new(library.core("todo").gateway("lists", fetch).open()?);
    let driver = tokio::spawn(drive(Arc::clone(&core)));
    let items = core.mirror("/view/open");
    let import = |list: &str| core.request(json!({ "todo": { "request": { "import": { "from": list } } } }));
    let (first, second) = tokio::join!(import("groceries"), import("hardware"));
    for answer in [first?, second?] {
        println!("{} imported", answer["todo"]["response"]["wereImported"].as_array().map_or(0, |items| items.len()));
    }
    core.request(json!({ "@stats": {} })).await?; // What came with the answers has arrived, too.
    items
        .read(|open| println!("{} are open", open.map_or(0, |open| open["ids"].as_array().map_or(0, |ids| ids.len()))));
    driver.abort();
    core.close(Wait::None)?;
    Ok(())
}

//! What a core's requests, gateways and mirrors do when its process crashes: for `bindings/conformance/crash`.

use adit::{Core, Effect, Library, Loop, Mirror, Value};
use std::future::pending;

/// Says that the gateway's future was dropped: it was cancelled.
struct Cancelled;

impl Drop for Cancelled {
    fn drop(&mut self) {
        println!("cancelled lists");
    }
}

async fn lists(_: Effect) -> Result<Value, Value> {
    println!("called lists");
    let _cancelled = Cancelled;
    pending().await
}

async fn add(core: &Core, text: &str) -> Result<(), adit::Error> {
    core.request(format!(r#"{{"todo":{{"request":{{"add":{{"item":{{"text":"{text}"}}}}}}}}}}"#)).await?;
    println!("added {text}");
    Ok(())
}

async fn expect_failure(core: &Core) {
    if let Err(error) = core.request(r#"{"todo":{"request":{"import":{"from":"x"}}}}"#).await {
        println!("failed {}", error.name());
    }
}

async fn zero(count: &Mirror) -> Result<(), adit::Error> {
    while count.value() != Some(0.into()) {
        count.changed().await?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // SAFETY: the conformance suite names an Adit library.
    let library = unsafe { Library::open(std::env::args().nth(1).unwrap_or_default()) }?;
    let core = library.core("todo").gateway("lists", lists).open()?;
    let mut events = Loop::new()?;
    events.add(&core)?;
    let count = core.mirror("/view/openCount");
    count.on_change(|value| println!("count {}", value.cloned().unwrap_or(Value::Null)));
    let core = events.block_on(async move {
        zero(&count).await?;
        add(&core, "Milk").await?;
        expect_failure(&core).await;
        zero(&count).await?; // it has begun anew
        add(&core, "Tea").await?;
        expect_failure(&core).await;
        Ok::<_, adit::Error>(core)
    })??;
    core.close(adit::Wait::Forever)?;
    println!("closed");
    Ok(())
}

//! The driver of the conformance suite (`bindings/conformance/README.md`), through the public API of this crate.
//!
//! ```text
//! driver LIBRARY
//! ```

use adit::{AsMessage, Code, Core, Error, Library, Object, Value, Wait};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

struct Driver {
    library: Library,
    cores: HashMap<u64, Core>,
    heard: Arc<Mutex<Vec<Value>>>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: driver LIBRARY")?;
    // SAFETY: the conformance suite names an Adit library.
    let library = unsafe { Library::open(path) }?;
    let mut driver = Driver { library, cores: HashMap::new(), heard: Arc::default() };
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Value = line?.parse()?;
        writeln!(out, "{}", driver.answer(&request))?;
        out.flush()?;
    }
    Ok(())
}

impl Driver {
    fn answer(&mut self, request: &Value) -> Value {
        let (name, arguments) = match request.as_object().and_then(|object| object.iter().next()) {
            Some(request) => request,
            None => return failure(Code::Json, None, "found no request").into(),
        };
        let core = arguments["core"].as_u64().unwrap_or_default();
        let mut answer = match self.perform(name, arguments, core) {
            Ok(answer) => answer,
            Err(error) => failure(error.code(), error.offset(), error.text()),
        };
        answer.insert("messages", std::mem::take(&mut *self.heard.lock().unwrap()));
        answer.insert("ready", self.cores.get(&core).map_or(false, |core| core.is_ready().unwrap_or(false)));
        answer.into()
    }

    fn perform(&mut self, name: &str, arguments: &Value, core: u64) -> Result<Object, Error> {
        let mut answer = Object::new();
        let text = arguments["text"].as_str().unwrap_or_default();
        let wait = wait(arguments["timeout"].as_i64().unwrap_or_default());
        match name {
            "catalog" => {
                let out = match arguments["app"].as_str() {
                    Some(app) => self.library.catalog(app)?,
                    None => self.library.apps()?,
                };
                answer.insert("out", out.to_string());
            }
            "open" => {
                let heard = Arc::clone(&self.heard);
                let core = self
                    .library
                    .core(arguments["app"].as_str().unwrap_or_default())
                    .config(arguments["config"].as_str().unwrap_or_default())
                    .on_message(move |message| heard.lock().unwrap().push(Value::from(message.text())))
                    .open()?;
                let number = self.cores.len() as u64 + 1;
                self.cores.insert(number, core);
                answer.insert("core", number);
            }
            "send" => send(self.core(core)?, arguments["client"].as_str(), text)?,
            "process" => drop(self.core(core)?.process(wait)?),
            "call" => drop(answer.insert("out", self.core(core)?.call_text(text, wait)?)),
            "wakeup" => self.core(core)?.wakeup()?,
            "close" => self.core(core)?.close(wait)?,
            _ => return Ok(failure(Code::Invalid, None, "found an unknown request")),
        }
        Ok(answer)
    }

    fn core(&self, number: u64) -> Result<&Core, Error> {
        match self.cores.get(&number) {
            Some(core) => Ok(core),
            None => panic!("found the core {number}; one that was opened is expected"),
        }
    }
}

fn send(core: &Core, client: Option<&str>, text: impl AsMessage) -> Result<(), Error> {
    match client {
        Some(client) => core.submit(client, text),
        None => core.send(text),
    }
}

fn wait(milliseconds: i64) -> Wait {
    u64::try_from(milliseconds).map_or(Wait::Forever, |time| Wait::For(Duration::from_millis(time)))
}

fn failure(code: Code, offset: Option<u32>, text: &str) -> Object {
    let error = Value::object([
        ("code", Value::from(code.number())),
        ("offset", offset.map_or(Value::Null, Value::from)),
        ("text", text.into()),
    ]);
    [("error", error)].into_iter().collect()
}

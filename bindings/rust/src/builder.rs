use crate::core::Core;
use crate::error::{Code, Error};
use crate::gateway::{Effect, Gateway};
use crate::inner::{Handler, Inner};
use crate::json::{Object, Value};
use crate::library::{app_name, Library};
use crate::message::{AsMessage, Message};
use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

/// A core that is not open yet: its config, its callback and its gateways.
#[must_use = "a core is opened by open()"]
pub struct Builder {
    library: Library,
    app: String,
    config: Vec<u8>,
    handler: Option<Handler>,
    gateways: HashMap<String, Gateway>,
    pulls: bool,
}

impl Builder {
    pub(crate) fn new(library: Library, app: &str) -> Builder {
        let (config, gateways) = (b"{}".to_vec(), HashMap::new());
        Builder { library, app: app.into(), config, handler: None, gateways, pulls: false }
    }

    /// The config: a JSON object (`docs/abi.md` lists the keys).
    pub fn config(mut self, config: impl AsMessage) -> Builder {
        self.config = config.text().into_owned();
        self
    }

    /// The callback. It gets the messages of the core, in order, on the thread that drives: all but those that a [`Request`], a
    /// [`Mirror`] or a gateway takes. A panic in it comes out of the call that drives; the messages behind it are delivered nevertheless.
    ///
    /// [`Request`]: crate::Request
    /// [`Mirror`]: crate::Mirror
    pub fn on_message(mut self, callback: impl FnMut(Message<'_>) + Send + 'static) -> Builder {
        self.handler = Some(Box::new(callback));
        self
    }

    /// Pull mode: no callback; messages wait until they are [received](Core::receive).
    pub fn pull(mut self) -> Builder {
        self.pulls = true;
        self
    }

    /// Serves a gateway by an async function, and lists it in the config. Its result is the reply; an `Err` is a reply with an error, and
    /// so is a panic. The future is dropped when the effect is cancelled or the core closes.
    ///
    /// It is polled inside of the calls that drive the core, and may be woken from any thread.
    pub fn gateway<F, R>(mut self, name: &str, function: F) -> Builder
    where
        F: Fn(Effect) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Value, Value>> + Send + 'static,
    {
        self.gateways.insert(name.into(), Arc::new(move |effect| Box::pin(function(effect))));
        self
    }

    /// Opens the core.
    ///
    /// # Errors
    ///
    /// [`Code::App`], [`Code::Config`], [`Code::Json`], and with a `store` in the config [`Code::Store`], [`Code::Locked`],
    /// [`Code::Schema`]. [`Code::Invalid`] if the config has `store.check` or `store.repair`: see [`verdict`](Builder::verdict).
    pub fn open(self) -> Result<Core, Error> {
        let (core, text) = self.opened()?;
        core.ok_or_else(|| {
            Error::new(Code::Invalid, format!("found store.check or store.repair ({text}); verdict() is for these"))
        })
    }

    /// What the library says of a store, with `store.check` or `store.repair` in the config; no core is opened.
    ///
    /// # Errors
    ///
    /// The code with which the store would be refused; [`Code::Invalid`] if the config has neither.
    pub fn verdict(self) -> Result<String, Error> {
        match self.opened()? {
            (None, text) => Ok(text),
            (Some(_), _) => Err(Error::new(Code::Invalid, "found neither store.check nor store.repair in the config")),
        }
    }

    fn opened(self) -> Result<(Option<Core>, String), Error> {
        let app = app_name(&self.app)?;
        let config = with_gateways(self.config, self.gateways.keys());
        let functions = Arc::clone(&self.library.functions);
        let inner = Inner::new(self.library, self.handler, self.gateways, self.pulls);
        let sink = (!self.pulls).then(|| Arc::clone(&inner) as Arc<dyn crate::ffi::Sink>);
        let (id, text) = functions.open(&app, &config, sink)?;
        inner.set_id(id);
        Ok(((id != 0).then(|| Core::new(inner)), text))
    }
}

/// The config with these names in its `gateways`. One that is no object stays as it is: Adit says what is wrong.
fn with_gateways<'a>(config: Vec<u8>, names: impl ExactSizeIterator<Item = &'a String>) -> Vec<u8> {
    if names.len() == 0 {
        return config;
    }
    let value = std::str::from_utf8(&config).ok().and_then(|text| text.parse().ok());
    let mut object: Object = match value {
        Some(Value::Object(object)) => object,
        _ => return config,
    };
    let mut listed: Vec<Value> = match object.get("gateways") {
        None => Vec::new(),
        Some(Value::Array(listed)) => listed.clone(),
        Some(_) => return config,
    };
    for name in names.map(|name| Value::from(name.as_str())) {
        if !listed.contains(&name) {
            listed.push(name);
        }
    }
    object.insert("gateways", listed);
    Value::Object(object).to_string().into_bytes()
}

use crate::coding::{read, DecodingError, Message, Received, Sent};
use crate::gateways::{foreign, read_request, refused, GatewayError, GatewayItems};
use crate::protocol::*;
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;

/// The client of one app.
pub trait App: Sized {
    /// The name of the app.
    const NAME: &'static str;
    /// The hash of the catalog of which the client was made.
    const HASH: &'static str;
    /// What it may send.
    type Sent: Serialize + DeserializeOwned;
    /// What it hears.
    type Heard: Serialize + DeserializeOwned;
    /// The client of a core.
    fn new(client: Client<Self::Sent, Self::Heard>) -> Self;
}

/// Opens a client: its config, its callback and its gateways.
#[must_use = "a client is opened by open()"]
pub struct Builder<C> {
    builder: adit::Builder,
    config: AditConfig,
    client: PhantomData<fn() -> C>,
}

impl<C: App> Builder<C> {
    /// What opens a client of an app in a library.
    pub fn new(library: &adit::Library) -> Self {
        Self { builder: library.core(C::NAME), config: AditConfig::default(), client: PhantomData }
    }

    /// The config. `expects` is the catalog's hash by default, so another app is refused; it may be a catalog that the app
    /// has extended since (docs/wire.md).
    pub fn config(self, config: AditConfig) -> Self {
        Self { config, ..self }
    }

    /// The callback. It gets each message that is no answer, no update of a followed part, and no request to one of the
    /// gateways, on the thread that drives. An error is that of a message that is not understood.
    pub fn on_message(
        self,
        mut callback: impl FnMut(Result<Received<C::Heard>, DecodingError>) + Send + 'static,
    ) -> Self {
        Self { builder: self.builder.on_message(move |message| callback(Received::from_json(message.text()))), ..self }
    }

    /// Opens a core. The error is `Code::Config` if the app is another one; further errors are those of
    /// `adit::Builder::open`.
    pub fn open(self) -> Result<C, adit::Error> {
        let mut config = self.config;
        config.expects.get_or_insert_with(|| C::HASH.into());
        // A value of these types fails to be written only where a number is no JSON.
        let text = serde_json::to_string(&config).unwrap_or_default();
        Ok(C::new(Client { core: self.builder.config(text).open()?, messages: PhantomData }))
    }

    /// Serves a gateway that expects one reply, or none.
    pub fn serve<Q, R, F, A>(self, name: &str, function: F) -> Self
    where
        Q: DeserializeOwned,
        R: Serialize,
        F: Fn(Q) -> A + Send + Sync + 'static,
        A: Future<Output = Result<R, GatewayError>> + Send + 'static,
    {
        let serve = move |effect: adit::Effect| {
            let answer = read_request(&effect.request).map(&function);
            async move { foreign(&answer.map_err(refused)?.await.map_err(refused)?).map_err(refused) }
        };
        Self { builder: self.builder.gateway(name, serve), ..self }
    }

    /// Serves a gateway that expects any number of replies.
    pub fn serve_many<Q, R, F, A>(self, name: &str, function: F) -> Self
    where
        Q: DeserializeOwned,
        F: Fn(Q, GatewayItems<R>) -> A + Send + Sync + 'static,
        A: Future<Output = Result<(), GatewayError>> + Send + 'static,
    {
        let serve = move |effect: adit::Effect| {
            let sender = effect.sender().clone();
            let end = serde_json::json!({ "@reply": { "effect": effect.id() } });
            let request = read_request(&effect.request);
            let answer = request.map(|request| function(request, GatewayItems { effect, item: PhantomData }));
            async move {
                answer.map_err(refused)?.await.map_err(refused)?;
                // A source ends without an item. The binding answers as well, which has no effect after this.
                sender.send(end.to_string()).map_err(|error| refused(error.into()))?;
                Ok(adit::Value::Null)
            }
        };
        Self { builder: self.builder.gateway(name, serve), ..self }
    }
}

/// Why a request failed.
#[derive(Clone, Debug)]
pub enum ClientError {
    /// The message was refused, or answered by an `@error`, or the core closed before there was an answer.
    Adit(adit::Error),
    /// The answer is no message of the catalog.
    Decoding(DecodingError),
}

impl std::fmt::Display for ClientError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Adit(error) => error.fmt(formatter),
            Self::Decoding(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for ClientError {}

impl From<adit::Error> for ClientError {
    fn from(error: adit::Error) -> Self {
        Self::Adit(error)
    }
}

impl From<DecodingError> for ClientError {
    fn from(error: DecodingError) -> Self {
        Self::Decoding(error)
    }
}

/// The answer to a request: a future, for which the core has to be driven.
pub type Answer<A> = Pin<Box<dyn Future<Output = Result<A, ClientError>> + Send>>;

/// A client of an app: a core of a library.
pub struct Client<S, H> {
    /// The core, which drives, and for what the client has no types for.
    pub core: adit::Core,
    messages: PhantomData<fn(S) -> H>,
}

impl<S: Serialize + DeserializeOwned, H: Serialize + DeserializeOwned> Client<S, H> {
    /// Sends a message, with what stands beside it if it is a [`Sent`].
    pub fn send(&self, message: impl Into<Sent<S>>) -> Result<(), adit::Error> {
        self.core.send(message.into().to_json())
    }

    /// Sends a message, which has no id, and completes with the first one that answers it.
    pub fn request(&self, message: impl Into<Sent<S>>) -> Answer<Received<H>>
    where
        H: 'static,
    {
        let request = self.core.request(message.into().to_json());
        Box::pin(async move { Ok(Received::from_json(&request.await?.to_string())?) })
    }

    /// Drives the core until a request is answered.
    pub fn block_on<A, E: From<adit::Error>>(&self, answer: impl Future<Output = Result<A, E>>) -> Result<A, E> {
        self.core.block_on(answer)?
    }

    /// The core's figures.
    pub fn stats(&self) -> Answer<AditStats> {
        self.own(AditToCore::Stats {}, |message| match message {
            AditToHost::Stats(answer) => Some(answer),
            _ => None,
        })
    }

    /// The last events, each with its cause. The config's `trace` has to be set.
    pub fn trace(&self) -> Answer<AditTrace> {
        self.own(AditToCore::Trace {}, |message| match message {
            AditToHost::Trace(answer) => Some(answer),
            _ => None,
        })
    }

    /// Reverts the last message that changed the state. The config's `undo` has to be set.
    pub fn undo(&self) -> Answer<AditUndone> {
        self.own(AditToCore::Undo {}, |message| match message {
            AditToHost::Undone(answer) => Some(answer),
            _ => None,
        })
    }

    /// Reverts the last undo.
    pub fn redo(&self) -> Answer<AditRedone> {
        self.own(AditToCore::Redo {}, |message| match message {
            AditToHost::Redone(answer) => Some(answer),
            _ => None,
        })
    }

    /// Writes the present state to a file.
    pub fn export(&self, options: AditExport) -> Answer<AditExported> {
        self.own(AditToCore::Export(options), |message| match message {
            AditToHost::Exported(answer) => Some(answer),
            _ => None,
        })
    }

    /// Replaces the state with one read from a file.
    pub fn import(&self, path: impl Into<String>) -> Answer<AditImported> {
        self.own(AditToCore::Import(AditImport { path: path.into() }), |message| match message {
            AditToHost::Imported(answer) => Some(answer),
            _ => None,
        })
    }

    fn own<A: 'static>(&self, message: AditToCore, take: fn(AditToHost) -> Option<A>) -> Answer<A> {
        let request = self.core.request(Sent::<S>::adit(message).to_json());
        Box::pin(async move {
            let answer = read(serde_json::from_str(&request.await?.to_string()).unwrap_or_default())?;
            Ok(take(answer).ok_or_else(|| DecodingError("found another answer".into()))?)
        })
    }

    /// Follows a part of the state.
    pub fn follow<T>(&self, path: &'static str) -> Followed<T> {
        Followed { mirror: self.core.mirror(path), path, value: PhantomData }
    }

    /// Follows some elements of a list.
    pub fn follow_window<T>(&self, path: &'static str, window: adit::Window) -> Followed<T> {
        Followed { mirror: self.core.mirror_window(path, window), path, value: PhantomData }
    }
}

/// Sends a request of a feature, and completes with its response; what it causes besides goes to the callback.
pub fn ask<S, H, A>(client: &Client<S, H>, feature: &'static str, request: S) -> Answer<A>
where
    S: Serialize + DeserializeOwned,
    H: Serialize + DeserializeOwned + 'static,
    A: TryFrom<H> + 'static,
{
    let text = Sent::from(request).to_json();
    let answers =
        move |message: &adit::Value| message.get(feature).map_or(false, |value| value.get("response").is_some());
    let request = client.core.request_answered(text, answers);
    Box::pin(async move {
        let received = Received::from_json(&request.await?.to_string())?;
        let Message::App(message) = received.message else { return Err(other(feature)) };
        A::try_from(message).map_err(|_| other(feature))
    })
}

fn other(feature: &str) -> ClientError {
    ClientError::Decoding(DecodingError(format!("{feature}: found another answer; its response is expected")))
}

/// Sends a message without a response.
pub fn tell<S, H>(client: &Client<S, H>, message: S) -> Result<(), adit::Error>
where
    S: Serialize + DeserializeOwned,
{
    client.core.send(Sent::from(message).to_json())
}

/// A part of the core's state, kept up to date while the core is driven. Dropping it ends that.
pub struct Followed<T> {
    /// The part as the binding has it: its revision, and of a window the count and `set_window`.
    pub mirror: adit::Mirror,
    path: &'static str,
    value: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Followed<T> {
    /// The present value, which is read anew each time; `None` if there is none now.
    pub fn value(&self) -> Result<Option<T>, DecodingError> {
        let Some(text) = self.mirror.read(|value| value.map(adit::Value::to_string)) else { return Ok(None) };
        let value = serde_json::from_str(&text).map_err(|error| DecodingError(error.to_string()));
        value.and_then(read).map(Some).map_err(|error| error.below(self.path))
    }

    /// Waits for a value, the first one or another one, and returns it.
    pub async fn changed(&self) -> Result<Option<T>, ClientError> {
        self.mirror.changed().await?;
        Ok(self.value()?)
    }
}

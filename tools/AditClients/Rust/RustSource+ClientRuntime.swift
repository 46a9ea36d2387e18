extension RustSource {
    /// What serves gateways, and a part of the state.
    static let serving = #"""

        /// Why a request to a gateway failed: any JSON. It is made of every error, so that `?` returns it.
        #[derive(Clone, Debug, PartialEq)]
        pub struct GatewayError(pub Value);

        impl<E: std::error::Error> From<E> for GatewayError {
            fn from(error: E) -> Self {
                Self(serde_json::json!({ "name": "Error", "message": error.to_string() }))
            }
        }

        /// The items of a source, one after the other. The source ends with the function.
        pub struct GatewayItems<R> {
            effect: adit::Effect,
            item: PhantomData<fn(R)>,
        }

        impl<R: Serialize> GatewayItems<R> {
            /// Answers with an item. Fails once the core is closed.
            pub fn send(&self, item: &R) -> Result<(), GatewayError> {
                Ok(self.effect.emit(foreign(item)?)?)
            }
        }

        /// A value as the binding has it.
        fn foreign(value: &impl Serialize) -> Result<adit::Value, GatewayError> {
            Ok(serde_json::to_string(value)?.parse()?)
        }

        fn refused(error: GatewayError) -> adit::Value {
            error.0.to_string().parse().unwrap_or_else(|_| adit::Value::from("the error is no JSON"))
        }

        fn read_request<Q: DeserializeOwned>(request: &adit::Value) -> Result<Q, GatewayError> {
            Ok(read(serde_json::from_str(&request.to_string())?).map_err(|error| error.below("@effect.request"))?)
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
        """#

    static let opening = #"""

        /// Opens a client: its config, its callback and its gateways.
        #[must_use = "a client is opened by open()"]
        pub struct AppClientBuilder {
            builder: adit::Builder,
            config: AditConfig,
        }
        """#

    static let builder = #"""
        /// The config. `expects` is this catalog's hash by default, so another app is refused; it may be a catalog that the app has
        /// extended since (docs/wire.md).
        pub fn config(self, config: AditConfig) -> Self {
            Self { config, ..self }
        }

        /// The callback. It gets each message that is no answer, no update of a followed part, and no request to one of the gateways, on
        /// the thread that drives. An error is that of a message that is not understood.
        pub fn on_message(self, mut callback: impl FnMut(Result<Received, DecodingError>) + Send + 'static) -> Self {
            Self { builder: self.builder.on_message(move |message| callback(Received::from_json(message.text()))), ..self }
        }

        /// Opens a core. The error is `Code::Config` if the app is another one; further errors are those of `adit::Builder::open`.
        pub fn open(self) -> Result<AppClient, adit::Error> {
            let mut config = self.config;
            config.expects.get_or_insert_with(|| HASH.into());
            // A value of these types fails to be written only where a number is no JSON.
            let text = serde_json::to_string(&config).unwrap_or_default();
            Ok(AppClient { core: self.builder.config(text).open()? })
        }

        fn serve<Q, R, F, A>(self, name: &str, function: F) -> Self
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

        fn serve_many<Q, R, F, A>(self, name: &str, function: F) -> Self
        where
            Q: DeserializeOwned,
            F: Fn(Q, GatewayItems<R>) -> A + Send + Sync + 'static,
            A: Future<Output = Result<(), GatewayError>> + Send + 'static,
        {
            let serve = move |effect: adit::Effect| {
                let (sender, end) = (effect.sender().clone(), serde_json::json!({ "@reply": { "effect": effect.id() } }));
                let answer = read_request(&effect.request).map(|request| function(request, GatewayItems { effect, item: PhantomData }));
                async move {
                    answer.map_err(refused)?.await.map_err(refused)?;
                    // A source ends without an item. The binding answers as well, which has no effect after this.
                    sender.send(end.to_string()).map_err(|error| refused(error.into()))?;
                    Ok(adit::Value::Null)
                }
            };
            Self { builder: self.builder.gateway(name, serve), ..self }
        }
        """#

    static let client = #"""

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

        /// A client of the app: a core of a library.
        pub struct AppClient {
            /// The core, which drives, and for what the client has no types for.
            pub core: adit::Core,
        }
        """#

    static let methods = #"""
        /// What opens a client of an app in a library.
        pub fn builder(library: &adit::Library) -> AppClientBuilder {
            AppClientBuilder { builder: library.core(APP), config: AditConfig::default() }
        }

        /// Sends a message, with what stands beside it if it is a [`Sent`].
        pub fn send(&self, message: impl Into<Sent>) -> Result<(), adit::Error> {
            self.core.send(message.into().to_json())
        }

        /// Sends a message, which has no id, and completes with the first one that answers it. The core has to be driven meanwhile.
        pub fn request(&self, message: impl Into<Sent>) -> impl Future<Output = Result<Received, ClientError>> {
            let request = self.core.request(message.into().to_json());
            async move { Ok(Received::from_json(&request.await?.to_string())?) }
        }
        """#
}

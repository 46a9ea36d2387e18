// SPDX-License-Identifier: Apache-2.0

extension RustSource {
    static func client(hasGateways: Bool) -> String {
        let serving = #"""

                    if let MessageToHost::Cancel { effect } = &received.message {
                        if let Some(is_cancelled) = self.pending.remove(effect).and_then(|flag| flag.upgrade()) {
                            is_cancelled.store(true, Ordering::Release);
                        }
                    }
                    if let MessageToHost::Effect(effect) = &received.message {
                        let is_cancelled = Arc::new(AtomicBool::new(false));
                        let answer = Answer {
                            transport: self.transport.clone(),
                            effect: effect.id.clone(),
                            is_cancelled: is_cancelled.clone(),
                        };
                        // Of those that were answered or dropped, nothing is left.
                        self.pending.retain(|_, flag| flag.strong_count() > 0);
                        self.pending.insert(effect.id.clone(), Arc::downgrade(&is_cancelled));
                        if self.gateways.serve(effect.clone(), answer)? {
                            return Ok(None);
                        }
                    }
            """#
        return #"""

            /// A client of the app, over a transport: an opened library, or a connection to a server.
            pub struct AppClient<T: Transport> {
                transport: Arc<T>,
                gateways: Gateways<T>,
                pending: HashMap<String, Weak<AtomicBool>>,
            }

            impl<T: Transport> AppClient<T> {
                pub fn new(transport: Arc<T>, gateways: Gateways<T>) -> Self {
                    Self { transport, gateways, pending: HashMap::new() }
                }

                /// Opens the core. An app with another catalog than this one's is refused by the transport.
                pub fn open(&self, config: &AditConfig) -> Result<(), T::Error> {
                    self.open_expecting(config, Value::String(HASH.to_owned()))
                }

                /// Opens the core of an app that has to be compatible with a catalog, which it may have extended since
                /// (docs/compatibility.md).
                pub fn open_expecting(&self, config: &AditConfig, expects: Value) -> Result<(), T::Error> {
                    let mut config = serde_json::to_value(config).unwrap_or_default();
                    config["expects"] = expects;
                    if config.get("gateways").is_none() {
                        config["gateways"] = self.gateways.served().into();
                    }
                    self.transport.open(APP, &config.to_string())
                }

                /// Sends a message, with what stands beside it if it is a [`Sent`].
                pub fn send(&self, message: impl Into<Sent>) -> Result<(), T::Error> {
                    self.transport.send(&message.into().to_json())
                }

                /// Reads a message that the transport has received. A request to a gateway of the host is served; of it, and of
                /// nothing else, there is no message.
                pub fn receive(&mut self, text: &str) -> Result<Option<Received>, DecodingError> {
                    let received = Received::from_json(text)?;\#(hasGateways ? serving : "")
                    Ok(Some(received))
                }
            }
            """#
    }
}

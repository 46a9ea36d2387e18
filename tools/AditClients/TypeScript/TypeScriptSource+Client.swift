extension TypeScriptSource {
    /// The gateways, the parts and the client.
    func writeClient() {
        writeGateways()
        writeParts()
        writer.line(ofClient(TypeScriptSource.client))
    }

    private func writeGateways() {
        writer.line(
            """

            /**
             * The gateways that the host serves: those that are there. An exception is the effect's error. When the effect is cancelled,
             * the signal of the context is aborted.
             */
            """)
        writer.block("export interface Gateways {") { writer in
            for gateway in model.gateways {
                doc(gateway.doc)
                let reply = gateway.reply.map(type) ?? "void"
                let result = gateway.replies == .many ? "AsyncIterable<\(reply)>" : "\(reply) | Promise<\(reply)>"
                writer.line(
                    "readonly \(key(gateway.name))?: (request: \(type(gateway.request)), context: adit.GatewayContext) => \(result);"
                )
            }
        }
        writer.block("\nconst requests: { readonly [gateway: string]: Check } = {", "};") { writer in
            for gateway in model.gateways { writer.line("\(key(gateway.name)): \(check(gateway.request)),") }
        }
    }

    private func writeParts() {
        writer.line("\n/** The members of the state and the views, by the paths by which they are followed. */")
        writer.block("export interface FollowedParts {") { writer in
            for part in model.parts {
                doc(part.doc)
                writer.line("readonly \(literal(part.path)): \(type(part.shape));")
            }
        }
    }

    private static let client = #"""

        export interface ClientOptions {
          /** Receives each message that is no answer, no update of a followed part, and no request to one of the gateways. */
          readonly onMessage?: (message: MessageToHost) => void;
          /** Receives the exceptions of `onMessage`, and the DecodingError of a message that is not understood. */
          readonly onError?: (error: unknown) => void;
          readonly gateways?: Gateways;
          /**
           * The config. `expects` is this catalog's hash by default, so another app is refused; it may be a catalog that the app has
           * extended since (docs/wire.md).
           */
          readonly config?: AditConfig;
        }

        /** A client of the app: a core of a library, which the event loop drives. */
        export class AppClient {
          /** @param core what this class has no types for */
          private constructor(readonly core: adit.Core) {}

          /** Opens a core of a library, which is in this process or in a child. Throws an AditError if the app is another one. */
          static open(library: adit.Library, options: ClientOptions = {}): AppClient {
            const { onMessage, onError, gateways, config } = options;
            const given = gateways as { readonly [name: string]: unknown } | undefined;
            const functions: Record<string, adit.Gateway> = {};
            for (const [name, check] of Object.entries(requests)) {
              // Every object has a toString: a gateway is what the host has put there.
              const serve = given?.[name] === (Object.prototype as { readonly [name: string]: unknown })[name] ? undefined : given?.[name];
              if (typeof serve !== "function") continue;
              const gateway: adit.Gateway = (request, context) => serve.call(given, check(request, "@effect.request"), context);
              Object.defineProperty(functions, name, { value: gateway, enumerable: true, configurable: true, writable: true });
            }
            const core = library.open(APP, { ...config, expects: config?.expects ?? HASH }, {
              gateways: functions,
              ...(onMessage && { onMessage: (message) => onMessage(received(message)) }),
              ...(onError && { onError }),
            });
            return new AppClient(core);
          }

          /** Sends a message. Throws what the core refuses at once. */
          send(message: MessageToCore): void {
            this.core.send(message);
          }

          /**
           * Sends a message, and resolves to the first one that answers it. Rejects with an AditError if the message is refused, answered
           * by an `@error`, or left by a core that closes, and with a DecodingError if the answer is no message of the catalog.
           */
          async request(message: MessageToCore, options?: { signal?: AbortSignal }): Promise<MessageToHost> {
            return received(await this.core.request(message as unknown as adit.Message, options));
          }

          /** Follows a part of the state. `from` and `limit` are those of a window of a list. The mirror's values are not checked. */
          follow<Path extends keyof FollowedParts>(path: Path, window?: { from?: number; limit?: number }): adit.Mirror<FollowedParts[Path]> {
            return this.core.follow<FollowedParts[Path]>(path, window);
          }

          /** Handles what was sent before, and closes the core. */
          end(): Promise<void> {
            return this.core.end();
          }

          /** Closes the core now. */
          close(): void {
            this.core.close();
          }
        }

        function received(message: unknown): MessageToHost {
          return of("MessageToHost")(message as Json, "") as unknown as MessageToHost;
        }
        """#
}

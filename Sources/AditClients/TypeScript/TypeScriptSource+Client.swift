// SPDX-License-Identifier: Apache-2.0

extension TypeScriptSource {
    static let transport = #"""

        /** What carries messages: a binding's core, or a connection to a server. */
        export interface Transport {
          /** Opens a core with a config. The function is called with each message, while the host drives the core. */
          open(app: string, config: string, onMessage: (text: string) => void): void | Promise<void>;
          /** Sends a message. */
          send(text: string): void;
        }
        """#

    static let client = #"""

        /** A client of the app, over a transport: an opened library, or a connection to a server. */
        export class AppClient {
          private readonly pending = new Map<string, AbortController>();

          constructor(
            private readonly transport: Transport,
            private readonly onMessage: (message: MessageToHost) => void,
            private readonly gateways: Gateways = {},
          ) {}

          /**
           * Opens the core.
           *
           * `expects` is what the app has to be compatible with: this catalog's hash, and no other, or a catalog that the app may
           * have extended since (docs/compatibility.md). An app that is not is refused by the transport.
           */
          async open(config: AditConfig = {}, expects: Json = HASH): Promise<void> {
            const served = Object.entries(this.gateways).filter(([, serve]) => serve !== undefined);
            const all = { gateways: served.map(([name]) => name), ...config, expects } as unknown as Json;
            await this.transport.open(APP, stringify(all), (text) => this.receive(text));
          }

          /** Sends a message. What the transport refuses, it throws. */
          send(message: MessageToCore): void {
            this.transport.send(encode(message));
          }

          private receive(text: string): void {
            const message = decode(text);
            const members = message as unknown as { readonly [key: string]: Members | undefined };
            const [effect, cancel] = [members["@effect"], members["@cancel"]];
            if (cancel !== undefined) this.pending.get(cancel["effect"] as string)?.abort();
            if (effect === undefined || !this.serve(effect)) this.onMessage(message);
          }

          /** Serves a request of the core; false if the host does not serve the gateway. */
          private serve(effect: Members): boolean {
            const name = effect["gateway"] as string;
            const serve = (this.gateways as { readonly [name: string]: unknown })[name];
            const gateway = gatewayChecks[name];
            if (serve === undefined || gateway === undefined) return false;
            const [id, [check, replies]] = [effect["id"] as string, gateway];
            const controller = new AbortController();
            this.pending.set(id, controller);
            const answer = (members: Members): void => {
              if (!controller.signal.aborted) this.transport.send(stringify({ "@reply": { effect: id, ...members } }));
            };
            const run = async (): Promise<void> => {
              const request = check(effect["request"] as Json, "@effect.request");
              const result: unknown = (serve as (request: Json, signal: AbortSignal) => unknown)(request, controller.signal);
              if (replies === "none") await result;
              if (replies === "one") answer({ result: (await result) as Json });
              if (replies === "many") {
                for await (const item of result as AsyncIterable<Json>) {
                  if (controller.signal.aborted) return;
                  answer({ result: item, more: true });
                }
                answer({});
              }
            };
            run()
              .catch((error: unknown) => {
                const [name, message] = error instanceof Error ? [error.name, error.message] : ["Error", String(error)];
                if (replies !== "none") answer({ error: { name, message } });
              })
              .finally(() => this.pending.delete(id));
            return true;
          }
        }
        """#
}

// SPDX-License-Identifier: Apache-2.0

extension TypeScriptSource {
    static let types = #"""
        /** Any JSON. */
        export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };
        /** An integer of 64 bits: a bigint where a number is not exact, from 2^53 on. */
        export type Integer = number | bigint;
        /** A UUID of 36 characters. */
        export type Uuid = string;
        /** A time, as of RFC 3339, with up to nanoseconds. */
        export type Timestamp = string;
        /** A day: 2026-11-21. */
        export type Day = string;
        /** The values of a case that has none. */
        export type Empty = { readonly [key: string]: never };
        """#

    static let runtime = #"""
        /** A value that has another form. The message begins with its path. */
        export class DecodingError extends Error {}

        /** Reads a message to the host. */
        export function decode(text: string): MessageToHost {
          return of("MessageToHost")(parse(text), "") as unknown as MessageToHost;
        }

        /** Reads a message to the core. */
        export function decodeToCore(text: string): MessageToCore {
          return of("MessageToCore")(parse(text), "") as unknown as MessageToCore;
        }

        /** Writes a message. */
        export function encode(message: MessageToCore | MessageToHost): string {
          return stringify(message as unknown as Json);
        }

        /** Parses JSON. Unlike JSON.parse, it keeps every integer. */
        export function parse(text: string): Json {
          const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d+(?![\d.eE]))|(-?\d[\d.eE+-]*)|(true|false|null))/y;
          let next: RegExpExecArray | null;
          const advance = (): RegExpExecArray => {
            next = token.exec(text);
            if (next === null) throw new DecodingError(`found no JSON at character ${token.lastIndex}`);
            return next;
          };
          const value = (found: RegExpExecArray): Json => {
            const [, sign, string, whole, real, word] = found;
            if (string !== undefined) return JSON.parse(string) as string;
            if (whole !== undefined) return Number.isSafeInteger(Number(whole)) ? Number(whole) : BigInt(whole);
            if (real !== undefined) return JSON.parse(real) as number;
            if (word !== undefined) return JSON.parse(word) as Json;
            if (sign === "[") {
              const elements: Json[] = [];
              for (let item = advance(); item[1] !== "]"; item = advance()) {
                if (elements.length > 0) item = after(item, ",");
                elements.push(value(item));
              }
              return elements;
            }
            if (sign !== "{") throw new DecodingError(`found ${sign}; a value is expected`);
            const members: { [key: string]: Json } = {};
            let count = 0;
            for (let item = advance(); item[1] !== "}"; item = advance()) {
              if (count++ > 0) item = after(item, ",");
              if (item[2] === undefined) throw new DecodingError(`found ${item[0]}; a key is expected`);
              put(members, JSON.parse(item[2]) as string, value(after(advance(), ":")));
            }
            return members;
          };
          const after = (found: RegExpExecArray, sign: string): RegExpExecArray => {
            if (found[1] !== sign) throw new DecodingError(`found ${found[0]}; ${sign} is expected`);
            return advance();
          };
          const result = value(advance());
          if (text.slice(token.lastIndex).trim() !== "") throw new DecodingError("found text behind the value");
          return result;
        }

        /** Writes JSON. Unlike JSON.stringify, it writes a bigint as the number that it is. */
        export function stringify(value: Json): string {
          if (typeof value === "bigint") return value.toString();
          if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`${value} is no JSON`);
          if (isArray(value)) return `[${value.map(stringify).join(",")}]`;
          if (typeof value !== "object" || value === null) return JSON.stringify(value);
          const members = Object.entries(value).filter(([, member]) => member !== undefined);
          return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${stringify(member)}`).join(",")}}`;
        }

        type Members = { readonly [key: string]: Json };
        type Check = (value: Json, path: string) => Json;
        type Table = { readonly [key: string]: readonly [Check, boolean] };

        const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
        const has = (value: object, key: string): boolean => Object.prototype.hasOwnProperty.call(value, key);
        const below = (path: string, key: string | number): string => (path === "" ? `${key}` : `${path}.${key}`);
        const at = (path: string): string => (path === "" ? "the message" : path);
        const put = (members: object, key: string, value: Json): void => {
          Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
        };

        function found(value: Json): string {
          return isArray(value) ? "an array" : typeof value === "object" && value !== null ? "an object" : stringify(value);
        }

        function expected(value: Json, path: string, what: string): DecodingError {
          return new DecodingError(`${at(path)}: found ${found(value)}; ${what} is expected`);
        }

        function object(value: Json, path: string): Members {
          if (typeof value !== "object" || value === null || isArray(value)) throw expected(value, path, "an object");
          return value as Members;
        }

        function unknown(key: string, path: string, keys: readonly string[]): DecodingError {
          return new DecodingError(`${at(path)}: unknown key ${JSON.stringify(key)}; one of ${keys.join(", ")} is expected`);
        }

        const of = (name: string): Check => (value, path) => (checks[name] as Check)(value, path);
        const any: Check = (value) => value;

        const bool: Check = (value, path) => {
          if (typeof value !== "boolean") throw expected(value, path, "true or false");
          return value;
        };
        const text: Check = (value, path) => {
          if (typeof value !== "string") throw expected(value, path, "a text");
          return value;
        };
        const integer = (least: bigint, most: bigint): Check => (value, path) => {
          const isInteger = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
          if (!isInteger || value < least || value > most) throw expected(value, path, `an integer from ${least} to ${most}`);
          return value;
        };
        const choice = (values: readonly Json[]): Check => (value, path) => {
          if (!values.includes(value)) throw expected(value, path, `one of ${values.map(stringify).join(", ")}`);
          return value;
        };
        const list = (check: Check): Check => (value, path) => {
          if (!isArray(value)) throw expected(value, path, "an array");
          return value.map((element, index) => check(element, below(path, index)));
        };
        const dictionary = (check: Check): Check => (value, path) => {
          const members = {};
          for (const [key, member] of Object.entries(object(value, path))) put(members, key, check(member, below(path, key)));
          return members;
        };
        const record = (table: Table): Check => (value, path) => {
          const given = object(value, path);
          const members = {};
          for (const key of Object.keys(given)) if (!has(table, key)) throw unknown(key, path, Object.keys(table));
          for (const [key, [check, isRequired]] of Object.entries(table)) {
            const member = has(given, key) ? (given[key] as Json) : undefined;
            if (isRequired && member === undefined) throw new DecodingError(`${at(path)}: missing key "${key}"`);
            // An optional member that is null is as good as absent.
            if (member !== undefined && (isRequired || member !== null)) put(members, key, check(member, below(path, key)));
          }
          return members;
        };
        const cases = (table: { readonly [key: string]: Check }): Check => (value, path) => {
          const keys = Object.keys(object(value, path));
          const key = keys[0];
          for (const key of keys) if (!has(table, key)) throw unknown(key, path, Object.keys(table));
          if (key === undefined || keys.length !== 1) {
            throw new DecodingError(`${at(path)}: found ${keys.length} keys; one of ${Object.keys(table).join(", ")} is expected`);
          }
          const members = {};
          put(members, key, (table[key] as Check)((value as Members)[key] as Json, below(path, key)));
          return members;
        };
        const messages =
          (table: { readonly [key: string]: Check }, beside: Table, own: Table): Check =>
          (value, path) => {
            const [message, others]: [{ [key: string]: Json }, { [key: string]: Json }] = [{}, {}];
            for (const [key, member] of Object.entries(object(value, path))) {
              put(has(beside, key) || has(own, key) ? others : message, key, member);
            }
            const isOwn = !Object.keys(message)[0]?.startsWith("@");
            const checked = cases(table)(message, path) as Members;
            return { ...checked, ...(record(isOwn ? { ...beside, ...own } : beside)(others, path) as Members) };
          };
        const kindOf = (value: Json): string =>
          isArray(value) ? "array" : typeof value === "bigint" || Number.isSafeInteger(value) ? "integer" : typeof value;
        const union = (forms: readonly (readonly [string, Check])[]): Check => (value, path) => {
          for (const [kind, check] of forms) if (kindOf(value) === kind) return check(value, path);
          throw expected(value, path, forms.map(([kind]) => kind).join(" or "));
        };
        """#

    static let nullable = #"""
        const nullable = (check: Check): Check => (value, path) => (value === null ? null : check(value, path));
        """#

    static let real = #"""
        const float64: Check = (value, path) => {
          if (typeof value !== "number" && typeof value !== "bigint") throw expected(value, path, "a number");
          return Number(value);
        };
        """#

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

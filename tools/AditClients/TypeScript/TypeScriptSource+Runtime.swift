extension TypeScriptSource {
    static let head = #"""
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
          return received(parse(text));
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
        type Table = { readonly [key: string]: readonly [check: Check, isRequired: boolean] };

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
        const need = (check: Check): readonly [Check, boolean] => [check, true];
        const may = (check: Check): readonly [Check, boolean] => [check, false];

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
}

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}

/** A value of JSON. An integer beyond 2^53 is a bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json | undefined };

/** A message: an object with one key, the case; Adit's own keys begin with `@`. */
export interface Message {
  [key: string]: any;
  '@id'?: string | number | bigint;
  '@client'?: string;
}

/** The names of adit.h's codes, and their numbers. */
export const codes: Readonly<
  Record<
    | 'EINVAL' | 'EABI' | 'EAPP' | 'ECONFIG' | 'ECORE' | 'EBUSY' | 'EFORK' | 'EJSON' | 'EMESSAGE' | 'ESIZE' | 'EFULL'
    | 'ETIMEDOUT' | 'ESTORE' | 'ELOCKED' | 'ESCHEMA' | 'ENOMEM' | 'EINTERNAL' | 'EHANDLER' | 'ECASCADE' | 'ECLOSED'
    | 'EREPLAY' | 'EDENIED' | 'ECRASHED' | 'EFENCED',
    number
  >
>;

/** An error of a call, or an `@error` of a core. */
export class AditError extends Error {
  /** The code's name, such as 'ADIT_EJSON'. */
  readonly code: `ADIT_${keyof typeof codes}`;
  /** The code's number, such as -8. */
  readonly errno: number;
  /** The offset of the error in the message, in bytes, if it is known. */
  readonly offset?: number;
  /** Of an `@error`: the cases of the message that failed. */
  readonly path?: string;
}

/** What a gateway is told beside its request. */
export interface GatewayContext {
  /** Aborted when the core does not expect the result any more. */
  readonly signal: AbortSignal;
  /** The id of the effect. */
  readonly effect: string;
  /** The `@id` and the `@client` of the message that started the effect. */
  readonly id?: string | number | bigint;
  readonly client?: string;
}

/**
 * Serves a gateway: returns the result, a promise of it or, for a source (`"reply": "many"`), the items one after the
 * other. An exception becomes the effect's error.
 */
export type Gateway = (request: any, context: GatewayContext) => unknown;

export interface OpenOptions {
  /** Receives each message that is for no request, mirror or gateway. */
  onMessage?(message: Message): void;
  /** Receives the text of each message instead. Such a core has no requests, mirrors and gateways. */
  onText?(text: string): void;
  /**
   * Receives the exceptions of callbacks while the loop drives, which are uncaught without it, and those of gateways, which
   * are answers as well: without it they are warnings of the process.
   */
  onError?(error: unknown): void;
  /** The functions that serve the app's gateways. */
  gateways?: Record<string, Gateway>;
  /** False: the loop does not drive the core; the host calls `process`. */
  drive?: boolean;
  /** True: there are no callbacks; the host calls `receive`. */
  pull?: boolean;
}

/** A core by its id: what any thread may do with it. */
export class Sender {
  protected constructor();
  /** The number of the core, for other threads. */
  readonly id: number;
  /** Whether the core has work, or in pull mode a message. */
  readonly ready: boolean;
  /** Queues a message. A string or a Uint8Array is the text of a message, which is passed as it is. */
  send(message: object | string | Uint8Array): void;
  /** Queues a message on behalf of a client. */
  submit(client: string, message: object | string | Uint8Array): void;
  /** Drives a core in pull mode until there is a message; undefined if there is none in time. Milliseconds; -1: no limit. */
  receive(timeout?: number): Message | undefined;
  /** Drives a core in pull mode until there is a message, and returns all that wait. */
  receiveAll(timeout?: number, maxBytes?: number): Message[];
  /** Makes the waiting `process` or `receive` of another thread return, or the next one not wait. */
  wakeup(): void;
}

/** A core that this thread has opened, by `library.open`. */
export class Core extends Sender {
  private constructor();
  readonly closed: boolean;
  /** Drives the core, and returns the number of delivered messages. Throws what a callback has thrown. */
  process(timeout?: number): number;
  /** Sends a message, drives the core until it is handled, and returns its output. Where a callback throws, that goes to `onMessage`. */
  call(message: object | string | Uint8Array, timeout?: number): Message[];
  /** The same, without parsing the output. Where a callback throws, that is delivered as usual. */
  callText(message: object | string | Uint8Array, timeout?: number): string;
  /**
   * Sends a message with an `@id` of its own, and resolves to the first message that carries it and, with `answers`, for which
   * that is true; others go to `onMessage`.
   */
  request(message: Message, options?: { signal?: AbortSignal; answers?: (message: Message) => boolean }): Promise<Message>;
  /** Follows a part of the state, by a JSON Pointer. `from` and `limit` are those of a window of a list. */
  follow<T = any>(path: string, options?: { from?: number; limit?: number; name?: string }): Mirror<T>;
  /** Lets the loop keep the process alive for this core: the default. */
  ref(): this;
  /** Lets the process end although the core is open. */
  unref(): this;
  /** Closes the core now. A second call does nothing. */
  close(timeout?: number): void;
  /** Handles what was sent before, and closes the core. */
  end(): Promise<void>;
  [Symbol.dispose](): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** An operation of RFC 6902. */
export type Operation =
  | { op: 'add' | 'replace'; path: string; value: any }
  | { op: 'remove'; path: string }
  | { op: 'move'; from: string; path: string };

/** What an update has changed: `ops` is null if the value came as a whole. */
export interface Change<T = any> {
  readonly ops: Operation[] | null;
  readonly revision: number;
  readonly value: T | undefined;
}

/** A part of a core's state, kept up to date. The value is changed in place. */
export interface Mirror<T = any> extends AsyncIterable<T | undefined> {
  readonly path: string;
  readonly name: string;
  readonly value: T | undefined;
  readonly revision: number | undefined;
  readonly from: number | undefined;
  readonly count: number | undefined;
  readonly closed: boolean;
  /** Resolves after the first update. */
  ready(): Promise<T>;
  /** Calls the function after each update. Returns a function that ends that. */
  onChange(listener: (change: Change<T>) => void): () => void;
  /** Moves the window of a list, or changes its size. */
  move(window: { from?: number; limit?: number }): void;
  /** Ends the subscription. */
  close(): void;
  [Symbol.dispose](): void;
}

/** A library of apps. */
export class Library {
  private constructor();
  readonly version: string;
  /** The apps, with their versions and the hashes of their catalogs. */
  readonly apps: Record<string, { version: string; hash: string }>;
  /** The JSON Schema of an app's messages. */
  catalog(app: string): any;
  catalogText(app?: string): string;
  /** Whom the differences of two catalogs break. */
  compare(old: object | string, recent: object | string): {
    breaks: ('host' | 'store' | 'recording')[];
    differences: { path: string; was?: string; is?: string; breaks: string[] }[];
  };
  /** Opens a core. The event loop drives it, unless `drive` is false or `pull` is true. */
  open(app: string, config?: object | string | Uint8Array, options?: OpenOptions): Core;
  /** Checks or repairs a store (`store.check`, `store.repair`), and returns what Adit says about it. */
  examine(app: string, config: object | string): string;
  /** A core that another thread has opened, by its id. */
  sender(id: number): Sender;
}

/** Loads a library of apps, or `libadit_served.so` in its place. */
export function load(path: string | URL): Library;

/** Parses a JSON text. An integer that a number cannot hold exactly is a bigint. */
export function parse(text: string): any;
/** The JSON text of a value. A bigint is written as an integer. */
export function stringify(value: unknown): string;
/** Applies operations to a value, in place where they allow it, and returns the value. */
export function applyPatch(value: any, ops: Operation[]): any;

import type * as adit from './index.js';
import type {
  AditConfig, AditExport, AditExported, AditImported, AditPaused, AditRedone, AditResumed, AditStats, AditToCore, AditToHost,
  AditTrace, AditUndone, AditWith,
} from './protocol.js';

export * from './protocol.js';

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
/** Elements in order, by their ids, as they are on the wire. `Rows` iterates over one. */
export interface Table<T, Id = string> {
  readonly ids: readonly Id[];
  readonly entities: { readonly [id: string]: T };
}

/** A value that has another form. The message begins with its path. */
export class DecodingError extends Error {}
/** Parses JSON. Unlike JSON.parse, it keeps every integer. */
export function parse(text: string): Json;
/** Writes JSON. Unlike JSON.stringify, it writes a bigint as the number that it is. */
export function stringify(value: unknown): string;

/** Checks a value, and returns it without what is as good as absent. */
export type Check = (value: any, path: string) => any;
export type Member = readonly [check: Check, isRequired: boolean];
export const any: Check;
export const bool: Check;
export const text: Check;
export const float64: Check;
export const int64: Check;
export function need(check: Check): Member;
export function may(check: Check): Member;
export function integer(least: bigint, most: bigint): Check;
export function nullable(check: Check): Check;
export function choice(values: readonly unknown[]): Check;
export function list(check: Check): Check;
export function dictionary(check: Check): Check;
export function record(table: { readonly [key: string]: Member }): Check;
export function table(id: Check, element: Check): Check;
export function cases(table: { readonly [key: string]: Check }): Check;
export function union(forms: readonly (readonly [kind: string, check: Check])[]): Check;
/** The check of messages of which some are below a key of their own. */
export function either(key: string, below: Check, others: Check): Check;
/** The checks of an app's types: each may refer to the others by `of`. */
export function checksOf<T>(make: (of: (name: string) => Check) => T): T;

/** A message to the core, and what may stand beside it. */
export type Sent<S> = (S & { readonly '@id'?: string | Integer; readonly '@with'?: AditWith; readonly '@group'?: string })
  | (AditToCore & { readonly '@id'?: string | Integer });
/** A message to the host, and what may stand beside it. */
export type Received<H> = (H | AditToHost) & {
  /** The `@id` of the message that caused it. */
  readonly '@id'?: string | Integer;
  /** The client whose message caused it. */
  readonly '@client'?: string;
  /** Its number, by which `heard` acknowledges it. */
  readonly '@cursor'?: Integer;
  /** Whether it may have been delivered before. */
  readonly '@again'?: true;
};
/** The messages of a direction. */
export interface Messages<M> {
  /** Reads a message. Throws a DecodingError if it is none of the app. */
  decode(text: string): M;
}
export function toCore<S>(app: { readonly [key: string]: Check }): Messages<Sent<S>>;
export function toHost<H>(app: { readonly [key: string]: Check }): Messages<Received<H>>;

/** The elements of a table, in order. */
export class Rows<T, Id = string> implements Iterable<T> {
  constructor(table: Table<T, Id>);
  readonly ids: readonly Id[];
  readonly length: number;
  get(id: Id): T | undefined;
  [Symbol.iterator](): Iterator<T>;
}

/** A part of a core's state, kept up to date. Its values are not checked. */
export class Followed<T> implements AsyncIterable<T | undefined> {
  /** The part as the binding has it: its revision, and of a window the position, the count, and `move`. */
  readonly mirror: adit.Mirror;
  /** The present value; undefined if there is none. */
  readonly value: T | undefined;
  /** Resolves after the first update. */
  ready(): Promise<T>;
  /** Calls the function after each update. Returns a function that ends that. */
  onChange(listener: (value: T | undefined) => void): () => void;
  /** Ends the subscription. */
  close(): void;
  [Symbol.asyncIterator](): AsyncIterator<T | undefined>;
}
export function asIs(value: any): any;
export function asRows(value: any): Rows<any, any>;
/** A window of a list. */
export interface Window {
  readonly from?: number;
  readonly limit?: number;
}

/** What a gateway returns, or resolves to. */
export type Answer<T> = T | Promise<T>;
export interface ClientOptions<H, G> {
  /** Receives each message that is no answer, no update of a followed part, and no request to one of the gateways. */
  readonly onMessage?: (message: Received<H>) => void;
  /** Receives the exceptions of `onMessage`, and the DecodingError of a message that is not understood. */
  readonly onError?: (error: unknown) => void;
  /** The gateways that the host serves. */
  readonly gateways?: G;
  /**
   * The config. `expects` is the catalog's hash by default, so another app is refused; it may be a catalog that the app has
   * extended since (docs/wire.md).
   */
  readonly config?: AditConfig;
}

/** A client of an app: a core of a library, which the event loop drives. */
export class Client<S, H> {
  constructor(core: adit.Core, toHost: Messages<Received<H>>);
  /** What this class has no types for. */
  readonly core: adit.Core;
  /** Sends a message. Throws what the core refuses at once. */
  send(message: Sent<S>): void;
  /**
   * Sends a message, and resolves to the first one that answers it. Rejects with an AditError if the message is refused, answered
   * by an `@error`, or left by a core that closes, and with a DecodingError if the answer is no message of the catalog.
   */
  request(message: Sent<S>, options?: { signal?: AbortSignal }): Promise<Received<H>>;
  /** The core's figures. */
  stats(): Promise<AditStats>;
  /** The last events, each with its cause. The config's `trace` has to be set. */
  trace(): Promise<AditTrace>;
  /** Reverts the last message that changed the state. The config's `undo` has to be set. */
  undo(): Promise<AditUndone>;
  /** Reverts the last undo. */
  redo(): Promise<AditRedone>;
  /** Closes the store's file; all messages wait until `resume`. */
  pause(): Promise<AditPaused>;
  /** Opens the store's file again. */
  resume(): Promise<AditResumed>;
  /** Writes the present state to a file. */
  export(options: AditExport): Promise<AditExported>;
  /** Replaces the state with one read from a file. */
  import(path: string): Promise<AditImported>;
  /** Advances a virtual clock by milliseconds. */
  advance(by: number): void;
  /** Acknowledges the messages up to a `@cursor`. */
  heard(cursor: Integer): void;
  /** Handles what was sent before, and closes the core. */
  end(): Promise<void>;
  /** Closes the core now. */
  close(): void;
  protected $follow<T>(path: string, make: (value: any) => T, window?: Window): Followed<T>;
}

/** The methods of one feature of an app. */
export class Feature<A> {
  constructor(client: Client<any, any>, key: string);
  /** Sends a request, and resolves to the feature's response; what it causes besides goes to `onMessage`. */
  protected $ask(request: unknown): Promise<A>;
  protected $tell(message: unknown): void;
}

/** Opens a core for a client. */
export function open<H, G>(
  library: adit.Library, app: string, hash: string, toHost: Messages<Received<H>>,
  requests: { readonly [gateway: string]: Check }, options?: ClientOptions<H, G>,
): adit.Core;

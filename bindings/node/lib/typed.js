// What generated clients are made of: the checks of values, and the client. It needs nothing of Node: the checks work in a browser.
import { checks as own } from './protocol.js';

/** A value that has another form. The message begins with its path. */
export class DecodingError extends Error {}

const has = (value, key) => Object.prototype.hasOwnProperty.call(value, key);
const below = (path, key) => (path === '' ? `${key}` : `${path}.${key}`);
const at = (path) => (path === '' ? 'the message' : path);
const put = (members, key, value) => {
  Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
};

/** Parses JSON. Unlike JSON.parse, it keeps every integer. */
export function parse(text) {
  const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d+(?![\d.eE]))|(-?\d[\d.eE+-]*)|(true|false|null))/y;
  const advance = () => {
    const next = token.exec(text);
    if (next === null) throw new DecodingError(`found no JSON at character ${token.lastIndex}`);
    return next;
  };
  const after = (found, sign) => {
    if (found[1] !== sign) throw new DecodingError(`found ${found[0]}; ${sign} is expected`);
    return advance();
  };
  const value = (found) => {
    const [, sign, string, whole, real, word] = found;
    if (string !== undefined) return JSON.parse(string);
    if (whole !== undefined) return Number.isSafeInteger(Number(whole)) ? Number(whole) : BigInt(whole);
    if (real !== undefined) return JSON.parse(real);
    if (word !== undefined) return JSON.parse(word);
    if (sign === '[') {
      const elements = [];
      for (let item = advance(); item[1] !== ']'; item = advance()) {
        if (elements.length > 0) item = after(item, ',');
        elements.push(value(item));
      }
      return elements;
    }
    if (sign !== '{') throw new DecodingError(`found ${sign}; a value is expected`);
    const members = {};
    let count = 0;
    for (let item = advance(); item[1] !== '}'; item = advance()) {
      if (count++ > 0) item = after(item, ',');
      if (item[2] === undefined) throw new DecodingError(`found ${item[0]}; a key is expected`);
      put(members, JSON.parse(item[2]), value(after(advance(), ':')));
    }
    return members;
  };
  const result = value(advance());
  if (text.slice(token.lastIndex).trim() !== '') throw new DecodingError('found text behind the value');
  return result;
}

/** Writes JSON. Unlike JSON.stringify, it writes a bigint as the number that it is. */
export function stringify(value) {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is no JSON`);
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${stringify(member)}`).join(',')}}`;
}

function found(value) {
  return Array.isArray(value) ? 'an array' : typeof value === 'object' && value !== null ? 'an object' : stringify(value);
}

function expected(value, path, what) {
  return new DecodingError(`${at(path)}: found ${found(value)}; ${what} is expected`);
}

function object(value, path) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw expected(value, path, 'an object');
  return value;
}

function unknown(key, path, keys) {
  return new DecodingError(`${at(path)}: unknown key ${JSON.stringify(key)}; one of ${keys.join(', ')} is expected`);
}

export const any = (value) => value;
export const need = (check) => [check, true];
export const may = (check) => [check, false];
export const bool = (value, path) => {
  if (typeof value !== 'boolean') throw expected(value, path, 'true or false');
  return value;
};
export const text = (value, path) => {
  if (typeof value !== 'string') throw expected(value, path, 'a text');
  return value;
};
export const float64 = (value, path) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw expected(value, path, 'a number');
  return Number(value);
};
export const integer = (least, most) => (value, path) => {
  const isInteger = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  if (!isInteger || value < least || value > most) throw expected(value, path, `an integer from ${least} to ${most}`);
  return value;
};
export const int64 = integer(-(2n ** 63n), 2n ** 63n - 1n);
export const nullable = (check) => (value, path) => (value === null ? null : check(value, path));
export const choice = (values) => (value, path) => {
  if (!values.includes(value)) throw expected(value, path, `one of ${values.map(stringify).join(', ')}`);
  return value;
};
export const list = (check) => (value, path) => {
  if (!Array.isArray(value)) throw expected(value, path, 'an array');
  return value.map((element, index) => check(element, below(path, index)));
};
export const dictionary = (check) => (value, path) => {
  const members = {};
  for (const [key, member] of Object.entries(object(value, path))) put(members, key, check(member, below(path, key)));
  return members;
};
export const record = (table) => (value, path) => {
  const given = object(value, path);
  const members = {};
  for (const key of Object.keys(given)) if (!has(table, key)) throw unknown(key, path, Object.keys(table));
  for (const [key, [check, isRequired]] of Object.entries(table)) {
    const member = has(given, key) ? given[key] : undefined;
    if (isRequired && member === undefined) throw new DecodingError(`${at(path)}: missing key "${key}"`);
    // An optional member that is null is as good as absent.
    if (member !== undefined && (isRequired || member !== null)) put(members, key, check(member, below(path, key)));
  }
  return members;
};
export const table = (id, element) => record({ ids: need(list(id)), entities: need(dictionary(element)) });
export const cases = (table) => (value, path) => {
  const keys = Object.keys(object(value, path));
  for (const key of keys) if (!has(table, key)) throw unknown(key, path, Object.keys(table));
  if (keys.length !== 1) {
    throw new DecodingError(`${at(path)}: found ${keys.length} keys; one of ${Object.keys(table).join(', ')} is expected`);
  }
  const members = {};
  put(members, keys[0], table[keys[0]](value[keys[0]], below(path, keys[0])));
  return members;
};
const kindOf = (value) =>
  Array.isArray(value) ? 'array' : typeof value === 'bigint' || Number.isSafeInteger(value) ? 'integer' : typeof value;
export const union = (forms) => (value, path) => {
  for (const [kind, check] of forms) if (kindOf(value) === kind) return check(value, path);
  throw expected(value, path, forms.map(([kind]) => kind).join(' or '));
};

/** The checks of an app's types: each may refer to the others by `of`. */
export function checksOf(make) {
  const made = make((name) => (value, path) => made[name](value, path));
  return made;
}

const ownChecks = checksOf(own);
const id = union([['string', text], ['integer', int64]]);
const besideSent = { '@id': may(id) };
const besideOwnSent = { '@with': may(ownChecks.AditWith), '@group': may(text) };
const besideHeard = { '@id': may(id), '@client': may(text), '@cursor': may(int64), '@again': may(choice([true])) };

function messages(app, adit, beside, own) {
  const check = (value, path) => {
    const [message, others] = [{}, {}];
    for (const [key, member] of Object.entries(object(value, path))) {
      put(has(beside, key) || has(own, key) ? others : message, key, member);
    }
    const isOwn = Object.keys(message)[0]?.startsWith('@');
    const checked = (isOwn ? ownChecks[adit] : cases(app))(message, path);
    return { ...checked, ...record(isOwn ? beside : { ...beside, ...own })(others, path) };
  };
  return { check: (value) => check(value, ''), decode: (text) => check(parse(text), '') };
}

/** The messages that a host may send. */
export const toCore = (app) => messages(app, 'AditToCore', besideSent, besideOwnSent);
/** The messages that a host receives. */
export const toHost = (app) => messages(app, 'AditToHost', besideHeard, {});

/** The elements of a table, in order. */
export class Rows {
  #table;

  constructor(table) {
    this.#table = table;
  }

  get ids() {
    return this.#table.ids;
  }

  get length() {
    return this.#table.ids.length;
  }

  get(id) {
    const key = String(id);
    return has(this.#table.entities, key) ? this.#table.entities[key] : undefined;
  }

  *[Symbol.iterator]() {
    for (const id of this.#table.ids) yield this.#table.entities[String(id)];
  }
}

export const asIs = (value) => value;
export const asRows = (value) => new Rows(value);

/** A part of a core's state, kept up to date: a mirror of the binding. */
export class Followed {
  #make;

  constructor(mirror, make) {
    this.mirror = mirror;
    this.#make = make;
  }

  get value() {
    return this.mirror.value === undefined ? undefined : this.#make(this.mirror.value);
  }

  async ready() {
    return this.#make(await this.mirror.ready());
  }

  onChange(listener) {
    return this.mirror.onChange(() => listener(this.value));
  }

  close() {
    this.mirror.close();
  }

  async *[Symbol.asyncIterator]() {
    for await (const value of this.mirror) yield value === undefined ? undefined : this.#make(value);
  }
}

/** A client of an app: a core of a library, which the event loop drives. */
export class Client {
  #toHost;

  constructor(core, toHost) {
    this.core = core;
    this.#toHost = toHost;
  }

  send(message) {
    this.core.send(message);
  }

  async request(message, options) {
    return this.#toHost.check(await this.core.request(message, options));
  }

  stats() {
    return this.#own({ '@stats': {} }, '@stats');
  }

  trace() {
    return this.#own({ '@trace': {} }, '@trace');
  }

  undo() {
    return this.#own({ '@undo': {} }, '@undone');
  }

  redo() {
    return this.#own({ '@redo': {} }, '@redone');
  }

  pause() {
    return this.#own({ '@pause': {} }, '@paused');
  }

  resume() {
    return this.#own({ '@resume': {} }, '@resumed');
  }

  export(options) {
    return this.#own({ '@export': options }, '@exported');
  }

  import(path) {
    return this.#own({ '@import': { path } }, '@imported');
  }

  advance(by) {
    this.core.send({ '@advance': { by } });
  }

  heard(cursor) {
    this.core.send({ '@heard': cursor });
  }

  end() {
    return this.core.end();
  }

  close() {
    this.core.close();
  }

  async #own(message, answer) {
    return (await this.request(message, { answers: (each) => answer in each }))[answer];
  }

  /** Follows a part of the state. */
  $follow(path, make, window) {
    return new Followed(this.core.follow(path, window), make);
  }
}

/** The methods of one feature of an app. */
export class Feature {
  #client;
  #key;

  constructor(client, key) {
    this.#client = client;
    this.#key = key;
  }

  /** Sends a request, and resolves to the feature's response; what it causes besides goes to `onMessage`. */
  async $ask(request) {
    const answers = (message) => has(message, this.#key) && has(message[this.#key], 'response');
    return (await this.#client.request({ [this.#key]: { request } }, { answers }))[this.#key].response;
  }

  $tell(message) {
    this.#client.send({ [this.#key]: message });
  }
}

/** Opens a core for a client. */
export function open(library, app, hash, toHost, requests, { onMessage, onError, gateways, config } = {}) {
  const functions = {};
  for (const [name, check] of Object.entries(requests)) {
    // Every object has a toString: a gateway is what the host has put there.
    const serve = gateways?.[name] === Object.prototype[name] ? undefined : gateways?.[name];
    if (typeof serve !== 'function') continue;
    put(functions, name, (request, context) => serve.call(gateways, check(request, '@effect.request'), context));
  }
  return library.open(app, { ...config, expects: config?.expects ?? hash }, {
    gateways: functions,
    ...(onMessage && { onMessage: (message) => onMessage(toHost.check(message)) }),
    ...(onError && { onError }),
  });
}

/** The check of messages of which some are below a key of their own. */
export const either = (key, below, others) => (value, path) =>
  typeof value === 'object' && value !== null && has(value, key) ? below(value, path) : others(value, path);

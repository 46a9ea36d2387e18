// A client of `adit serve --http` for a page: messages, requests with answers, values that are followed, and gateways.
// One file, without dependencies: copy it.
//
//     import { connect } from './adit.js';
//     const core = (await connect('http://127.0.0.1:8080', token)).core('a');
//     core.follow('/items', (items) => render(items));
//     const answer = await core.ask({ todo: { request: { add: { item: { text: 'Milk' } } } } });
//
// The server is started with the page's origin: `adit serve LIBRARY --http 8080 --origin https://page.example`, and the
// config of the core lists what the page may send: {"clients": ["@get", "@subscribe", "@unsubscribe", "@reply"]}.

/** Connects to a server. Rejects if it does not answer, or refuses the token. */
export function connect(address, token) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/socket?token=${encodeURIComponent(token)}`);
    socket.onerror = () => reject(new Error(`${address}: no connection; is the server there, and the token and origin right?`));
    socket.onmessage = ({ data }) => resolve(new Connection(socket, JSON.parse(data)['@ready']));
  });
}

/** A connection, with any number of cores. */
class Connection {
  #cores = new Map();

  constructor(socket, ready) {
    this.socket = socket;
    /** What the server has said first: its apps and cores. */
    this.ready = ready;
    /** Called when the connection has ended. */
    this.onclose = () => {};
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      this.#cores.get(message['@core'])?.receive(message);
    };
    socket.onclose = () => {
      for (const core of this.#cores.values()) core.end(new Error('the connection has ended'));
      this.onclose();
    };
  }

  /** A core that is open on the server. */
  core(name) {
    if (!this.#cores.has(name)) this.#cores.set(name, new Core(this.socket, name));
    return this.#cores.get(name);
  }

  close() {
    this.socket.close();
  }
}

/** A core, as its client sees it. */
class Core {
  #asked = new Map();
  #followed = new Map();
  #gateways = new Map();
  #number = 0;

  constructor(socket, name) {
    Object.assign(this, { socket, name, onmessage: () => {} });
  }

  /** Sends a message. */
  send(message) {
    this.socket.send(JSON.stringify({ ...message, '@core': this.name }));
  }

  /** Sends a message; the promise has its first answer, and is rejected by an error. */
  ask(message) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.send({ ...message, '@id': id });
    });
  }

  /** Calls a function with the value at a JSON Pointer of the state, now and after each change. Returns what ends that. */
  follow(path, receive) {
    const subscription = `s${++this.#number}`;
    this.#followed.set(subscription, { path, receive, value: undefined });
    this.send({ '@subscribe': { subscription, path } });
    return () => this.#followed.delete(subscription) && this.send({ '@unsubscribe': { subscription } });
  }

  /** Answers the requests of a gateway by a function, which may be asynchronous. */
  serve(gateway, answer) {
    this.#gateways.set(gateway, answer);
  }

  receive(message) {
    const id = message['@id'], key = Object.keys(message)[0], body = message[key];
    if (key === '@effect') return this.#answer(body);
    if (key === '@reopened') for (const [subscription, { path }] of this.#followed) this.send({ '@subscribe': { subscription, path } });
    // A message of the app may have such a member, too.
    const followed = key === '@value' || key === '@patch' ? this.#followed.get(body.subscription) : undefined;
    if (followed) {
      followed.value = key === '@value' ? body.value : body.ops.reduce(patched, followed.value);
      return followed.receive(followed.value);
    }
    const asked = this.#asked.get(id);
    if (asked) this.#asked.delete(id);
    if (key === '@refused' || key === '@error') asked?.reject(Object.assign(new Error(body.message), { code: body.code }));
    else asked?.resolve(message);
    this.onmessage(message);
  }

  end(error) {
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }

  async #answer({ id, gateway, request }) {
    const answer = this.#gateways.get(gateway);
    if (!answer) return;
    try {
      this.send({ '@reply': { effect: id, result: await answer(request) } });
    } catch (error) {
      this.send({ '@reply': { effect: id, error: String(error.message ?? error) } });
    }
  }
}

/** A value after an operation of a patch (RFC 6902: add, remove, replace, move). The value before it is not changed. */
export function patched(value, { op, path, from, value: next }) {
  if (op === 'move') return patched(patched(value, { op: 'remove', path: from }), { op: 'add', path, value: at(value, from) });
  if (path === '') return next;
  const [key, rest] = first(path), copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest !== '') copy[key] = patched(copy[key], { op, path: rest, value: next });
  else if (op === 'remove') Array.isArray(copy) ? copy.splice(key, 1) : delete copy[key];
  else if (Array.isArray(copy) && op === 'add') copy.splice(key === '-' ? copy.length : key, 0, next);
  else copy[key] = next;
  return copy;
}

/** The value at a JSON Pointer. */
function at(value, path) {
  if (path === '') return value;
  const [key, rest] = first(path);
  return at(value[key], rest);
}

/** The first key of a JSON Pointer, and the rest. */
function first(path) {
  const [, token, rest] = /^\/([^/]*)(.*)$/s.exec(path);
  return [token.replaceAll('~1', '/').replaceAll('~0', '~'), rest];
}

import { wrongType } from './arguments.js';
import { AditError, codes } from './errors.js';
import { applyPatch, copied } from './patch.js';

/**
 * A part of a core's state, kept up to date by `@value` and `@patch`. `core.follow(path)` makes one.
 *
 * The value belongs to the mirror: the next patch changes it in place.
 */
export class Mirror {
  /** The part; undefined before the first update, and while the path leads nowhere. */
  value = undefined;
  /** The core's revision at the last update; undefined before the first. */
  revision = undefined;
  /** Of a window, the position of its first element. */
  from = undefined;
  /** Of a window, the number of elements of the whole list. */
  count = undefined;

  #listeners = new Set();
  #waiting = new Set();
  #error = undefined;
  #isOver = false;
  #send;
  #window;

  /** `send(message)` sends a message to the core. */
  constructor(path, { name, from, limit }, send) {
    this.path = path;
    this.name = name;
    this.#window = { from, limit };
    this.#send = send;
  }

  /** For the core: begins the subscription, also after the core began anew. */
  subscribe() {
    this.#send({ '@subscribe': { subscription: this.name, path: this.path, ...this.#window } });
  }

  /** Calls the function after each update, with what has changed. Returns a function that ends that. */
  onChange(listener) {
    if (typeof listener !== 'function') throw wrongType(listener, 'a function is expected');
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves after the first update. */
  async ready() {
    if (this.revision === undefined) await this.#next();
    return this.value;
  }

  /** Moves the window of a list, or changes its size. */
  move({ from, limit }) {
    this.#window = { from: from ?? this.#window.from, limit: limit ?? this.#window.limit };
    this.#send({ '@window': { subscription: this.name, from, limit } });
  }

  /** Ends the subscription. */
  close() {
    if (this.#isOver) return;
    this.end();
    this.#send({ '@unsubscribe': { subscription: this.name } });
  }

  [Symbol.dispose]() {
    this.close();
  }

  /** The value after each update. A reader that is slow gets the last one of several. */
  async *[Symbol.asyncIterator]() {
    let seen;
    try {
      while (true) {
        if (this.revision === seen) {
          if (!(await this.#next())) return;
        }
        seen = this.revision;
        yield this.value;
      }
    } finally {
      this.close();
    }
  }

  /** For the core: takes a message of this subscription. */
  take(message) {
    const update = message['@patch'] ?? message['@value'];
    let ops = null;
    if ('@patch' in message) {
      if (update.from !== this.revision) {
        const text = `${this.path}: found a patch from revision ${update.from}; one from ${this.revision} is expected`;
        throw new AditError(codes.EINTERNAL, undefined, text);
      }
      ops = update.ops;
      this.value = applyPatch(this.value, ops);
    } else {
      this.value = copied(update.value); // the message may have other readers
    }
    this.revision = update.revision;
    if (update.from !== undefined && ops === null) this.from = update.from;
    if (update.count !== undefined) this.count = update.count;
    this.#settle(true);
    for (const listener of [...this.#listeners]) listener({ ops, revision: this.revision, value: this.value });
  }

  /** For the core: no update follows; with an error, it is why. */
  end(error) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#settle(false);
  }

  /** Whether no update follows. */
  get closed() {
    return this.#isOver;
  }

  #settle(isUpdated) {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const { resolve, reject } of waiting) {
      if (!isUpdated && this.#error) reject(this.#error);
      else resolve(isUpdated);
    }
  }

  /** True after the next update, false if there is none any more. */
  #next() {
    if (this.#isOver) return this.#error ? Promise.reject(this.#error) : Promise.resolve(false);
    return new Promise((resolve, reject) => this.#waiting.add({ resolve, reject }));
  }
}

import { addon } from './addon.js';
import { wrongType } from './arguments.js';
import { codes } from './errors.js';
import { messageText, nameText, parse } from './json.js';

/** A core by its id: what any thread may do with it. `library.sender(id)` makes one. */
export class Sender {
  #library;

  constructor(library, id) {
    this.#library = library;
    if (typeof id !== 'number') throw wrongType(id, 'the id of a core is expected: a number');
    /** The number of the core, for other threads. */
    this.id = id;
  }

  /** Queues a message: an object, or its text as a string or a Uint8Array. */
  send(message) {
    addon.send(this.#library, this.id, messageText(message));
  }

  /** Queues a message on behalf of a client. */
  submit(client, message) {
    addon.submit(this.#library, this.id, nameText(client, codes.EINVAL, 'the name of a client'), messageText(message));
  }

  /** Drives a core in pull mode until there is a message. Undefined if there is none in time. */
  receive(timeout = 0) {
    const text = addon.receive(this.#library, this.id, timeout);
    return text === undefined ? undefined : parse(text);
  }

  /** Drives a core in pull mode until there is a message, and returns all that wait. */
  receiveAll(timeout = 0, maxBytes = 0) {
    const text = addon.receiveAll(this.#library, this.id, timeout, maxBytes);
    return text === undefined ? [] : parse(text);
  }

  /** Makes the waiting `process` or `receive` of another thread return, or the next one not wait. */
  wakeup() {
    addon.wakeup(this.#library, this.id);
  }

  /** Whether the core has work, or in pull mode a message. */
  get ready() {
    return addon.isReady(this.#library, this.id);
  }
}

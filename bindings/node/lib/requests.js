import { wrongType } from './arguments.js';
import { AditError } from './errors.js';

// Messages with a request's id on the way to its answer.
const underway = ['@log', '@gap', '@progress'];

/** The requests of a core that wait for their answer, by the `@id` that each was sent with. */
export class PendingRequests {
  #pending = new Map();
  #count = 0;

  /** A promise for the first message with the id that `send(id)` sends, and that `answers`, which is all by default. */
  begin(send, signal, answers = () => true) {
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrongType(signal, 'an AbortSignal is expected as signal');
    signal?.throwIfAborted();
    const id = `request-${++this.#count}`;
    return new Promise((resolve, reject) => {
      const abandon = () => {
        this.#pending.delete(id);
        reject(signal.reason);
      };
      const settled = () => signal?.removeEventListener('abort', abandon);
      this.#pending.set(id, { resolve, reject, settled, answers });
      signal?.addEventListener('abort', abandon, { once: true });
      try {
        send(id);
      } catch (error) {
        this.#pending.delete(id);
        settled();
        reject(error);
      }
    });
  }

  /** Completes the request that a message answers. False if it answers none. */
  take(message) {
    const id = message['@id'];
    const request = this.#pending.get(id);
    if (request === undefined || '@client' in message || underway.some((key) => key in message)) return false;
    if (!('@error' in message || request.answers(message))) return false;
    this.#pending.delete(id);
    request.settled();
    if ('@error' in message) request.reject(AditError.fromMessage(message['@error']));
    else request.resolve(message);
    return true;
  }

  /** Fails those that are left. */
  end(error) {
    for (const { reject, settled } of this.#pending.values()) {
      settled();
      reject(error);
    }
    this.#pending.clear();
  }

  get size() {
    return this.#pending.size;
  }
}

import { codes } from './errors.js';

const isIterable = (value) => value !== null && typeof value === 'object' && Symbol.asyncIterator in value;

/** What the app receives in place of an exception: any JSON. */
const reason = (error) =>
  error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) };

/** Calls the host's functions for the `@effect`s of a core, and sends their results as `@reply`. */
export class Gateways {
  #functions;
  #send;
  #report;
  #warn;
  #running = new Map();
  #unsent = []; // answers for which the queue had no room

  /**
   * `report(error)` gets what cannot be an answer: the exception of a function from which none is expected. `warn(error,
   * gateway)` gets the exceptions that are answers as well.
   */
  constructor(functions, send, report, warn) {
    this.#functions = functions;
    this.#send = send;
    this.#report = report;
    this.#warn = warn;
  }

  /** Begins to serve an effect. False if it is of none of these gateways. */
  begin(message) {
    const { id, gateway, request, reply } = message['@effect'];
    if (!Object.hasOwn(this.#functions, gateway)) return false;
    const controller = new AbortController();
    // An id may come again, of a durable request after a crash: a call is one by its controller.
    const call = { id, gateway, reply, controller, isWanted: () => this.#running.get(id) === controller };
    this.#running.set(id, controller);
    const context = { signal: controller.signal, effect: id, id: message['@id'], client: message['@client'] };
    this.#serve(call, this.#functions[gateway], request, context)
      .catch(this.#report)
      .finally(() => call.isWanted() && this.#running.delete(id));
    return true;
  }

  /** Cancels an effect: its function is told by the signal, and its result is ignored. False if there is none. */
  cancel(id) {
    const controller = this.#running.get(id);
    this.#running.delete(id);
    controller?.abort();
    return controller !== undefined;
  }

  cancelAll() {
    for (const id of [...this.#running.keys()]) this.cancel(id);
    this.#unsent = [];
  }

  async #serve(call, serve, request, context) {
    let answer;
    try {
      const result = await serve(request, context);
      if (call.reply === 'many' && isIterable(result)) return await this.#serveMany(call, result);
      answer = { effect: call.id, result: result ?? null };
    } catch (error) {
      if (call.reply === false) throw error;
      answer = this.#failure(call, error);
    }
    if (call.reply !== false) this.#answer(call, answer);
  }

  async #serveMany(call, items) {
    const { id, controller } = call;
    const iterator = items[Symbol.asyncIterator]();
    // A generator that waits for something notices the signal; one that only yields is ended here.
    const stop = () => void Promise.resolve(iterator.return?.()).catch(this.#report);
    controller.signal.addEventListener('abort', stop, { once: true });
    let answer = { effect: id };
    try {
      for (let step = await iterator.next(); !step.done && !controller.signal.aborted; step = await iterator.next()) {
        this.#answer(call, { effect: id, result: step.value ?? null, more: true });
      }
    } catch (error) {
      answer = this.#failure(call, error);
    }
    controller.signal.removeEventListener('abort', stop);
    this.#answer(call, answer);
  }

  /** The answer of a function that has thrown, which the host sees as well; not once it is cancelled, as its signal throws. */
  #failure(call, error) {
    if (call.isWanted()) this.#warn(error, call.gateway);
    return { effect: call.id, error: reason(error) };
  }

  #answer(call, answer) {
    if (!call.isWanted()) return; // cancelled meanwhile
    const reply = { gateway: call.gateway, answer };
    if (this.#unsent.length > 0 || !this.#isSent(reply)) this.#unsent.push(reply);
  }

  /** Sends an answer; one whose result is refused, or is no JSON, becomes an error. False if the queue is full. */
  #isSent(reply) {
    try {
      this.#send({ '@reply': reply.answer });
    } catch (error) {
      if (error.errno === codes.EFULL) return false;
      if (!('result' in reply.answer)) throw error;
      this.#warn(error, reply.gateway);
      reply.answer = { effect: reply.answer.effect, error: reason(error) };
      return this.#isSent(reply);
    }
    return true;
  }

  /** Sends the answers that were kept, as far as the queue has room. Called whenever the core was driven. */
  sendUnsent() {
    while (this.#unsent.length > 0) {
      const reply = this.#unsent.shift();
      if (this.#isSent(reply)) continue;
      this.#unsent.unshift(reply);
      return;
    }
  }
}

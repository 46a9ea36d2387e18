import { addon } from './addon.js';
import { expectFunction, expectOptions, wrongType } from './arguments.js';
import { AditError, codes } from './errors.js';
import { Gateways } from './gateways.js';
import { messageText, nameText, parse, stringify } from './json.js';
import { Mirror } from './mirror.js';
import { PendingRequests } from './requests.js';
import { Sender } from './sender.js';

/** A core that this thread has opened, by `library.open`. */
export class Core extends Sender {
  #core;
  #onMessage;
  #onText;
  #onError;
  #isPull;
  #isWatched = false;
  #isClosed = false;
  #hasEnded = false; // `@closed` was delivered
  #isDriving = false;
  #errors = [];
  #requests = new PendingRequests();
  #mirrors = new Map();
  #mirrorCount = 0;
  #gateways;
  #ending = undefined;

  // The addon refers to these weakly, or the core would never be collected.
  #deliver = (text) => {
    if (this.#onText) return this.#guard(() => this.#onText(text));
    const parsed = parse(text);
    if (!Array.isArray(parsed)) return this.#guard(() => this.#route(parsed));
    for (const message of parsed) this.#guard(() => this.#route(message)); // "delivery": "batches"
  };

  #onReadable = () => {
    try {
      this.#drive(() => addon.process(this.#core, 0));
    } catch (error) {
      // Another thread drives the core at the moment, or `onMessage` has closed it.
      if (error instanceof AditError && [codes.EBUSY, codes.ECORE].includes(error.errno)) return;
      if (!this.#onError) throw error;
      this.#onError(error);
    } finally {
      if (this.#hasEnded) this.close();
    }
  };

  constructor(library, app, config, options) {
    super(library, 0);
    expectOptions(options, 'the options of a core');
    const { onMessage, onText, onError, gateways = {}, pull = false, drive = !pull } = options;
    if (pull && (onMessage || onText || Object.keys(gateways).length > 0 || drive)) {
      throw new TypeError('adit: found pull beside onMessage, onText, gateways or drive; a core has one of both');
    }
    expectFunction(onMessage, 'onMessage');
    expectFunction(onText, 'onText');
    expectFunction(onError, 'onError');
    expectOptions(gateways, 'gateways');
    for (const [name, serve] of Object.entries(gateways)) {
      if (typeof serve !== 'function') throw wrongType(serve, `a function is expected as the gateway ${name}`);
    }
    this.#onMessage = onMessage;
    this.#onText = onText;
    this.#onError = onError;
    this.#isPull = pull;
    const report = (error) => (onError ? onError(error) : queueMicrotask(() => { throw error; }));
    const warn = (error, gateway) => (onError ? onError(error) : process.emitWarning(failureText(error, gateway), 'AditWarning'));
    this.#gateways = new Gateways(gateways, (message) => this.#isClosed || this.#hasEnded || this.#sendUnlessCrashed(message), report, warn);
    const name = nameText(app, codes.EAPP, 'the name of an app');
    const [core, number] = addon.open(library, name, configText(config, gateways), pull ? undefined : this.#deliver);
    if (number === 0) throw new TypeError(`adit: found store.check or store.repair; library.examine is expected`);
    this.#core = core;
    this.id = number;
    if (drive) {
      addon.watch(this.#core, this.#onReadable);
      this.#isWatched = true;
    }
  }

  /**
   * Drives the core: handles what is queued, and delivers the output. With nothing to do, waits up to `timeout`
   * milliseconds; -1: without limit. Throws what a callback has thrown; what else was delivered is not lost.
   */
  process(timeout = 0) {
    return this.#drive(() => addon.process(this.#core, timeout));
  }

  /**
   * Sends a message, drives the core until it is handled, and returns its output. Requests, mirrors and gateways receive what is
   * theirs in it as well; where a callback throws, `onMessage` receives the rest.
   */
  call(message, timeout = -1) {
    if (this.#onText) return parse(this.callText(message, timeout));
    const text = messageText(message);
    const rest = [];
    return this.#drive(() => {
      const output = parse(addon.call(this.#core, text, timeout));
      for (const item of output) this.#guard(() => this.#take(item) || rest.push(item));
      return output;
    }, () => {
      for (const item of rest) this.#guard(() => this.#onMessage?.(item));
    });
  }

  /** The same, without parsing the output: the text of a JSON array. Where a callback throws, all of it is delivered as usual. */
  callText(message, timeout = -1) {
    const text = messageText(message);
    let output = '[]';
    return this.#drive(() => (output = addon.call(this.#core, text, timeout)), () => {
      for (const item of parse(output)) this.#guard(() => (this.#onText ? this.#onText(stringify(item)) : this.#route(item)));
    });
  }

  /**
   * Sends a message with an `@id` of its own, and resolves to the first message that carries it; with `answers`, to the first
   * one for which that is true. An `@error` rejects, and so does closing the core.
   */
  request(message, options = {}) {
    expectOptions(options, 'the options of a request');
    const { signal, answers } = options;
    this.#expectRouting('request');
    if (message === null || typeof message !== 'object' || Array.isArray(message)) throw wrongType(message, 'an object is expected as a request');
    if ('@id' in message) throw new TypeError(`adit: found an @id in a request, ${JSON.stringify(message['@id'])}; a message without one is expected`);
    return this.#requests.begin((id) => this.send({ ...message, '@id': id }), signal, answers);
  }

  /** Follows a part of the state. `from` and `limit` are those of a window of a list. */
  follow(path, options = {}) {
    expectOptions(options, 'the options of a mirror');
    const { from, limit, name = `mirror-${++this.#mirrorCount}` } = options;
    this.#expectRouting('follow');
    if (typeof path !== 'string') throw wrongType(path, 'a path is expected: a JSON Pointer such as "/items"');
    if (this.#mirrors.has(name)) throw new AditError(codes.EINVAL, undefined, `${name}: the core has a mirror of that name`);
    const mirror = new Mirror(path, { name, from, limit }, (message) => {
      if (mirror.closed) this.#mirrors.delete(name);
      if ('@subscribe' in message) {
        this.request(message).catch((error) => {
          if (error.errno === codes.ECRASHED && !this.#hasEnded) return; // `@reopened` subscribes again
          this.#mirrors.delete(name);
          mirror.end(error);
        });
      } else if (!this.#isClosed && !this.#hasEnded) {
        this.#sendUnlessCrashed(message);
      }
    });
    this.#mirrors.set(name, mirror);
    mirror.subscribe();
    return mirror;
  }

  /** Lets the loop keep the process alive for this core: the default. */
  ref() {
    if (this.#isWatched) addon.setReferenced(this.#core, true);
    return this;
  }

  /** Lets the process end although the core is open. The core is then closed if it is collected. */
  unref() {
    if (this.#isWatched) addon.setReferenced(this.#core, false);
    return this;
  }

  /** Whether the core is closed. */
  get closed() {
    return this.#isClosed;
  }

  /**
   * Closes the core: messages that were not handled are answered by an `@error`. Requests and gateways that are left
   * fail. A second call does nothing.
   */
  close(timeout = 1000) {
    if (this.#isClosed) return;
    let busy = false;
    try {
      this.#drive(() => addon.close(this.#core, timeout));
    } catch (error) {
      busy = error instanceof AditError && [codes.EBUSY, codes.EINVAL].includes(error.errno);
      throw error;
    } finally {
      if (!busy) this.#settle();
    }
  }

  /** Handles what was sent before, and closes the core. Resolves when it is closed. */
  end() {
    if (this.#isClosed) return Promise.resolve();
    if (this.#ending) return this.#ending.promise;
    this.#sendUnlessCrashed({ '@close': {} });
    this.ref();
    this.#ending = {};
    this.#ending.promise = new Promise((resolve) => (this.#ending.resolve = resolve));
    return this.#ending.promise;
  }

  [Symbol.dispose]() {
    this.close();
  }

  [Symbol.asyncDispose]() {
    return this.#isWatched ? this.end() : Promise.resolve(this.close());
  }

  #settle() {
    this.#isClosed = true;
    this.#isWatched = false;
    this.#gateways.cancelAll();
    const error = new AditError(codes.ECLOSED, undefined, 'the core has closed');
    this.#requests.end(error);
    for (const mirror of this.#mirrors.values()) mirror.end();
    this.#mirrors.clear();
    this.#ending?.resolve();
  }

  /** Keeps an exception of a callback for the call that drives, so that none passes through Adit. */
  #guard(call) {
    try {
      call();
    } catch (error) {
      this.#errors.push(error);
    }
  }

  /** `deliver` is for the result of the call: nothing returns it where a callback has thrown. */
  #drive(call, deliver) {
    if (this.#isDriving) return call(); // from a callback: Adit refuses it
    this.#isDriving = true;
    try {
      return call();
    } finally {
      this.#isDriving = false;
      this.#guard(() => this.#gateways.sendUnsent());
      if (this.#errors.length > 0) deliver?.();
      this.#throwErrors();
    }
  }

  #throwErrors() {
    const errors = this.#errors;
    if (errors.length === 0) return;
    this.#errors = [];
    throw errors.length === 1 ? errors[0] : new AggregateError(errors, `adit: ${errors.length} callbacks have thrown`);
  }

  #route(message) {
    if (!this.#take(message)) this.#onMessage?.(message);
  }

  /** Gives a message to the gateway, the mirror or the request that it is for. False if there is none. */
  #take(message) {
    if ('@effect' in message) return this.#gateways.begin(message);
    if ('@cancel' in message) return this.#gateways.cancel(message['@cancel'].effect);
    if ('@closed' in message || '@gone' in message) this.#hasEnded = true;
    this.#followProcess(message);
    const subscription = (message['@patch'] ?? message['@value'])?.subscription;
    const mirror = subscription !== undefined && !('@client' in message) ? this.#mirrors.get(subscription) : undefined;
    const isAnswer = this.#requests.take(message);
    mirror?.take(message);
    return mirror !== undefined || isAnswer;
  }

  /** The end and the beginning of the core's process, if that is `adit serve`. */
  #followProcess(message) {
    if ('@crashed' in message) this.#lose(new AditError(codes.ECRASHED, undefined, "the core's process ended before there was an answer"));
    if ('@gone' in message) this.#lose(AditError.fromMessage(message['@gone']));
    if (!('@reopened' in message)) return;
    if (this.#ending) this.#sendUnlessCrashed({ '@close': {} });
    else this.#mirrors.forEach((mirror) => mirror.subscribe());
  }

  /**
   * Sends a message, or drops it while the core's process is started again: after `@reopened`, mirrors subscribe, `end` closes,
   * and gateways are asked anew.
   */
  #sendUnlessCrashed(message) {
    try {
      this.send(message);
    } catch (error) {
      if (error.errno !== codes.ECRASHED) throw error;
    }
  }

  /** Fails what waits: its answers will not come. */
  #lose(error) {
    this.#gateways.cancelAll();
    this.#requests.end(error);
  }

  #expectRouting(what) {
    if (this.#isPull || this.#onText) throw new TypeError(`adit: ${what} needs a core with neither pull nor onText`);
  }
}

const failureText = (error, gateway) => `the gateway ${gateway} failed: ${error instanceof Error ? error.stack : error}`;

/** The text of a config, in which the gateways with a function are listed. */
export function configText(config, gateways = {}) {
  const names = Object.keys(gateways);
  if (names.length === 0) return messageText(config, 'a config');
  if (config === null || typeof config !== 'object' || config instanceof Uint8Array) {
    throw wrongType(config, 'an object is expected as the config, as there are gateways, which are added to it');
  }
  return stringify({ ...config, gateways: [...new Set([...(config.gateways ?? []), ...names])] });
}

// A library in a child process: `adit serve LIBRARY --stdio` (docs/serve.md).
//
// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url';
import { AditError, codes } from './errors.js';
import { parse, stringify } from './json.js';
import { HostedCore } from './hosted.js';
import { flatText, lineOf, prefixLength, readLine } from './lines.js';
import { addon } from './native.js';

const crashed = '{"@gone":{"code":"ecrashed","message":"the process of the core has ended"}}';
const ended = '{"@gone":{"code":"eclosed","message":"the library was ended"}}';

/** What NativeTransport does, by a child process. The server drives the cores; here they are waited for. */
export class ChildTransport {
  #child;
  #ready;
  #cores = new Map(); // by number
  #count = 0;
  #answers = new Map();
  #isOver = false;
  #isWatched = false;
  #scheduled = undefined;
  #dispatch = () => this.#dispatchAll();
  #dropped = new FinalizationRegistry((number) => this.#discard(number));

  constructor(path, program) {
    const file = path instanceof URL ? fileURLToPath(path) : String(path);
    this.#child = addon.childSpawn([...program, file, '--stdio']);
    const line = addon.childRead(this.#child, -1);
    if (line === null) {
      addon.childEnd(this.#child);
      throw new AditError(codes.EINVAL, undefined, `${program.join(' ')} ${file}: it has ended; standard error says why`);
    }
    this.#ready = parse(line)['@ready'];
  }

  version() {
    return this.#ready.adit;
  }

  catalog(app) {
    if (app === undefined) return JSON.stringify(this.#ready.apps);
    this.#expectApp(app);
    return stringify(this.#ask(`{"@catalog":{"app":${JSON.stringify(app)}}`)['@catalog'].catalog);
  }

  compare() {
    throw new AditError(codes.EINVAL, undefined, 'a child compares no catalogs; a library in this process does');
  }

  open(app, config, callback, onRefused) {
    this.#expectApp(app);
    const core = new HostedCore(++this.#count, callback, onRefused);
    const text = flatText(config).toString();
    this.#cores.set(core.number, core);
    try {
      const { '@opened': opened } = this.#ask(`{"@open":{"core":"${core.name}","app":${JSON.stringify(app)},"config":${text}}`);
      if ('verdict' in opened) {
        this.#cores.delete(core.number);
        return { core, number: 0, text: opened.verdict };
      }
    } catch (error) {
      this.#cores.delete(core.number);
      throw error;
    }
    if (onRefused) this.#dropped.register(onRefused, core.number);
    return { core, number: core.number, text: '' };
  }

  /** Waits until what was sent is handled, and delivers; with nothing to deliver, waits for a message. */
  process(core, timeout) {
    this.#find(core.number);
    this.#expectFree(core);
    this.#settle(core, timeout);
    return this.#deliver(core);
  }

  turn(core) {
    return core.isDriving ? 0 : this.#deliver(core);
  }

  call(core, text) {
    this.#find(core.number);
    this.#expectFree(core);
    this.#synchronise(core);
    const begin = core.items.length;
    this.#write(lineOf(text, core.name));
    this.#synchronise(core);
    const output = core.items.splice(begin);
    const refused = output.find((item) => typeof item !== 'string');
    if (refused) throw refused.error;
    return `[${output.join(',')}]`;
  }

  close(core, timeout) {
    this.#find(core.number);
    this.#expectFree(core);
    if (!core.isClosed) {
      this.#write(lineOf('{"@close":{}}', core.name));
      const end = timeout < 0 ? Infinity : Date.now() + timeout;
      while (!core.isClosed && this.#read(timeout < 0 ? -1 : Math.max(0, end - Date.now())));
    }
    const hasClosed = core.isClosed;
    this.#deliver(core);
    this.#cores.delete(core.number);
    this.#updateWatcher();
    if (!hasClosed) throw new AditError(codes.ETIMEDOUT, undefined, 'an effect ignored its cancellation');
  }

  watch(core, onReadable) {
    core.onReadable = onReadable;
    core.isReferenced = true;
    this.#updateWatcher();
  }

  setReferenced(core, isReferenced) {
    core.setReferenced(isReferenced);
    this.#updateWatcher();
  }

  send(number, text) {
    const core = this.#find(number);
    if (core.isClosed) throw new AditError(codes.ECLOSED, undefined, 'the core has closed');
    this.#write(lineOf(text, core.name));
  }

  submit(number) {
    this.#find(number);
    throw new AditError(codes.EINVAL, undefined, 'a child has no clients of its host; adit serve has a socket for them');
  }

  receive(number, timeout) {
    const core = this.#pull(number, timeout);
    return core.items.length === 0 ? undefined : this.#taken(core.items.shift());
  }

  receiveAll(number, timeout, maxBytes) {
    const core = this.#pull(number, timeout);
    const texts = [];
    for (let bytes = 0; core.items.length > 0; ) {
      if (texts.length > 0 && (typeof core.items[0] !== 'string' || (maxBytes > 0 && bytes + core.items[0].length > maxBytes))) break;
      texts.push(this.#taken(core.items.shift()));
      bytes += texts.at(-1).length;
    }
    return texts.length === 0 ? undefined : `[${texts.join(',')}]`;
  }

  wakeup(number) {
    this.#find(number);
  }

  isReady(number) {
    const core = this.#find(number);
    while (this.#read(0));
    return core.items.length > 0;
  }

  end() {
    this.#finish(ended);
  }

  /** Ends the child. `last` is the last message of its cores. */
  #finish(last) {
    if (this.#isOver) return;
    this.#isOver = true;
    addon.childEnd(this.#child);
    this.#endCores(last);
  }

  #find(number) {
    const core = this.#cores.get(number);
    if (core === undefined) throw new AditError(codes.ECORE, undefined, 'no core has that id');
    return core;
  }

  #expectApp(app) {
    const { apps } = this.#ready;
    if (Object.hasOwn(apps, app)) return;
    throw new AditError(codes.EAPP, undefined, `found no app ${JSON.stringify(app)}; one of ${Object.keys(apps).join(', ')} is expected`);
  }

  #expectFree(core) {
    if (core.isDriving) throw new AditError(codes.EBUSY, undefined, "the core's own callback drives it");
  }

  #pull(number, timeout) {
    const core = this.#find(number);
    this.#expectFree(core);
    if (core.callback) throw new AditError(codes.EINVAL, undefined, 'the core has a callback');
    if (core.items.length === 0) this.#settle(core, timeout);
    return core;
  }

  #taken(item) {
    if (typeof item !== 'string') throw item.error;
    return item;
  }

  #deliver(core) {
    if (core.isDriving) return 0;
    core.isDriving = true;
    let count = 0;
    try {
      // Messages that callbacks cause come later.
      for (const item of core.items.splice(0)) {
        if (typeof item !== 'string') core.onRefused?.deref()?.(item.id, item.error);
        else core.callback?.deref()?.(item);
        count += typeof item === 'string';
      }
    } finally {
      core.isDriving = false;
    }
    return count;
  }

  #settle(core, timeout) {
    if (timeout < -1) throw new AditError(codes.EINVAL, undefined, `found the timeout ${timeout}; -1 or more is expected`);
    this.#synchronise(core);
    const end = Date.now() + timeout;
    while (core.items.length === 0 && !core.isClosed && timeout !== 0) {
      const left = timeout < 0 ? -1 : end - Date.now();
      if ((timeout > 0 && left <= 0) || !this.#read(left)) break;
    }
  }

  #synchronise(core) {
    try {
      if (!core.isClosed) this.#ask(`{"@sync":{"core":"${core.name}"}`);
    } catch (error) {
      if (!core.isClosed || error.errno !== codes.ECORE) throw error; // `@close` was on its way
    }
  }

  /** Sends a line to the server, and waits for its answer. The line lacks its id, and its end. */
  #ask(line) {
    const id = `adit-${++this.#count}`;
    this.#write(Buffer.from(`${line},"@id":"${id}"}\n`));
    while (!this.#answers.has(id)) {
      if (!this.#read(-1)) throw new AditError(codes.ECRASHED, undefined, 'the child process has ended');
    }
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if ('@refused' in answer) throw AditError.fromMessage({ ...answer['@refused'], offset: undefined });
    return answer;
  }

  #write(line) {
    if (this.#isOver || !addon.childWrite(this.#child, line)) {
      throw new AditError(codes.ECRASHED, undefined, 'the child process has ended');
    }
  }

  /** Takes a line. False if there is none in time, or ever. */
  #read(timeout) {
    if (this.#isOver) return false;
    const line = addon.childRead(this.#child, timeout);
    if (line === undefined) return false;
    if (line === null) {
      this.#finish(crashed);
      return false;
    }
    this.#take(readLine(line));
    return true;
  }

  #take({ word, name, text }) {
    const message = word === undefined ? undefined : parse(text);
    const id = message?.['@id'];
    if (typeof id === 'string' && id.startsWith('adit-')) {
      this.#answers.set(id, message);
      return;
    }
    const core = this.#cores.get(Number(name?.slice('core-'.length)));
    if (core === undefined) return;
    if (word === 'refused') {
      const { offset, ...refused } = message['@refused'];
      const own = offset === undefined ? undefined : Math.max(0, offset - prefixLength(name));
      core.items.push({ id, error: AditError.fromMessage({ ...refused, offset: own }) });
    } else {
      core.items.push(text);
      if (word === 'gone' || text.startsWith('{"@closed"')) core.isClosed = true;
    }
    if (core.onReadable && !this.#scheduled) this.#schedule();
  }

  /** Lines that a waiting call has read do not make the descriptor readable. */
  #schedule() {
    this.#scheduled = setImmediate(() => {
      this.#scheduled = undefined;
      this.#dispatchAll();
    });
  }

  #dispatchAll() {
    while (this.#read(0));
    for (const core of [...this.#cores.values()]) {
      if (core.items.length > 0 && !core.isDriving) core.readable?.();
    }
  }

  #updateWatcher() {
    const watched = [...this.#cores.values()].filter((core) => core.onReadable);
    if (watched.length > 0 && !this.#isWatched && !this.#isOver) {
      addon.childWatch(this.#child, this.#dispatch);
      this.#isWatched = true;
    }
    if (this.#isWatched) addon.childSetReferenced(this.#child, watched.some((core) => core.isReferenced));
  }

  #discard(number) {
    const core = this.#cores.get(number);
    if (core === undefined) return;
    this.#cores.delete(number);
    this.#updateWatcher();
    if (!core.isClosed && !this.#isOver) addon.childWrite(this.#child, lineOf('{"@close":{}}', core.name));
  }

  #endCores(last) {
    for (const core of this.#cores.values()) {
      if (core.isClosed) continue;
      core.isClosed = true;
      core.items.push(last);
      if (core.onReadable && !this.#scheduled) this.#schedule();
    }
    this.#isWatched = false;
  }
}

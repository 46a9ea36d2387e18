// The addon, and a library in this process.
//
// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AditError } from './errors.js';

const file = process.env.ADIT_NODE_ADDON ?? fileURLToPath(new URL('../build/adit.node', import.meta.url));
if (!existsSync(file)) throw new Error(`adit: there is no addon at ${file}; "npm rebuild adit" compiles it`);
export const addon = createRequire(import.meta.url)(file);
addon.setMakeError((errno, offset, text) => new AditError(errno, offset, text));

/** Where a library was looked for, and what to do. */
function missing(name, isFile) {
  if (isFile) {
    return `${name}: there is no such file; it was looked for at ${resolve(name)}. Give the path of an Adit library; scripts/build makes build/lib/libadit_cores.so`;
  }
  const folders = process.env.LD_LIBRARY_PATH ?? 'not set';
  return `${name}: there is no such library in ${process.cwd()}, in LD_LIBRARY_PATH (${folders}) and in the folders of the system (ldconfig -p). Give its path, or add its folder to LD_LIBRARY_PATH`;
}

/**
 * The functions of adit.h on a library in this process. Texts are strings or Uint8Arrays, timeouts are milliseconds, and
 * errors are thrown as AditErrors. A `core` is what `open` returned, and belongs to this thread; a `number` is a core's
 * id, and may come from another thread.
 */
export class NativeTransport {
  #library;

  constructor(path) {
    const name = path instanceof URL ? fileURLToPath(path) : String(path);
    // The system looks for a name without a slash.
    const isFile = name.includes('/') || existsSync(name);
    try {
      this.#library = addon.load(isFile ? resolve(name) : name);
    } catch (error) {
      if (!error.message.startsWith(`${isFile ? resolve(name) : name}: cannot open shared object file: No such file`)) throw error;
      throw new AditError(error.errno, undefined, missing(name, isFile));
    }
  }

  version() {
    return addon.version(this.#library);
  }

  catalog(app) {
    return addon.catalog(this.#library, app);
  }

  compare(old, recent) {
    return addon.compare(this.#library, old, recent);
  }

  /** The core, its number (0: none was opened), and what Adit says about its store. */
  open(app, config, callback) {
    const [core, number, text] = addon.open(this.#library, app, config, callback);
    return { core, number, text };
  }

  process(core, timeout) {
    return addon.process(core, timeout);
  }

  /** Delivers what there is, for the event loop. */
  turn(core) {
    addon.process(core, 0);
  }

  call(core, text, timeout) {
    return addon.call(core, text, timeout);
  }

  close(core, timeout) {
    addon.close(core, timeout);
  }

  /** Calls the function from the event loop whenever the core has work. It keeps the loop alive. */
  watch(core, onReadable) {
    addon.watch(core, onReadable);
  }

  setReferenced(core, isReferenced) {
    addon.setReferenced(core, isReferenced);
  }

  send(number, text) {
    addon.send(this.#library, number, text);
  }

  submit(number, client, text) {
    addon.submit(this.#library, number, client, text);
  }

  receive(number, timeout) {
    return addon.receive(this.#library, number, timeout);
  }

  receiveAll(number, timeout, maxBytes) {
    return addon.receiveAll(this.#library, number, timeout, maxBytes);
  }

  wakeup(number) {
    addon.wakeup(this.#library, number);
  }

  isReady(number) {
    return addon.isReady(this.#library, number);
  }

  /** Ends what the transport has started: nothing here. */
  end() {}
}

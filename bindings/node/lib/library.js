// SPDX-License-Identifier: Apache-2.0
import { ChildTransport } from './child.js';
import { Core, configText } from './core.js';
import { codes } from './errors.js';
import { messageText, nameText, parse } from './json.js';
import { NativeTransport } from './native.js';
import { Sender } from './sender.js';

/** A library of apps. `load` makes one. */
export class Library {
  #transport;

  constructor(transport) {
    this.#transport = transport;
  }

  /** The version of Adit, such as "0.1.0". */
  get version() {
    return this.#transport.version();
  }

  /** The apps, with their versions and the hashes of their catalogs. */
  get apps() {
    return parse(this.catalogText());
  }

  /** The JSON Schema of an app's messages. */
  catalog(app) {
    return parse(this.catalogText(app));
  }

  /** The same as a text; without an app, that of the list of apps. */
  catalogText(app) {
    return this.#transport.catalog(app === undefined ? undefined : nameText(app, codes.EAPP, 'the name of an app'));
  }

  /** Whom the differences of two catalogs break: hosts, stores or recordings. */
  compare(old, recent) {
    return parse(this.#transport.compare(messageText(old), messageText(recent)));
  }

  /** Opens a core. The event loop drives it, unless `drive` is false or `pull` is true. */
  open(app, config = {}, options = {}) {
    return new Core(this.#transport, app, config, options);
  }

  /** Checks or repairs a store (`store.check`, `store.repair` in the config), and returns what Adit says about it. */
  examine(app, config) {
    const { core, number, text } = this.#transport.open(nameText(app, codes.EAPP, 'the name of an app'), configText(config));
    if (number === 0) return text;
    this.#transport.close(core, 0);
    throw new TypeError('adit: store.check or store.repair is expected in the config');
  }

  /** A core that another thread has opened, by its id. */
  sender(id) {
    return new Sender(this.#transport, id);
  }

  /** Ends the child process, if the library is in one. */
  end() {
    this.#transport.end();
  }
}

/**
 * Loads a library of apps: into this process or, with `process: true`, into a child, which `program` runs. The API is the
 * same; README.md lists the differences.
 */
export function load(path, { process = false, program = ['adit', 'serve'] } = {}) {
  return new Library(process ? new ChildTransport(path, program) : new NativeTransport(path));
}

import { addon, loadLibrary } from './addon.js';
import { Core, configText } from './core.js';
import { codes } from './errors.js';
import { messageText, nameText, parse } from './json.js';
import { Sender } from './sender.js';

/** A library of apps. `load` makes one. */
export class Library {
  #library;

  constructor(path) {
    this.#library = loadLibrary(path);
  }

  /** The version of Adit, such as "0.1.0". */
  get version() {
    return addon.version(this.#library);
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
    return addon.catalog(this.#library, app === undefined ? undefined : nameText(app, codes.EAPP, 'the name of an app'));
  }

  /** Whom the differences of two catalogs break: hosts, stores or recordings. */
  compare(old, recent) {
    return parse(addon.compare(this.#library, messageText(old), messageText(recent)));
  }

  /** Opens a core. The event loop drives it, unless `drive` is false or `pull` is true. */
  open(app, config = {}, options = {}) {
    return new Core(this.#library, app, config, options);
  }

  /** Checks or repairs a store (`store.check`, `store.repair` in the config), and returns what Adit says about it. */
  examine(app, config) {
    const [core, number, text] = addon.open(this.#library, nameText(app, codes.EAPP, 'the name of an app'), configText(config), undefined);
    if (number === 0) return text;
    addon.close(core, 0);
    throw new TypeError('adit: store.check or store.repair is expected in the config');
  }

  /** A core that another thread has opened, by its id. */
  sender(id) {
    return new Sender(this.#library, id);
  }
}

/** Loads a library of apps, or `libadit_served.so` in its place. */
export function load(path) {
  return new Library(path);
}

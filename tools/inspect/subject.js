// What is looked at: the inspected core, by its journal or by the core itself, or a fork.

import { pointer, tokens } from './schema.js';

export class Subject {
  /** @param parts title; core: the name of an open core; hasJournal: whether the file's journal is its own. */
  constructor(app, { title, core, hasJournal = false, from }) {
    Object.assign(this, { app, title, core, hasJournal, from });
    /** What the core has said. */
    this.heard = [];
    this.revision = 0;
    /** Takes all that the core says, while it is set. */
    this.tap = undefined;
  }

  get isFork() { return this.from !== undefined; }

  receive(message) {
    this.tap?.push(message);
    const { '@effect': effect, '@error': error, '@closed': closed, '@crashed': crashed, '@gone': gone } = message;
    if (crashed) this.failure = `The process of the app has ended (${crashed.signal ?? `status ${crashed.status}`})${crashed.again ? ', and is started again; a fork begins anew' : ''}.`;
    if (closed || gone) this.failure = gone ? gone.message : 'The core has closed.';
    const key = Object.keys(message)[0];
    if (!key.startsWith('@') || effect || error) {
      this.heard.push(message);
      if (this.heard.length > 2000) this.heard.splice(0, 1000);
    }
  }

  send(message) { return this.app.wire.send(this.core, message); }
  call(message) { return this.app.wire.call(this.core, message); }

  /** What is under way: of the core, or of the last commit of the file. */
  async pending() {
    if (this.core) return (await this.send({ '@pending': {} }))['@pending'];
    return this.hasJournal ? this.app.wire.ask({ pending: {} }) : undefined;
  }

  async stats() {
    const stats = (await this.send({ '@stats': {} }))['@stats'];
    this.revision = stats.revision;
    return stats;
  }

  // The state, level by level: { kind, count, children: [{ key, path, kind, count, value }] }.

  async children(path, revision, from, limit) {
    const answer = this.hasJournal
      ? await this.app.wire.ask({ children: { path, from, limit, ...(revision === null ? {} : { revision }) } })
      : await this.#coreChildren(path, from, limit);
    for (const child of answer.children) if ('value' in child) child.value = this.app.catalog.maskAt(child.path, child.value);
    return answer;
  }

  /** A part as a whole; undefined if it is absent. */
  async value(path, revision) {
    const found = this.hasJournal
      ? (await this.app.wire.ask({ value: { path, ...(revision === null ? {} : { revision }) } }))
      : (await this.#get(path));
    return found && 'value' in found ? this.app.catalog.maskAt(path, found.value) : undefined;
  }

  async #get(path, from, limit) {
    const window = from === undefined ? {} : { from, limit };
    return (await this.send({ '@get': { path, ...window } }))['@value'];
  }

  isTable(path) {
    return this.app.catalog.choices(this.app.catalog.at(path) ?? {}).some(({ properties }) => properties && Object.keys(properties).join() === 'ids,entities');
  }

  async #coreChildren(path, from, limit) {
    const catalog = this.app.catalog;
    if (this.isTable(path)) {
      const { value, count = 0 } = await this.#get(path, from, limit);
      return { kind: 'table', count, from, children: (value?.ids ?? []).map((id) => node(String(id), pointer([...tokens(path), 'entities', id]), value.entities[id])) };
    }
    const members = catalog.choices(catalog.at(path) ?? catalog.defs['@state']).find(({ properties }) => properties)?.properties;
    if (members && tokens(path).length < 3 && (path === '' || path === '/view' || Object.keys(members).some((key) => this.isTable(pointer([...tokens(path), key]))))) {
      const children = await Promise.all(Object.keys(members).sort().map(async (key) => {
        const below = pointer([...tokens(path), key]);
        if (this.isTable(below)) return { key, path: below, kind: 'table', count: (await this.#get(below, 0, 0)).count ?? 0 };
        return node(key, below, (await this.#get(below)).value);
      }));
      // What the app derives from the state stands beside it, as @get reads it.
      const views = Object.keys(catalog.resolve(catalog.defs['@view']).properties ?? {});
      if (path === '' && views.length && !members.view) children.push({ key: 'view', path: '/view', kind: 'object', count: views.length });
      return { kind: 'object', count: children.length, from: 0, children };
    }
    const { value } = await this.#get(path);
    const all = value !== null && typeof value === 'object' ? Object.entries(value) : [];
    return {
      kind: kind(value), count: all.length, from,
      children: all.slice(from, from + limit).map(([key, each]) => node(key, pointer([...tokens(path), key]), each)),
    };
  }
}

const kind = (value) => (value === undefined ? 'absent' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

function node(key, path, value) {
  const own = { key, path, kind: kind(value), count: value !== null && typeof value === 'object' ? Object.keys(value).length : 0 };
  if (value === undefined) return own;
  const size = typeof value === 'object' ? JSON.stringify(value).length : 0;
  return size > 4000 ? { ...own, bytes: size } : { ...own, value };
}

// The state as a tree, at any revision. Only what is in sight is asked for.

import { fillRow, List, Pages } from './list.js';
import { brief, bytes, code, counted, el, grouped, renew } from './dom.js';
import { pointer, tokens } from './schema.js';
import { changesTable } from './messages.js';

const opened = new Set(['']);

class Node {
  constructor(view, { key = '', path = '', kind = 'object', count = 0, value, bytes: size }, depth, index, siblings) {
    Object.assign(this, { view, key, path, kind, count, value, size, depth, index, siblings });
    /** Those children that are open, by their index. */
    this.open = new Map();
    this.isOpen = opened.has(path) && this.hasChildren;
    if (this.hasChildren) {
      this.pages = new Pages(async (from, limit) => {
        const answer = await view.app.subject.children(path, view.app.revision, from, limit);
        const changed = answer.count !== this.count;
        [this.count, this.shown] = [answer.count, undefined];
        const nodes = answer.children.map((each, place) => new Node(view, each, depth + 1, from + place, answer.count));
        for (const node of nodes) if (node.isOpen) this.open.set(node.index, node); else this.open.delete(node.index);
        if (changed || nodes.some((each) => each.isOpen)) view.resize();
        return nodes;
      }, () => view.arrived());
      this.pages.failed = (error) => { this.failure = error.message; view.arrived(); };
    }
  }

  get hasChildren() { return ['object', 'array', 'table'].includes(this.kind); }

  /** The rows below it. */
  get size_() {
    if (!this.isOpen) return 0;
    let size = this.count;
    for (const child of this.open.values()) size += child.size_;
    return size;
  }

  /** The node of a row below it, or what is known of one that is not there yet. */
  at(row) {
    let before = 0;
    for (const [index, child] of [...this.open].sort(([a], [b]) => a - b)) {
      if (row < index + before) break;
      if (row === index + before) return child;
      const size = child.size_;
      if (row <= index + before + size) return child.at(row - index - before - 1);
      before += size;
    }
    return this.pages.at(row - before) ?? { parent: this, depth: this.depth + 1, failure: this.failure };
  }

  toggle(isOpen = !this.isOpen, parent) {
    if (!this.hasChildren || isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    if (isOpen) opened.add(this.path); else opened.delete(this.path);
    if (isOpen) parent?.open.set(this.index, this); else parent?.open.delete(this.index);
  }
}

export class StateView {
  static name_ = 'state';
  static title = 'State';

  constructor(app) {
    this.app = app;
    this.details = el('div', { class: 'details', role: 'region', 'aria-label': 'The chosen part', tabindex: 0 }, el('p', { class: 'faint' }, 'Choose a part of the state.'));
    this.search = el('input', { type: 'search', placeholder: 'search, or a pointer as /items ( / )', 'aria-label': 'Search the state', onchange: () => this.#search() });
    this.total = el('span', { class: 'count', role: 'status' });
    this.list = new List({
      label: 'State', role: 'tree', fill: (row, index) => this.#fill(row, index), choose: (index, event) => this.#choose(index, event), press: (event, index) => this.#press(event, index),
    });
    this.results = el('div');
    this.element = el('div', { class: 'pair' },
      el('section', { 'aria-label': 'Tree' }, el('div', { class: 'bar' }, this.search, this.total), this.results, this.list.element),
      el('section', { 'aria-label': 'Details' }, this.details));
    this.others = new Map();
  }

  enter() { this.travel(); }
  filter() { this.search.focus(); }
  refresh(before) { if (this.app.isLive && before?.last !== this.app.status?.last || !this.app.subject.hasJournal && this.seen !== this.app.subject.revision) this.travel(); }

  /** Another revision. */
  async travel() {
    const { subject } = this.app;
    this.seen = subject.revision;
    this.others.clear();
    if (!subject.hasJournal && !subject.core) return void (this.total.textContent = 'No state is known.');
    // What is shown stays, and can be clicked, until the other one is there.
    this.next = new Node(this, { kind: 'object' }, 0, 0, 1);
    this.next.isOpen = true;
    this.root ??= this.next;
    this.next.pages.at(0);
    this.total.textContent = subject.hasJournal ? `revision ${grouped(this.app.revision ?? this.app.status.last)}` : `revision ${grouped(subject.revision)}`;
    if (this.chosenPath !== undefined) this.#showPart(this.chosenPath);
  }

  resize() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.list.update(this.root.size_), 0);
  }

  #at(index) { return this.root.at(index); }

  /** Some nodes are there. */
  arrived() {
    if (this.next && (this.next.failure || this.next.pages.has(0))) {
      [this.root, this.next] = [this.next, undefined];
      if (this.root.failure) this.total.textContent = this.root.failure;
      this.list.update(this.root.size_);
    }
    this.list.draw();
    if (this.awaited !== undefined && this.awaited === this.list.chosen) this.#choose(this.awaited);
  }

  #fill(row, index) {
    const node = this.#at(index);
    const other = node.path ? this.#other(node) : undefined;
    row.differs = other?.differs ?? false;
    row.classList.toggle('differs', row.differs);
    // What is shown already stays.
    const key = `${node.path} ${node.isOpen} ${node.siblings} ${node.path ? node.shown ??= text(node) : node.failure} ${other ? `${other.differs} ${other.shown}` : ''}`;
    if (row.key === key) return;
    row.key = key;
    row.style.paddingLeft = `${8 + (node.depth - 1) * 16}px`;
    row.setAttribute('aria-level', node.depth);
    if (!node.path) {
      for (const name of ['aria-expanded', 'aria-setsize', 'aria-posinset']) row.removeAttribute(name);
      return fillRow(row, [[node.failure ? 'bad' : 'faint', node.failure ?? '…']]);
    }
    row.setAttribute('aria-setsize', node.siblings);
    row.setAttribute('aria-posinset', node.index + 1);
    if (node.hasChildren) row.setAttribute('aria-expanded', String(node.isOpen)); else row.removeAttribute('aria-expanded');
    fillRow(row, [
      ['twist', node.hasChildren ? node.isOpen ? '▾' : '▸' : ''], ['name', node.key], ['more mono', node.shown],
      ['end', other?.differs ? `other: ${other.shown}` : node.kind === 'table' ? 'table' : ''],
    ]);
  }

  /** The same part of what it is compared with; undefined while that is not known, or where there is nothing to compare. */
  #other(node) {
    const comparison = this.app.comparison?.();
    if (!comparison || node.kind === 'table') return undefined;
    const key = `${comparison.subject.title} ${comparison.revision} ${node.path}`;
    const found = this.others.get(key);
    if (found) return found === 'asked' ? undefined : found;
    this.others.set(key, 'asked');
    comparison.subject.value(node.path, comparison.revision).then((value) => {
      this.others.set(key, { value, shown: value === undefined ? 'absent' : brief(value, 60), differs: JSON.stringify(value) !== JSON.stringify(node.value) && node.size === undefined });
      this.list.draw();
    }, () => {});
    return undefined;
  }

  #choose(index, event) {
    const node = this.#at(index);
    // One that is not there yet is shown once it is.
    this.awaited = node.path ? undefined : index;
    if (!node.path) return;
    if (event?.target?.closest('.twist') || event?.detail === 2) this.#toggle(node, index);
    this.#showPart(node.path, node);
  }

  #press(event, index) {
    const node = index >= 0 ? this.#at(index) : undefined;
    if (!node?.path) return false;
    if (event.key === 'Enter' || event.key === ' ') this.#toggle(node, index);
    else if (event.key === 'ArrowRight') {
      if (node.hasChildren && !node.isOpen) this.#toggle(node, index); else if (node.isOpen) this.list.select(index + 1);
    } else if (event.key === 'ArrowLeft') {
      if (node.isOpen) return this.#toggle(node, index), true;
      for (let row = index - 1; row >= 0 && row > index - 100_000; row -= 1) {
        const other = this.#at(row);
        if (other.path && other.depth < node.depth) return this.list.select(row), true;
      }
    } else return false;
    return true;
  }

  #toggle(node, index) {
    let parent = this.root;
    // The parent is the nearest open node around it.
    const keys = tokens(node.path);
    const find = (from) => { for (const child of from.open.values()) if (node.path !== child.path && node.path.startsWith(`${child.path}/`)) return find(child); return from; };
    parent = find(this.root, keys);
    node.toggle(undefined, parent);
    if (node.isOpen) node.pages.at(0);
    this.list.update(this.root.size_);
    this.list.show(index);
  }

  async #showPart(path, node) {
    this.chosenPath = path;
    const { app } = this, { subject, revision, catalog } = app;
    const schema = catalog.at(path);
    const parts = [el('h2', { class: 'mono' }, path)];
    const types = schema ? catalog.choices(schema).map((each) => each.format ?? each.type ?? 'any').join(' or ') : '';
    if (schema?.description) parts.push(el('p', {}, schema.description));
    if (types) parts.push(el('p', { class: 'faint' }, `${types}${catalog.choices(schema).some((each) => each['x-secret']) ? ', a secret' : ''}`));
    try {
      if (!subject.isTable(path)) {
        const value = await subject.value(path, revision);
        parts.push(el('h3', {}, 'Value'), value === undefined ? el('p', { class: 'faint' }, 'Absent.') : code(value));
        const other = app.comparison?.();
        if (other) {
          const its = await other.subject.value(path, other.revision);
          parts.push(el('h3', {}, `Compared with ${other.subject.title}${other.revision === null ? '' : `, revision ${other.revision}`}`), its === undefined ? el('p', { class: 'faint' }, 'Absent.') : code(its));
        }
      } else parts.push(el('p', {}, counted((await subject.children(path, revision, 0, 0)).count, 'element')));
      if (subject.isTable(path)) parts.push(el('p', { class: 'faint' }, 'Each of its elements has a history of its own.'));
      else if (subject.hasJournal) parts.push(...await this.#history(path, revision));
      if (schema) parts.push(el('details', {}, el('summary', {}, 'Schema'), code(schema)));
    } catch (error) {
      parts.push(el('p', { class: 'bad' }, error.message));
    }
    if (this.chosenPath === path) renew(this.details, parts);
  }

  async #history(path, revision) {
    const { app } = this;
    const found = (await app.wire.ask({ history: { path, limit: 50, ...(revision === null ? {} : { revision }) } })).filter(Boolean);
    if (!found.length) return [el('h3', {}, 'Changed by'), el('p', { class: 'faint' }, 'Nothing that the journal has.')];
    const link = (each) => el('button', { onclick: () => app.goTo(each.revision) }, `Revision ${grouped(each.revision)}`);
    const by = (each) => (each.event === undefined ? '' : el('button', { onclick: () => app.show('messages', each.event) }, app.catalog.messageName(each.by) || 'event'));
    return [
      el('h3', {}, 'Changed last by'), el('div', { class: 'actions' }, by(found[0]), link(found[0])), changesTable(app, [found[0].change]),
      el('details', {}, el('summary', {}, `History: ${found.length < 50 ? counted(found.length, 'change') : 'the last 50 changes'}`),
        ...found.map((each) => el('div', {}, el('div', { class: 'actions' }, link(each), by(each)), changesTable(app, [each.change])))),
    ];
  }

  async #search() {
    const wanted = this.search.value.trim();
    this.results.replaceChildren();
    if (!wanted) return;
    if (wanted.startsWith('/')) return this.#showPart(wanted);
    if (!this.app.subject.hasJournal) return void this.results.append(el('p', { class: 'empty' }, 'A fork can be searched by pointers only, such as /items.'));
    try {
      const found = await this.app.wire.ask({ search: { text: wanted, limit: 50 } });
      const visible = [];
      for (const path of found) {
        // A secret does not give itself away by being found.
        const value = await this.app.subject.value(path, null).catch(() => undefined);
        if ((path + JSON.stringify(value)).toLowerCase().includes(wanted.toLowerCase())) visible.push([path, value]);
      }
      this.results.append(el('p', { class: 'empty', role: 'status' }, `${visible.length === 50 ? 'The first 50' : counted(visible.length, 'part')} of the last state.`),
        el('ul', {}, ...visible.map(([path, value]) => el('li', {}, el('button', { class: 'mono', onclick: () => this.#showPart(path) }, path), ' ', el('span', { class: 'faint mono' }, brief(value, 80))))));
    } catch (error) {
      this.results.append(el('p', { class: 'bad' }, error.message));
    }
  }
}

function text(node) {
  if (node.value !== undefined) return brief(node.value);
  if (node.kind === 'table') return counted(node.count, 'element');
  return node.size ? bytes(node.size) : node.kind;
}

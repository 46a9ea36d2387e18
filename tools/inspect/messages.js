// What has happened: the events of the journal, or the trace of a core without one; and what each message caused.

import { fillRow, List, Pages } from './list.js';
import { brief, busy, code, counted, duration, el, grouped, inner, moment, renew } from './dom.js';
import { keepButtons } from './keep.js';
import { graph } from './graph.js';

export class MessagesView {
  static name_ = 'messages';
  static title = 'Messages';

  constructor(app) {
    this.app = app;
    this.details = el('div', { class: 'details', role: 'region', 'aria-label': 'The chosen message', tabindex: 0 }, el('p', { class: 'faint' }, 'Choose a message.'));
    this.search = el('input', { type: 'search', placeholder: 'case, such as todo.request ( / )', 'aria-label': 'Case of the message', list: 'words', oninput: () => this.#filterSoon() });
    this.words = el('datalist', { id: 'words' });
    this.id = el('input', { type: 'search', placeholder: '@id', 'aria-label': '@id of the message', size: 6, oninput: () => this.#filterSoon() });
    this.client = el('input', { type: 'search', placeholder: 'client', 'aria-label': 'Client', size: 8, oninput: () => this.#filterSoon() });
    this.kind = el('select', { 'aria-label': 'Kind of event', onchange: () => this.#filterNow() },
      ...[['message', 'messages'], ['', 'all events'], ...['reply', 'effect', 'timer', 'advance', 'cancel', 'undo', 'redo', 'import', 'lost', 'open', 'close'].map((each) => [each, each])]
        .map(([value, text]) => el('option', { value }, text)));
    this.only = el('select', { 'aria-label': 'Which messages', onchange: () => this.#filterNow() },
      el('option', { value: '' }, 'any outcome'), el('option', { value: 'failed' }, 'failed'), el('option', { value: 'slow' }, 'slowest first'));
    this.total = el('span', { class: 'count', role: 'status' });
    this.list = new List({ label: 'Messages, the newest first', several: true, fill: (row, index) => this.#fill(row, index), choose: (index) => this.#choose(index) });
    this.pages = new Pages((from, limit) => this.#fetch(from, limit), () => {
      this.list.draw();
      if (this.awaited === this.list.chosen) this.#choose(this.awaited);
    });
    this.pages.isInSight = (from, end) => { const [first, last] = this.list.range; return end > first - 100 && from < last + 100; };
    this.pages.failed = (error) => app.say(error.message, true);
    this.empty = el('p', { class: 'empty' });
    this.note = el('p', { class: 'note faint', role: 'note', hidden: true });
    this.element = el('div', { class: 'pair' },
      el('section', { 'aria-label': 'List' },
        el('div', { class: 'bar' }, this.search, this.words, this.id, this.client, app.subject.hasJournal ? this.kind : '', this.only, this.total), this.note,
        this.empty, this.list.element),
      el('section', { 'aria-label': 'Details' }, this.details));
    this.count = -1;
    this.trace = [];
  }

  enter() { this.#filterNow(); }
  filter() { this.search.focus(); }
  travel() { if (this.app.subject.hasJournal) this.#filterNow(); }

  get #filter() {
    const filter = { name: this.search.value.trim() };
    if (this.id.value.trim()) filter.id = this.id.value.trim();
    if (this.client.value.trim()) filter.client = this.client.value.trim();
    if (this.kind.value && this.only.value !== 'failed') filter.kind = this.kind.value;
    if (this.only.value) filter.only = this.only.value;
    if (!this.app.isLive) filter.upTo = this.app.revision;
    return filter;
  }

  #filterSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#filterNow(), 120);
  }

  /** What the file does not say of failures and durations. */
  #explain() {
    const { subject, status } = this.app;
    this.note.textContent = !subject.hasJournal || !this.only.value ? '' : this.only.value === 'slow'
      ? 'A journal has the times at which events began: a duration is that until the next event of the same batch. The last event of a batch has none, and is left out; so is all under a virtual clock, which stands still.'
      : status.isRecording ? 'Messages whose output has an @error, and lost batches.'
        : 'The journal of a store does not say which messages failed: these are the batches that could not be written. Run in a fork, a message shows its failure.';
    this.note.hidden = !this.note.textContent;
  }

  async #filterNow() {
    this.#explain();
    this.list.chosen = this.list.anchor = -1;
    this.pages.clear();
    await this.#read(0);
  }

  /** There is more. */
  async refresh(before) {
    const end = this.end;
    await this.#read(before === undefined ? 0 : undefined, end);
  }

  async #read(_, end) {
    if (!this.app.subject.hasJournal) return this.#readTrace();
    try {
      const answer = await this.app.wire.ask({ events: { ...this.#filter, from: 0, limit: 0 } });
      const isFirst = this.count < 0 || end === undefined;
      // New ones are at the beginning: what came at the end, from reading on, moves nothing.
      const isSlow = this.only.value === 'slow';
      const added = isFirst || !this.newest || isSlow ? 0 : await this.#countNewer();
      this.end = answer.end;
      this.count = answer.count;
      if (added > 0 || isFirst || isSlow) this.pages.clear();
      this.list.update(answer.count, added);
      this.newest = (await this.#fetch(0, 1))[0]?.number;
      this.words.replaceChildren(...[...new Set(answer.words.map((each) => this.app.catalog.messageName(each)))].map((value) => el('option', { value })));
      this.#tell(answer.count);
    } catch (error) {
      this.app.say(error.message, true);
    }
  }

  async #countNewer() {
    const [newest] = await this.#fetch(0, 1);
    if (newest === undefined || newest.number === this.newest) return 0;
    const some = await this.#fetch(0, 1000);
    const place = some.findIndex(({ number }) => number <= this.newest);
    return place < 0 ? 1000 : place;
  }

  #tell(count) {
    this.total.textContent = counted(count, this.app.subject.hasJournal && this.kind.value === '' ? 'event' : 'message');
    const isFiltered = this.search.value || this.id.value || this.client.value || this.only.value;
    this.empty.hidden = count > 0;
    this.empty.textContent = isFiltered ? 'No message matches.' : this.app.subject.hasJournal ? 'No messages yet.' : 'No messages yet, or the core keeps no trace: "trace" in its config.';
    this.list.element.hidden = count === 0;
  }

  async #fetch(from, limit) {
    const { events } = await this.app.wire.ask({ events: { ...this.#filter, from, limit } });
    return events;
  }

  // A core without a journal: its trace.

  async #readTrace() {
    const { subject, catalog } = this.app;
    if (!subject.core) return this.#tell(0);
    let entries;
    try { ({ entries } = (await subject.send({ '@trace': {} }))['@trace']); } catch (error) { return this.app.say(error.message, true); }
    this.entries = entries;
    let found = entries.filter((each) => each.message !== undefined).map((each) => ({
      number: each.n, kind: 'message', name: each.message, client: each.client, id: each.id, failed: entries.some((other) => other.error && isCause(entries, each.n, other)),
      date: Date.parse(each.at), nanoseconds: each.nanoseconds, value: catalog.maskMessage(each.value),
    })).reverse();
    const name = this.search.value.trim().toLowerCase(), id = this.id.value.trim(), client = this.client.value.trim();
    found = found.filter((each) => each.name.toLowerCase().includes(name) && (!id || String(each.id) === id) && (!client || each.client === client)
      && (this.only.value !== 'failed' || each.failed));
    if (this.only.value === 'slow') found.sort((a, b) => (b.nanoseconds ?? 0) - (a.nanoseconds ?? 0));
    const added = this.trace.length && !this.only.value ? Math.max(0, found.length - this.trace.length) : 0;
    this.trace = found;
    this.list.update(found.length, added);
    this.#tell(found.length);
  }

  // Rows and details.

  #item(index) { return this.app.subject.hasJournal ? this.pages.at(index) : this.trace[index]; }

  #fill(row, index) {
    const event = this.#item(index);
    const key = event ? `${event.number} ${event.failed} ${event.nanoseconds}` : '';
    if (row.key === key && event) return;
    row.key = key;
    if (!event) return fillRow(row, [['faint', '…']]);
    const isMessage = event.kind === 'message';
    fillRow(row, [
      ['at', moment(event)],
      [`name${event.failed ? ' bad' : ''}`, isMessage ? this.app.catalog.messageName(event.name) : event.kind],
      ['bad', event.failed ? 'failed' : ''],
      ['more', `${isMessage ? event.value ? brief(inner(event.value, event.name)) : '' : event.name}${event.client ? ` from ${this.#client(event)}` : ''}`],
      ['end', event.nanoseconds !== undefined ? duration(event.nanoseconds) : event.revision !== undefined ? grouped(event.revision) : ''],
    ]);
  }

  async #choose(index) {
    const event = this.#item(index);
    // One that is not there yet is shown once it is.
    this.awaited = event ? undefined : index;
    if (!event) return;
    this.chosen = event;
    try {
      const parts = this.app.subject.hasJournal ? await this.#journalDetails(event) : this.#traceDetails(event);
      if (this.chosen === event) renew(this.details, ...parts);
    } catch (error) {
      renew(this.details, el('p', { class: 'bad' }, error.message));
    }
  }

  /** Shows an event by its number. */
  async reveal(number) {
    const { event } = await this.app.wire.ask({ event: { number } });
    renew(this.details, ...await this.#journalDetails(event));
    this.details.focus();
  }

  async #journalDetails(event) {
    const { app } = this;
    const { entry, batch, beside } = await app.wire.ask({ event: { number: event.number } });
    const message = entry.message === undefined ? undefined : app.catalog.maskMessage(entry.message);
    const parts = [
      el('h2', {}, event.kind === 'message' ? app.catalog.messageName(event.name) : event.kind),
      el('p', { class: 'faint' }, [moment(event), this.#client(event), message?.['@id'] !== undefined ? `id ${message['@id']}` : '', `revision ${grouped(event.revision)}`].filter(Boolean).join(' · ')),
      el('div', { class: 'actions' },
        el('button', { onclick: () => { app.goTo(batch?.revision ?? event.revision); app.show('state'); } }, 'State after it'),
        batch && batch.from >= app.status.first ? el('button', { onclick: () => { app.goTo(batch.from); app.show('state'); } }, 'State before it') : '',
        message && app.hasCatalog ? el('button', { onclick: ({ target }) => busy(target, () => this.#runAgain(message, batch?.from ?? event.revision)) }, 'Run it again in a fork') : ''),
      el('h3', {}, event.kind === 'message' ? 'Message' : 'Entry'), code(message ?? entry),
    ];
    this.again = el('div');
    parts.push(this.again);
    const outputs = [...(entry.heard ?? []).map((each) => ['to the host', each]), ...(entry.unheard ?? []).map((each) => ['within', each])];
    if (outputs.length) parts.push(el('h3', {}, 'Output'), ...outputs.map(([where, each]) => el('div', {}, el('span', { class: 'faint' }, where), code(app.catalog.maskMessage(each, true)))));
    else if (!app.status.isRecording) parts.push(el('p', { class: 'faint' }, 'The journal of a store has no output; running it again shows what it causes.'));
    if (entry.draws) parts.push(el('h3', {}, 'Drawn'), code(entry.draws));
    if (batch) parts.push(...this.#changes(batch, beside));
    parts.push(el('h3', {}, 'Keep'), keepButtons(app, () => this.#selected()));
    return parts;
  }

  #changes(batch, beside) {
    const { app } = this, others = beside.length - 1;
    return [
      el('h3', {}, others > 0 ? `Changes of its batch, with ${counted(others, 'other event')}` : 'Changes'),
      batch.count === 0 ? el('p', { class: 'faint' }, 'None.') : changesTable(app, batch.changes),
      batch.count > batch.changes.length ? el('p', { class: 'faint' }, `${grouped(batch.count - batch.changes.length)} more`) : '',
      batch.count > 0 ? el('details', {}, el('summary', {}, 'Patch (RFC 6902)'), code(batch.changes.map(({ old, masked, ...each }) => each))) : '',
      others > 0 ? el('details', {}, el('summary', {}, 'The events of the batch'), el('ol', {}, ...beside.map((each) => el('li', {}, `${each.kind === 'message' ? app.catalog.messageName(each.name) : each.kind} ${moment(each)}`)))) : '',
    ];
  }

  /** Handles the message again from the state before, and shows what it causes: nothing of it leaves the fork. */
  async #runAgain(message, revision) {
    const { app } = this;
    try {
      const fork = await app.fork({ revision, quietly: true });
      const begin = performance.now();
      const { '@id': id, ...rest } = message;
      await fork.call(rest);
      const took = performance.now() - begin;
      const { entries } = (await fork.send({ '@trace': {} }))['@trace'];
      const root = entries.findLast((each) => each.message !== undefined);
      this.again.replaceChildren(
        el('h3', {}, 'What it causes, in a fork'), root ? graph(app, entries, root.n) : el('p', { class: 'faint' }, 'Nothing.'),
        el('p', { class: 'faint' }, `Ids, dates and random numbers are drawn anew; effects do not run. ${took.toFixed(1)} ms with the way there and back.`),
        el('button', { onclick: () => app.look(fork) }, `Look at ${fork.title}`));
    } catch (error) {
      this.again.replaceChildren(el('p', { class: 'bad' }, error.message));
    }
  }

  #traceDetails(event) {
    const { app } = this;
    return [
      el('h2', {}, event.name),
      el('p', { class: 'faint' }, [moment(event), event.client ? this.#client(event) : '', event.id !== undefined ? `id ${event.id}` : '', event.nanoseconds !== undefined ? `handled in ${duration(event.nanoseconds)}` : ''].filter(Boolean).join(' · ')),
      el('h3', {}, 'Message'), code(event.value), el('h3', {}, 'What it caused'), graph(app, this.entries, event.number),
      el('h3', {}, 'Keep'), keepButtons(app, () => this.#selected()),
    ];
  }

  /** Who sent a message. */
  #client({ client }) { return client === this.app.wire.ready?.client ? 'this page' : client ? `client ${client}` : 'the host'; }

  /** The chosen messages, the oldest first: [{ message, revision }]. */
  async #selected() {
    const [from, to] = this.list.selection;
    if (to - from >= 500) throw new Error(`${to - from + 1} messages are chosen; at most 500 can be kept.`);
    const items = this.app.subject.hasJournal ? await this.#fetch(from, to - from + 1) : this.trace.slice(from, to + 1);
    const selected = [];
    for (const item of items.filter(({ kind }) => kind === 'message').reverse()) {
      if (!this.app.subject.hasJournal) selected.push({ name: item.name, message: item.value });
      else {
        const { entry, batch } = await this.app.wire.ask({ event: { number: item.number } });
        selected.push({ name: item.name, message: this.app.catalog.maskMessage(entry.message), from: batch?.from, revision: batch?.revision, entry });
      }
    }
    return selected;
  }
}

/** Whether an entry of a trace follows from another. */
function isCause(entries, cause, entry) {
  const byNumber = isCause.of === entries ? isCause.map : new Map(entries.map((each) => [each.n, each]));
  [isCause.of, isCause.map] = [entries, byNumber];
  for (let next = entry; next; next = byNumber.get(next.from)) if (next.n === cause) return true;
  return false;
}

/** Changes with the values before and afterwards. */
export function changesTable(app, changes) {
  const show = (change, value) => (value === undefined ? '' : brief(app.catalog.maskAt(change.path.replace(/\/ids\/\d+$/, '/ids'), value)));
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Changes' }, el('table', {},
    el('thead', {}, el('tr', {}, ...['Change', 'Part', 'Before', 'After'].map((each) => el('th', { scope: 'col' }, each)))),
    el('tbody', {}, ...changes.map((change) => el('tr', {}, el('td', {}, change.op), el('td', { class: 'mono' }, change.path),
      el('td', { class: 'mono' }, change.op === 'move' ? change.from : show(change, change.old)), el('td', { class: 'mono' }, show(change, change.value)))))));
}

// What is under way: effects, requests with their attempts, timers with their due times. Of a core, they can be answered and
// cancelled; of a file, they are those of the last commit.

import { busy, code, counted, el, renew } from './dom.js';

export class UnderWayView {
  static name_ = 'underway';
  static title = 'Under way';

  /** The element of each thing that is shown: what stays is not made anew, and keeps what is typed. */
  #parts = new Map();

  constructor(app) {
    this.app = app;
    this.status = el('p', { role: 'status' });
    this.fault = el('p', { class: 'bad', role: 'alert' });
    [this.effects, this.requests, this.timers, this.said] = [el('div'), el('div'), el('div'), el('div')];
    this.element = el('div', { class: 'single' });
  }

  enter() {
    const { subject } = this.app;
    this.by = el('input', { type: 'number', min: 0, value: '1000', 'aria-label': 'Milliseconds to advance by' });
    const section = (title, content) => [el('h2', { class: 'sub' }, title), content];
    renew(this.element, this.status, this.fault,
      subject.isFork ? el('div', { class: 'actions' }, el('span', {}, 'Its clock is virtual:'), this.by, el('button', { onclick: () => this.#tell({ '@advance': { by: Number(this.by.value) } }) }, 'Advance by milliseconds')) : '',
      subject.isFork && !subject.runsEffects ? el('p', { class: 'faint' }, 'This fork holds its effects back: they are counted, and do not run. A fork “with effects” runs them, and asks here for what a gateway would answer.') : '',
      subject.core ? section('Effects', this.effects) : el('p', { class: 'faint' }, this.app.status?.isRecording
        ? 'No core is open. These are the requests that the recording has no answer to.'
        : 'No core is open. These are the durable requests and timers of the last commit: a core that opens the store asks them again. Other effects have ended with their process.'),
      section('Requests', this.requests), section('Timers', this.timers), subject.core ? section('Heard last', this.said) : noCore(this.app, ''));
    this.refresh();
  }

  async refresh() {
    const { subject } = this.app;
    let work;
    try { work = await subject.pending(); } catch (error) { return void (this.status.textContent = error.message); }
    if (!work) return void (this.status.textContent = 'The core has not been reached yet.');
    const { effects = [], requests, timers } = work;
    this.status.textContent = [...(subject.core ? [counted(effects.length, 'effect')] : []), counted(requests.length, 'request'), counted(timers.length, 'timer')].join(' · ');
    this.#show(this.effects, effects, ({ effect }) => `effect ${effect}`, (each) => this.#effect(each));
    this.#show(this.requests, requests, ({ effect, attempt, next }) => `${effect} ${attempt} ${next}`, (each) => this.#request(each));
    this.#show(this.timers, timers, ({ timer, effect, due }, index) => `timer ${timer} ${effect} ${due} ${timer || effect ? '' : index}`, (each) => this.#timer(each));
    const said = JSON.stringify(subject.heard.slice(-10));
    if (said !== this.shown) {
      this.shown = said;
      renew(this.said, subject.heard.slice(-10).reverse().map(({ '@core': _, ...message }) => code(JSON.stringify(this.app.catalog.maskLine(message)))));
    }
  }

  #show(parent, items, key, make) {
    const parts = items.map((item, index) => {
      const name = key(item, index);
      if (!this.#parts.has(name)) this.#parts.set(name, make(item));
      return this.#parts.get(name);
    });
    renew(parent, parts.length ? parts : el('p', { class: 'empty' }, 'None.'));
    for (const [name, part] of this.#parts) if (!part.isConnected) this.#parts.delete(name);
  }

  #cancel(id, what) {
    return this.app.subject.core ? el('button', { 'aria-label': `Cancel ${what}`, onclick: ({ target }) => busy(target, () => this.#tell({ '@cancel': { effect: id } })) }, 'Cancel') : '';
  }

  #effect({ effect, id }) {
    const name = `effect ${effect}${id ? ` “${id}”` : ''}`;
    return el('div', { class: 'actions' }, el('span', {}, name), this.#cancel(effect, name));
  }

  #timer({ timer, id, due, effect, message }) {
    const name = timer ? `durable timer ${timer} “${id}”` : effect ? `of the request ${effect}` : 'of an effect';
    return el('div', {}, el('div', { class: 'actions' }, el('time', { class: 'mono', datetime: due }, due), el('span', {}, name), timer ? this.#cancel(timer, name) : ''),
      message === undefined ? '' : code(JSON.stringify(this.app.catalog.maskMessage(message))));
  }

  #request({ effect, gateway, request, durable, id, attempt, next, deadline }) {
    const name = `${gateway} ${effect}`, { catalog, subject } = this.app;
    const about = [durable ? `durable, attempt ${attempt}` : '', id === undefined ? '' : `id “${id}”`, next ? `asked again at ${next}` : '', deadline ? `given up at ${deadline}` : ''].filter(Boolean).join(' · ');
    const shown = [el('legend', {}, name), about ? el('p', { class: 'faint' }, about) : '', code(catalog.maskRequest(gateway, request))];
    if (!subject.core) return el('fieldset', {}, ...shown);
    const answer = el('textarea', { class: 'json', 'aria-label': `Answer to ${name}`, value: '{}' });
    const fault = el('p', { class: 'bad', role: 'alert' });
    const reply = (make) => this.#tell(() => ({ '@reply': { effect, ...make() } }), fault);
    return el('fieldset', {}, ...shown,
      next ? '' : el('label', {}, 'Answer, as JSON', answer), fault,
      el('div', { class: 'actions' },
        ...(next ? [] : [el('button', { onclick: () => reply(() => ({ result: JSON.parse(answer.value) })) }, 'Answer'), el('button', { onclick: () => reply(() => ({ error: 'failed by hand' })) }, 'Fail')]),
        this.#cancel(effect, name)));
  }

  /** Sends a message to the core, and says what is wrong with it. */
  async #tell(message, fault = this.fault) {
    fault.textContent = '';
    try {
      const heard = await this.app.subject.call(typeof message === 'function' ? message() : message);
      const refused = heard.map((each) => each['@refused'] ?? each['@error']).find(Boolean);
      if (refused) throw new Error(refused.message);
      await this.refresh();
    } catch (error) {
      fault.textContent = error.message;
    }
  }
}

/** What a view of an open core shows where none is. */
export function noCore(app, text) {
  return el('div', { class: 'empty' }, text ? el('p', {}, text) : '', el('button', { onclick: ({ target }) => busy(target, () =>
    app.fork({ revision: app.revision ?? undefined }).catch((error) => app.say(`There is no fork: ${error.message}`, true))) }, 'Fork it'), el('p', {}, 'A fork is a core of its own, in memory. The file is not changed.'));
}

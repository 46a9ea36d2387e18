// What is under way: requests that wait for an answer, effects and timers in number, and a virtual clock.

import { code, counted, el } from './dom.js';

export class UnderWayView {
  static name_ = 'underway';
  static title = 'Under way';

  constructor(app) {
    this.app = app;
    this.figures = el('div');
    this.requests = el('div');
    this.said = el('div');
    this.element = el('div', { class: 'single' });
  }

  enter() {
    const { subject } = this.app;
    if (!subject.core) return void this.element.replaceChildren(noCore(this.app, 'No core is open, so nothing is under way.'));
    this.by = el('input', { type: 'number', min: 0, value: '1000', 'aria-label': 'Milliseconds to advance by' });
    this.element.replaceChildren(this.figures,
      subject.isFork ? el('div', { class: 'actions' }, el('span', {}, 'Its clock is virtual:'), this.by, el('button', { onclick: () => this.#advance() }, 'Advance by milliseconds')) : '',
      subject.isFork && !subject.runsEffects ? el('p', { class: 'faint' }, 'This fork holds its effects back: they are counted, and do not run. A fork “with effects” runs them, and asks here for what a gateway would answer.') : '',
      el('h2', { class: 'sub' }, 'Requests'), this.requests, el('h2', { class: 'sub' }, 'Heard last'), this.said);
    this.shown = undefined;
    this.refresh();
  }

  async refresh() {
    const { subject, catalog } = this.app;
    if (!subject.core || !this.by) return;
    try {
      const stats = await subject.stats();
      this.figures.replaceChildren(el('p', { role: 'status' }, [counted(stats.effects, 'effect'), counted(stats.timers, 'timer'), counted(stats.requests, 'request'), `${stats.queued} queued`].join(' · ')));
    } catch (error) {
      return void this.figures.replaceChildren(el('p', { class: 'bad' }, error.message));
    }
    const ids = [...subject.requests.keys()].join();
    // A form that is being filled in stays.
    if (ids !== this.shown) {
      this.shown = ids;
      this.requests.replaceChildren(...(subject.requests.size ? [...subject.requests.values()].map((each) => this.#request(each, catalog)) : [el('p', { class: 'empty' }, 'Nothing is under way that this page could answer.')]));
    }
    this.said.replaceChildren(...subject.heard.slice(-10).reverse().map((each) => {
      const { '@core': _, ...message } = each;
      if (message['@effect']) message['@effect'] = { ...message['@effect'], request: catalog.maskRequest(message['@effect'].gateway, message['@effect'].request) };
      return code(JSON.stringify(catalog.maskMessage(message, true)));
    }));
  }

  #request(effect, catalog) {
    const answer = el('textarea', { class: 'json', 'aria-label': `Answer to ${effect.gateway} ${effect.id}`, value: '{}' });
    const fault = el('p', { class: 'bad', role: 'alert' });
    const reply = async (body) => {
      try {
        await this.app.subject.call({ '@reply': { effect: effect.id, ...body() } });
        if (effect.reply !== 'many') this.app.subject.requests.delete(effect.id);
        this.refresh().then(() => (this.requests.querySelector('textarea') ?? this.element.querySelector('input'))?.focus());
      } catch (error) {
        fault.textContent = error.message;
      }
    };
    return el('fieldset', {}, el('legend', {}, `${effect.gateway} ${effect.id}`), code(catalog.maskRequest(effect.gateway, effect.request)),
      el('label', {}, 'Answer, as JSON', answer), fault,
      el('div', { class: 'actions' },
        el('button', { onclick: () => reply(() => ({ result: JSON.parse(answer.value) })) }, 'Answer'),
        el('button', { onclick: () => reply(() => ({ error: 'failed by hand' })) }, 'Fail')));
  }

  async #advance() {
    try {
      await this.app.subject.call({ '@advance': { by: Number(this.by.value) } });
      this.refresh();
    } catch (error) {
      this.app.say(error.message, true);
    }
  }
}

/** What a view of an open core shows where none is. */
export function noCore(app, text) {
  return el('div', { class: 'empty' }, el('p', {}, text), el('button', { onclick: async ({ target }) => {
    target.disabled = true;
    await app.fork({ revision: app.revision ?? undefined }).catch((error) => app.say(`There is no fork: ${error.message}`, true));
  } }, 'Fork it'), el('p', {}, 'A fork is a core of its own, in memory. The file is not changed.'));
}

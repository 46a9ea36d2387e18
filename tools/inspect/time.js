// The bar at the bottom: a slider over revisions, and forks.

import { busy, el, grouped } from './dom.js';

export class TimeBar {
  #slider; #number; #live; #range; #travel; #fork; #effects; #close; #compare;

  constructor(app, element) {
    this.app = app;
    this.#slider = el('input', { type: 'range', 'aria-label': 'Revision', oninput: () => app.goTo(Number(this.#slider.value)) });
    this.#number = el('input', { type: 'number', 'aria-label': 'Revision as a number', onchange: () => app.goTo(Number(this.#number.value)) });
    this.#live = el('button', { onclick: () => app.goTo(null) }, 'Live');
    this.#compare = el('select', { 'aria-label': 'Compare with', onchange: () => app.show('state') });
    this.#effects = el('input', { type: 'checkbox', id: 'runs-effects' });
    this.#fork = el('button', { onclick: ({ target }) => busy(target, () => this.fork()) }, 'Fork');
    this.#close = el('button', { onclick: () => this.#closeFork() }, 'Close fork');
    this.#range = el('span', { class: 'faint' });
    this.#travel = [
      el('button', { 'aria-label': 'The revision before', title: 'The revision before ( [ )', onclick: () => this.step(-1) }, '◀'), this.#slider,
      el('button', { 'aria-label': 'The next revision', title: 'The next revision ( ] )', onclick: () => this.step(1) }, '▶'),
      this.#number, this.#live, this.#range,
    ];
    element.append(
      ...this.#travel, this.#compare, this.#fork,
      el('label', { for: 'runs-effects', title: 'Lets the effects of the fork run, and its requests reach this page' }, this.#effects, ' with effects'), this.#close);
    this.update();
  }

  update() {
    const { app } = this, { first = 0, last = 0 } = app.status ?? {}, subject = app.subject;
    const canTravel = !!subject?.hasJournal && last > first;
    const shown = subject?.hasJournal ? app.revision ?? last : subject?.revision ?? 0;
    Object.assign(this.#slider, { min: String(first), max: String(Math.max(last, first)), disabled: !canTravel });
    this.#slider.value = String(shown);
    this.#slider.setAttribute('aria-valuetext', `revision ${shown} of ${last}`);
    if (document.activeElement !== this.#number) this.#number.value = String(shown);
    this.#number.disabled = !canTravel;
    this.#live.ariaDisabled = String(app.isLive);
    for (const each of this.#travel) each.hidden = !subject?.hasJournal;
    this.#range.textContent = canTravel ? `of ${grouped(first)} – ${grouped(last)}` : '';
    this.#close.hidden = !subject?.isFork;
    this.#fillComparisons();
  }

  /** The other one of a comparison: a subject with a revision; undefined for none. */
  get comparison() {
    const value = this.#compare.value;
    if (value === '') return undefined;
    if (value === 'last') return { subject: this.app.subject, revision: null };
    return { subject: this.app.subjects[Number(value)], revision: this.app.subjects[Number(value)]?.isFork ? null : this.app.subject.from };
  }

  #fillComparisons() {
    const { app } = this, before = this.#compare.value;
    const options = [['', 'no comparison']];
    if (app.subject?.hasJournal && !app.isLive) options.push(['last', 'with the last state']);
    app.subjects.forEach((each, index) => { if (each !== app.subject) options.push([String(index), `with: ${each.title}`]); });
    this.#compare.replaceChildren(...options.map(([value, text]) => el('option', { value }, text)));
    this.#compare.value = options.some(([value]) => value === before) ? before : '';
    this.app.comparison = () => this.comparison;
  }

  /** Goes to the end of the batch before or behind. */
  async step(direction) {
    const { app } = this;
    if (!app.subject?.hasJournal) return;
    const at = app.revision ?? app.status.last;
    if (direction > 0 ? at >= app.status.last : at <= app.status.first) return;
    const batch = await app.wire.ask({ batch: { revision: direction > 0 ? at + 1 : at } });
    app.goTo(direction > 0 ? batch.revision : batch.from);
  }

  async fork() {
    try {
      const { app } = this;
      let { revision } = app;
      if (revision !== null && app.subject.hasJournal) {
        // Only the end of a batch can be forked.
        const batch = await app.wire.ask({ batch: { revision } });
        if (batch && batch.revision !== revision && batch.from !== revision) app.goTo(revision = batch.revision);
      }
      await app.fork({ revision: revision ?? undefined, runsEffects: this.#effects.checked });
    } catch (error) {
      this.app.say(`There is no fork: ${error.message}`, true);
    }
  }

  async #closeFork() {
    await this.app.close(this.app.subject);
    this.#fork.focus();
  }
}

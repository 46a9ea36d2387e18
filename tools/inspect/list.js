// A list of any length of which only the rows in sight are elements. Rows have one height.

import { el } from './dom.js';

const ROW = 28;
/** Chromium lays out no element that is much higher. A longer list scrolls in larger steps. */
const HIGHEST = 30_000_000;

export class List {
  #pool = [];
  #count = 0;
  #rows;
  #frame = 0;

  /**
   * @param options label: its name; role: listbox or tree; fill(row, index): shows an item, false while it is not known;
   *   choose(index): an item was chosen; press(event, index): a key, true if it was for the item.
   */
  constructor({ label, role = 'listbox', fill, choose, press = () => false, several = false }) {
    Object.assign(this, { fill, choose, press, role });
    this.chosen = -1;
    this.anchor = -1;
    this.#rows = el('div', { class: 'rows', role: 'presentation' });
    this.element = el('div', { class: 'list', role, tabindex: 0, 'aria-label': label, 'aria-multiselectable': several ? 'true' : undefined }, this.#rows);
    this.several = several;
    this.element.addEventListener('scroll', () => this.#schedule(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (row) this.select(Number(row.dataset.index), event.shiftKey, event);
    });
    new ResizeObserver(() => this.#schedule()).observe(this.element);
  }

  get count() { return this.#count; }
  get #height() { return Math.min(this.#count * ROW, HIGHEST); }
  get #visible() { return Math.ceil(this.element.clientHeight / ROW) + 1; }
  get #scale() {
    const room = this.#height - this.element.clientHeight;
    return this.#count * ROW <= HIGHEST || room <= 0 ? 1 : (this.#count * ROW - this.element.clientHeight) / room;
  }

  /** Shows a number of items anew. With `added`, so many are new at the beginning, and what is in sight stays there. */
  update(count, added = 0) {
    const top = this.element.scrollTop;
    this.#count = count;
    this.#rows.style.height = `${this.#height}px`;
    if (added > 0) {
      if (this.chosen >= 0) this.chosen += added;
      if (this.anchor >= 0) this.anchor += added;
      if (top > 0) this.element.scrollTop = top + (added * ROW) / this.#scale;
    }
    if (this.chosen >= count) this.chosen = count - 1;
    this.draw();
  }

  #schedule() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  /** The indices in sight. */
  get range() {
    const first = Math.max(0, Math.floor((this.element.scrollTop * this.#scale) / ROW));
    return [first, Math.min(this.#count, first + this.#visible)];
  }

  draw() {
    const [first, end] = this.range;
    const top = this.#scale === 1 ? first * ROW : this.element.scrollTop;
    // An item keeps its element while it is in sight, so that a step of scrolling fills few rows.
    while (this.#pool.length < end - first) {
      const row = el('div', { class: 'row', role: this.role === 'tree' ? 'treeitem' : 'option', id: `${this.role}-${this.#pool.length}` });
      this.#pool.push(row);
      this.#rows.append(row);
    }
    const size = this.#pool.length, [from, to] = this.selection;
    for (const row of this.#pool) {
      const index = Number(row.dataset.index ?? -1);
      if ((index < first || index >= end) && !row.hidden) row.hidden = true;
    }
    for (let index = first; index < end; index += 1) {
      const row = this.#pool[index % size];
      row.hidden = false;
      if (row.dataset.index !== String(index)) {
        row.dataset.index = index;
        row.setAttribute('aria-posinset', index + 1);
      }
      row.style.transform = `translateY(${top + (index - first) * ROW}px)`;
      const isWithin = index >= from && index <= to, name = `row${index === this.chosen ? ' chosen' : isWithin ? ' within' : ''}`;
      if (row.className !== name) row.className = name;
      if (row.getAttribute('aria-selected') !== String(isWithin)) row.setAttribute('aria-selected', String(isWithin));
      if (row.getAttribute('aria-setsize') !== String(this.#count)) row.setAttribute('aria-setsize', this.#count);
      this.fill(row, index);
      if (index === this.chosen) this.element.setAttribute('aria-activedescendant', row.id);
    }
    if (this.chosen < first || this.chosen >= end) this.element.removeAttribute('aria-activedescendant');
  }

  /** The first and the last chosen index. */
  get selection() {
    const anchor = this.several && this.anchor >= 0 ? this.anchor : this.chosen;
    return [Math.min(anchor, this.chosen), Math.max(anchor, this.chosen)];
  }

  select(index, extends_ = false, event) {
    if (this.#count === 0) return;
    this.chosen = Math.max(0, Math.min(index, this.#count - 1));
    if (!extends_ || !this.several) this.anchor = this.chosen;
    this.show(this.chosen);
    this.draw();
    this.choose?.(this.chosen, event);
  }

  /** Scrolls until an item is in sight. */
  show(index) {
    const top = (index * ROW) / this.#scale, height = this.element.clientHeight;
    if (this.#scale !== 1) {
      const [first, end] = this.range;
      if (index < first || index >= end - 2) this.element.scrollTop = top;
    } else if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + ROW > this.element.scrollTop + height) this.element.scrollTop = top + ROW - height;
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, this.#visible - 2);
    const to = { ArrowDown: this.chosen + 1, ArrowUp: this.chosen - 1, PageDown: this.chosen + page, PageUp: this.chosen - page, Home: 0, End: this.#count - 1 }[event.key];
    if (to !== undefined) this.select(to, event.shiftKey);
    else if (!this.press(event, this.chosen)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Items that are fetched in pages when they are wanted. */
export class Pages {
  #pages = new Map();
  #wanted = new Set();
  static size = 100;

  /** @param fetch (from, limit) → promise of an array; arrived() is called when some are there. */
  constructor(fetch, arrived) { Object.assign(this, { fetch, arrived }); }

  clear() {
    this.#pages.clear();
    this.#wanted.clear();
  }

  /** The item at an index; undefined while it is fetched. */
  at(index) {
    const number = Math.floor(index / Pages.size), page = this.#pages.get(number);
    if (page) return page[index % Pages.size];
    if (!this.#wanted.has(number)) {
      this.#wanted.add(number);
      // What was passed by quickly is not fetched.
      setTimeout(() => this.#load(number), 30);
    }
    return undefined;
  }

  /** Which page is still in sight; set by whoever draws. */
  isInSight = () => true;

  async #load(number) {
    const wanted = this.#wanted;
    if (!this.isInSight(number * Pages.size, (number + 1) * Pages.size)) return void wanted.delete(number);
    try {
      const items = await this.fetch(number * Pages.size, Pages.size);
      if (!wanted.has(number)) return;
      this.#pages.set(number, items);
      for (const [key] of this.#pages) if (this.#pages.size > 60) this.#pages.delete(key); else break;
      this.arrived();
    } catch (error) {
      this.failed?.(error);
    } finally {
      wanted.delete(number);
    }
  }
}

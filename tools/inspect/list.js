// A list of any length of which only the rows in sight are elements, in their order. Rows have one height.

import { el } from './dom.js';

const ROW = 28;
/** Chromium lays out no element that is much higher. A longer list scrolls in larger steps. */
const HIGHEST = 30_000_000;
/** Rows beyond the edges, so that a step of scrolling finds them filled. */
const BEYOND = 4;
/** Milliseconds after which the other rows are filled in the next frame. */
const SLICE = 6;

export class List {
  /** The rows that are elements, by index, and those that wait to be used again. */
  #rows = new Map();
  #kept = [];
  #made = 0;
  #count = 0;
  #sheet;
  #frame = 0;
  /** Where it is scrolled to, and its height: read when they change, and never while rows are drawn. */
  #top = 0;
  #room = 0;

  /**
   * @param options label: its name; role: listbox or tree; fill(row, index): shows an item, false while it is not known;
   *   choose(index): an item was chosen; press(event, index): a key, true if it was for the item.
   */
  constructor({ label, role = 'listbox', fill, choose, press = () => false, several = false }) {
    Object.assign(this, { fill, choose, press, role });
    this.chosen = -1;
    this.anchor = -1;
    this.#sheet = el('div', { class: 'rows', role: 'presentation' });
    this.element = el('div', { class: 'list', role, tabindex: 0, 'aria-label': label, 'aria-multiselectable': several ? 'true' : undefined }, this.#sheet);
    this.several = several;
    this.element.addEventListener('scroll', () => {
      this.#top = this.element.scrollTop;
      this.#schedule();
    }, { passive: true });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (row) this.select(Number(row.dataset.index), event.shiftKey, event);
    });
    new ResizeObserver(([{ contentRect }]) => {
      this.#room = contentRect.height;
      this.#schedule();
    }).observe(this.element);
  }

  get count() { return this.#count; }
  get #height() { return Math.min(this.#count * ROW, HIGHEST); }
  get #visible() { return Math.ceil(this.#room / ROW) + 1; }
  get #scale() {
    const room = this.#height - this.#room;
    return this.#count * ROW <= HIGHEST || room <= 0 ? 1 : (this.#count * ROW - this.#room) / room;
  }

  #scrollTo(top) {
    this.#top = Math.max(0, Math.min(top, this.#height - this.#room));
    this.element.scrollTop = this.#top;
  }

  /** Shows a number of items anew. With `added`, so many are new at the beginning, and what is in sight stays there. */
  update(count, added = 0) {
    if (count !== this.#count) {
      this.#count = count;
      this.#sheet.style.height = `${this.#height}px`;
      if (this.role !== 'tree') for (const row of this.#rows.values()) row.setAttribute('aria-setsize', count);
    }
    if (added > 0) {
      if (this.chosen >= 0) this.chosen += added;
      if (this.anchor >= 0) this.anchor += added;
      if (this.#top > 0) this.#scrollTo(this.#top + (added * ROW) / this.#scale);
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
    const first = Math.max(0, Math.min(Math.floor((this.#top * this.#scale) / ROW), this.#count - this.#visible + 1));
    return [first, Math.min(this.#count, first + this.#visible)];
  }

  draw() {
    const [first, end] = this.range, from = Math.max(0, first - BEYOND), to = Math.min(this.#count, end + BEYOND);
    const shift = this.#scale === 1 ? 0 : this.#top - first * ROW;
    // The chosen row stays, also out of sight: whoever listens to the page is at it.
    const isWanted = (index) => (index >= from && index < to) || (index === this.chosen && index < this.#count);
    for (const [index, row] of this.#rows) {
      if (isWanted(index)) continue;
      this.#rows.delete(index);
      row.remove();
      this.#kept.push(row);
    }
    const wanted = [];
    if (this.chosen >= 0 && this.chosen < from) wanted.push(this.chosen);
    for (let index = from; index < to; index += 1) wanted.push(index);
    if (this.chosen >= to && this.chosen < this.#count) wanted.push(this.chosen);
    const [low, high] = this.selection;
    let next = this.#sheet.firstChild;
    for (const index of wanted) {
      let row = this.#rows.get(index);
      if (!row) this.#rows.set(index, row = this.#take(index));
      if (row === next) next = next.nextSibling;
      else this.#sheet.insertBefore(row, next);
      const place = `translateY(${index * ROW + shift}px)`;
      if (row.place !== place) row.style.transform = row.place = place;
      const isWithin = index >= low && index <= high, name = `row${index === this.chosen ? ' chosen' : isWithin ? ' within' : ''}${row.differs ? ' differs' : ''}`;
      if (row.className !== name) row.className = name;
      if (row.isWithin !== isWithin) row.setAttribute('aria-selected', String(row.isWithin = isWithin));
    }
    const chosen = this.#rows.get(this.chosen);
    if (chosen) this.element.setAttribute('aria-activedescendant', chosen.id); else this.element.removeAttribute('aria-activedescendant');
    this.#fillRows(wanted);
  }

  /** A row for an item: one that was used for another, if there is one. */
  #take(index) {
    const row = this.#kept.pop() ?? el('div', { class: 'row', role: this.role === 'tree' ? 'treeitem' : 'option', id: `${this.role}-${this.#made += 1}` });
    row.dataset.index = index;
    if (this.role === 'tree') return row;
    row.setAttribute('aria-posinset', index + 1);
    row.setAttribute('aria-setsize', this.#count);
    return row;
  }

  /** Fills rows, those in sight first; what does not get done soon is done in the next frame. */
  #fillRows(wanted) {
    const begin = performance.now();
    for (const index of wanted) {
      const row = this.#rows.get(index);
      if (row) this.fill(row, index);
      if (performance.now() - begin > SLICE) {
        this.#schedule();
        return;
      }
    }
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
    const top = (index * ROW) / this.#scale;
    if (this.#scale !== 1) {
      const [first, end] = this.range;
      if (index < first || index >= end - 2) this.#scrollTo(top);
    } else if (top < this.#top) this.#scrollTo(top);
    else if (top + ROW > this.#top + this.#room) this.#scrollTo(top + ROW - this.#room);
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

/** Shows texts in a row: [class, text] of each part; elements that are there are used again. */
export function fillRow(row, parts) {
  while (row.childNodes.length > parts.length) row.lastChild.remove();
  parts.forEach(([name, text], place) => {
    const part = row.childNodes[place] ?? row.appendChild(el('span'));
    if (part.className !== name) part.className = name;
    if (part.said !== text) part.textContent = part.said = text;
    part.ariaHidden = name === 'twist' ? 'true' : null;
  });
}

/** Items that are fetched in pages when they are wanted. */
export class Pages {
  #pages = new Map();
  #wanted = new Set();
  static size = 100;

  /** @param fetch (from, limit) → promise of an array; arrived() is called when some are there. */
  constructor(fetch, arrived) { Object.assign(this, { fetch, arrived }); }

  /** Forgets all of it, and what is still fetched: that is of the list as it was. */
  clear() {
    this.#pages.clear();
    this.#wanted = new Set();
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

  /** Whether the item at an index is there. */
  has(index) { return this.#pages.has(Math.floor(index / Pages.size)); }

  /** Which page is still in sight; set by whoever draws. */
  isInSight = () => true;

  async #load(number) {
    const wanted = this.#wanted;
    if (!this.isInSight(number * Pages.size, (number + 1) * Pages.size)) return void wanted.delete(number);
    try {
      const items = await this.fetch(number * Pages.size, Pages.size);
      if (wanted !== this.#wanted) return;
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

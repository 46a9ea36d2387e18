// Figures of messages and gateways as histograms, the rate of messages, and the size and syncs of the store.

import { bytes, counted, duration, el, grouped, svg } from './dom.js';

const limits = ['1 µs', '4 µs', '16 µs', '64 µs', '256 µs', '1 ms', '4 ms', '16 ms', '66 ms', '262 ms', '1 s', '4 s', 'more'];

export class FiguresView {
  static name_ = 'figures';
  static title = 'Figures';

  constructor(app) {
    this.app = app;
    this.store = el('div');
    this.messages = el('div');
    this.rates = [];
    this.element = el('div', { class: 'single' }, this.store, this.messages);
  }

  enter() { this.refresh(); }

  async refresh() {
    const { app } = this, { subject, status } = app;
    const rows = [];
    if (status && subject.hasJournal) {
      rows.push(['File', bytes(status.bytes)], ['Log beside it', bytes(status.logBytes)], ['Journal', `${counted(status.of, 'row')}, ${counted(status.events, 'event')}`], ['Revisions', `${grouped(status.first)} – ${grouped(status.last)}`]);
    }
    let stats;
    try { stats = subject.core ? await subject.stats() : undefined; } catch (error) { return void this.messages.replaceChildren(el('p', { class: 'bad' }, error.message)); }
    if (stats?.store) rows.push(['Commits', `${grouped(stats.store.commits)}, ${duration(stats.store.nanoseconds / Math.max(1, stats.store.commits))} on average, ${duration(stats.store.longest)} the longest, syncs included`]);
    if (stats) rows.push(['Revision', grouped(stats.revision)], ['Queued', grouped(stats.queued)], ['Unhandled', grouped(stats.unhandled ?? 0)]);
    this.store.replaceChildren(el('dl', {}, ...rows.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])));
    const figures = stats?.figures;
    if (!figures) return void this.messages.replaceChildren(el('p', { class: 'empty' }, subject.core ? 'This core keeps no figures: "figures" in its config.' : 'No core is open; a fork keeps figures.'));
    const total = Object.values(figures.messages).reduce((sum, { count }) => sum + count, 0);
    const now = performance.now();
    if (this.before !== undefined) this.rates.push(((total - this.before) * 1000) / Math.max(1, now - this.at));
    [this.before, this.at] = [total, now];
    this.rates = this.rates.slice(-60);
    const used = (each) => Object.entries(each).filter(([, { count }]) => count > 0).sort(([, a], [, b]) => b.count - a.count);
    this.messages.replaceChildren(
      el('h2', { class: 'sub' }, 'Messages a second'), el('div', { class: 'plots' }, el('div', { class: 'plot' }, el('div', { class: 'faint' }, `${(this.rates.at(-1) ?? 0).toFixed(1)} now`), plot(`Messages a second, ${(this.rates.at(-1) ?? 0).toFixed(1)} now`, this.rates.map((each) => ({ value: each, name: '' }))))),
      el('h2', { class: 'sub' }, 'Durations of messages'), el('div', { class: 'plots' }, ...used(figures.messages).map(([name, each]) => histogram(name, each))),
      used(figures.gateways).length ? el('h2', { class: 'sub' }, 'Answers of gateways') : '', el('div', { class: 'plots' }, ...used(figures.gateways).map(([name, each]) => histogram(name, each))));
  }
}

function histogram(name, { count, failures, nanoseconds, longest, histogram: counts }) {
  return el('div', { class: 'plot' }, el('strong', {}, name), el('div', { class: 'faint' }, `${grouped(count)}, ${duration(nanoseconds / count)} on average, ${duration(longest)} the longest`, failures ? el('span', { class: 'bad' }, `, ${grouped(failures)} failed`) : ''),
    plot(`${name}: ${counts.map((each, place) => (each ? `${each} up to ${limits[place]}` : '')).filter(Boolean).join(', ')}`, counts.map((value, place) => ({ value, name: limits[place] }))));
}

function plot(label, bars) {
  const most = Math.max(1e-9, ...bars.map(({ value }) => value)), width = 260 / Math.max(13, bars.length);
  return svg('svg', { viewBox: '0 0 260 90', role: 'img', 'aria-label': label, preserveAspectRatio: 'none' },
    ...bars.map(({ value }, place) => svg('rect', { x: place * width, y: 76 - (value / most) * 72, width: Math.max(1, width - 2), height: (value / most) * 72 })),
    ...(bars.length === 13 ? bars.flatMap(({ name }, place) => (place % 3 === 0 ? [svg('text', { x: place * width, y: 87 }, name)] : [])) : []));
}

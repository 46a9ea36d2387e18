// What a message caused: message → use case → response → effect → request, as a tree.

import { brief, duration, el, inner } from './dom.js';

/** @param entries those of a @trace. @param number the entry that the tree begins with. */
export function graph(app, entries, number) {
  const below = new Map();
  for (const entry of entries) {
    if (!below.has(entry.from)) below.set(entry.from, []);
    below.get(entry.from).push(entry);
  }
  const item = (entry, depth) => {
    const [kind, name] = entry.message !== undefined ? ['message', entry.message] : entry.output !== undefined ? [entry.output.includes('.response.') ? 'response' : 'output', entry.output]
      : entry.effect !== undefined ? ['effect', `effect ${entry.effect}`] : ['request', `${entry.gateway} ${entry.request}`];
    const value = entry.value === undefined ? '' : brief(kind === 'request' ? app.catalog.maskRequest(entry.gateway, entry.value) : inner(app.catalog.maskMessage(entry.value, entry.output !== undefined), name), 160);
    return el('li', {}, el('span', { class: 'kind' }, kind), el('strong', {}, name), ' ', el('span', { class: 'mono faint' }, value),
      entry.nanoseconds !== undefined ? el('span', { class: 'faint' }, ` ${duration(entry.nanoseconds)}`) : '',
      entry.error ? el('span', { class: 'bad' }, ` failed: ${entry.error}`) : '',
      entry.useCases?.length ? el('ul', {}, ...entry.useCases.map((each) => el('li', {}, el('span', { class: 'kind' }, 'use case'), el('strong', {}, each.useCase), ' ', el('span', { class: 'mono faint' }, each.request.slice(0, 160))))) : '',
      depth < 100 && below.has(entry.n) ? el('ul', {}, ...below.get(entry.n).slice(0, 200).map((each) => item(each, depth + 1))) : '');
  };
  const root = entries.find(({ n }) => n === number);
  return el('ul', { class: 'graph' }, root ? item(root, 0) : el('li', { class: 'faint' }, 'The trace has dropped it.'));
}

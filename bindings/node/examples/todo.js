// A todo list that follows itself: node todo.js LIBRARY
//
// It imports a list by a gateway, follows the open items, and checks one of them.
import { setTimeout as pause } from 'node:timers/promises';
import { load } from '../lib/index.js';

const lists = { groceries: ['Milk', 'Bread', 'Butter'] };
const gateways = {
  async lists({ fetch }, { signal }) {
    await pause(1, undefined, { signal }); // a network would be here
    if (!Object.hasOwn(lists, fetch.list)) throw new Error(`no list "${fetch.list}"`);
    return { texts: lists[fetch.list] };
  },
};
const core = load(process.argv[2]).open('todo', {}, { gateways });
const open = core.follow('/view/open');
open.onChange(({ value }) => console.log(value.ids.map((id) => value.entities[id].text).join(', ') || 'nothing to do'));
await open.ready();

const { todo } = await core.request({ todo: { request: { import: { from: 'groceries' } } } });
const [milk] = todo.response.wereImported;
await core.request({ todo: { request: { check: { id: milk.id } } } });

const failed = await core.request({ todo: { request: { import: { from: 'tools' } } } });
console.log(failed.todo.response.wereNotImported.error.message);
await core.end();

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyPatch } from '../lib/index.js';
import { add, failure, texts, places } from './support.js';

for (const place of places) {
  describe(`a mirror, ${place.name}`, () => {
    test('given a followed part when it changes then the value is the present one', async () => {
      const library = place.cores();
      const core = library.open('todo', {}, { gateways: { review: async () => {} } });
      const items = core.follow('/items');
      assert.deepEqual(await items.ready(), { ids: [], entities: {} });
      const changes = [];
      const end = items.onChange((change) => changes.push(change));
      const first = await core.request(add('Milk'));
      await core.request(add('Bread'));
      const { id } = first.todo.response.wasAdded;
      await core.request({ todo: { request: { check: { id } } } });
      const value = await core.request({ '@get': { path: '/items' } });
      assert.deepEqual(items.value, value['@value'].value);
      assert.equal(items.value.entities[id].completed, true);
      assert.deepEqual(changes.map((change) => change.revision), [1, 2, 3]);
      assert.ok(changes.every((change) => Array.isArray(change.ops)));
      end();
      await core.request({ todo: { request: { delete: { id } } } });
      await core.request({ '@get': { path: '/items' } });
      assert.deepEqual(texts(items.value), ['Bread']);
      assert.equal(changes.length, 3);
      core.close();
    });

    test('given a change that is kept when later ones come then it stays as it was', async () => {
      const library = place.cores();
      const core = library.open('todo');
      const items = core.follow('/items');
      const copy = structuredClone(await items.ready());
      const kept = [];
      items.onChange(({ ops }) => kept.push(...ops));
      const { id } = (await core.request(add('Milk'))).todo.response.wasAdded;
      await core.request({ todo: { request: { edit: { id, text: 'Oat milk' } } } });
      await core.request({ '@get': { path: '/items' } });
      // A receiver that is slow applies them now, and gets the same.
      assert.equal(kept.find(({ path }) => path === `/entities/${id}`).value.text, 'Milk');
      assert.deepEqual(applyPatch(copy, kept), items.value);
      // Nor does what a receiver does to them change the mirror.
      const before = JSON.stringify(items.value);
      kept.forEach((op) => delete op.value?.text);
      assert.equal(JSON.stringify(items.value), before);
      core.close();
    });

    test('given an iteration when the part changes then it yields, and leaving it ends the subscription', async () => {
      const library = place.cores();
      const core = library.open('todo');
      const counts = [];
      core.follow('/view/openCount');
      for await (const count of core.follow('/view/openCount', { name: 'count' })) {
        counts.push(count);
        if (count === 2) break;
        core.send(add(`item ${count}`));
      }
      assert.deepEqual(counts, [0, 1, 2]);
      core.follow('/items', { name: 'count' }); // the name is free again
      const { '@stats': stats } = await core.request({ '@stats': {} });
      assert.equal(stats.unhandled, 0);
      core.close();
    });

    test('given a window when the list changes then it has its part and the count', async () => {
      const library = place.cores();
      const core = library.open('todo');
      for (const text of ['a', 'b', 'c', 'd', 'e']) core.send(add(text));
      const window = core.follow('/view/open', { from: 1, limit: 2 });
      assert.deepEqual(texts(await window.ready()), ['b', 'c']);
      assert.equal(window.count, 5);
      await core.request(add('f'));
      await core.request({ '@stats': {} });
      assert.equal(window.count, 6);
      window.move({ from: 3 });
      await core.request({ '@stats': {} });
      assert.deepEqual(texts(window.value), ['d', 'e']);
      assert.equal(window.from, 3);
      const id = window.value.ids[0];
      await core.request({ todo: { request: { delete: { id } } } });
      await core.request({ '@stats': {} });
      assert.deepEqual(texts(window.value), ['e', 'f']);
      core.close();
    });

    test('given a part that goes away when it does then the value is undefined, and comes back anew', async () => {
      const library = place.cores();
      const core = library.open('todo');
      const { id } = (await core.request(add('Milk'))).todo.response.wasAdded;
      const item = core.follow(`/items/entities/${id}`);
      assert.equal((await item.ready()).text, 'Milk');
      await core.request({ todo: { request: { delete: { id } } } });
      await core.request({ '@stats': {} });
      assert.equal(item.value, undefined);
      await core.request({ todo: { request: { add: { item: { id, text: 'Tea' } } } } });
      await core.request({ '@stats': {} });
      assert.equal(item.value.text, 'Tea');
      core.close();
    });

    test('given a path of no state when it is followed then the mirror fails', async () => {
      const library = place.cores();
      const core = library.open('todo');
      await assert.rejects(core.follow('/itms').ready(), failure('EMESSAGE'));
      const items = core.follow('/items', { name: 'twice' });
      assert.throws(() => core.follow('/items', { name: 'twice' }), failure('EINVAL'));
      core.close();
      assert.equal(items.closed, true);
      const seen = [];
      for await (const value of items) seen.push(value); // it ends
      assert.ok(seen.length <= 1);
    });
  });
}

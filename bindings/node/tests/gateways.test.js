import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Gateways } from '../lib/gateways.js';
import { add, deferred, places } from './support.js';

const importFrom = (from) => ({ todo: { request: { import: { from } } } });
const page = (what, url) => ({ page: { request: { [what]: { url } } } });

test('given a full queue when a function answers then the answer is sent once there is room', async () => {
  let code;
  const lists = () => {
    while (code === undefined) {
      try {
        core.send(add('x'));
      } catch (error) {
        code = error.code;
      }
    }
    return { texts: ['Milk'] };
  };
  const core = places[0].cores().open('todo', { limits: { queue: 2 } }, { gateways: { lists } });
  const answer = await core.request(importFrom('groceries'));
  assert.equal(code, 'ADIT_EFULL');
  assert.equal(answer.todo.response.wereImported[0].text, 'Milk');
  core.close();
});

test('refused-reply: given an answer that waited when it is refused then the app gets an error, and later answers are sent', async () => {
  const failures = [];
  const lists = ({ fetch }) => {
    if (fetch.list !== 'big') return { texts: ['Milk'] };
    assert.throws(() => {
      for (;;) core.send(add('x'));
    }, { code: 'ADIT_EFULL' });
    return { texts: ['x'.repeat(10_000)] };
  };
  const onError = (error) => failures.push(error.code);
  const config = { limits: { queue: 2, message: 5000 } };
  const core = places[0].cores().open('todo', config, { gateways: { lists }, onError });
  const refused = await core.request(importFrom('big'));
  assert.match(JSON.stringify(refused.todo.response.wereNotImported.error), /5000/);
  assert.deepEqual(failures, ['ADIT_ESIZE']);
  const answer = await core.request(importFrom('groceries'));
  assert.equal(answer.todo.response.wereImported[0].text, 'Milk');
  core.close();
});

test('given a callback that throws during a call when its output has requests to gateways then they are served', async () => {
  const served = deferred();
  let isFirst = true;
  const onMessage = () => {
    if (!isFirst) return;
    isFirst = false;
    throw new Error('mine');
  };
  const core = places[0].cores().open('todo', {}, { onMessage, gateways: { lists: served.resolve } });
  core.send(add('x'));
  assert.throws(() => core.call(importFrom('groceries')), { message: 'mine' });
  assert.deepEqual(await served.promise, { fetch: { list: 'groceries' } });
  core.close();
});

test('given an export when it reports its progress then that is no answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-'));
  const heard = [];
  const lists = () => ({ texts: Array.from({ length: 20_000 }, (_, number) => `Item ${number}`) });
  const options = { gateways: { lists }, onMessage: (message) => heard.push(...Object.keys(message)) };
  const core = places[0].cores().open('todo', { files: { folder } }, options);
  await core.request(importFrom('groceries'));
  const answer = await core.request({ '@export': { path: 'todo.json' } });
  core.close();
  rmSync(folder, { recursive: true });
  assert.equal(answer['@exported'].path, 'todo.json');
  assert.ok(heard.includes('@progress'));
});

test('given an exception when it is an answer then onError gets it as well, or else it is a warning of the process', async (t) => {
  const lists = () => {
    throw new RangeError('no list');
  };
  const errors = [];
  const core = places[0].cores().open('todo', {}, { gateways: { lists }, onError: (error) => errors.push(error.message) });
  await core.request(importFrom('x'));
  assert.deepEqual(errors, ['no list']);
  core.close();
  const warned = deferred();
  process.on('warning', warned.resolve);
  t.after(() => process.off('warning', warned.resolve));
  const silent = places[0].cores().open('todo', {}, { gateways: { lists } });
  await silent.request(importFrom('x'));
  const warning = await warned.promise;
  assert.match(`${warning.name}: ${warning.message}`, /^AditWarning: the gateway lists failed: RangeError: no list\n/);
  silent.close();
});

test('given a request that is asked again by its id when the first function ends late then its result is ignored', async () => {
  const calls = [];
  const sent = [];
  const gateways = new Gateways({ lists: () => calls[calls.push(deferred()) - 1].promise }, (message) => sent.push(message), assert.fail, assert.fail);
  const effect = { '@effect': { id: 'e1-1', gateway: 'lists', request: {} } };
  gateways.begin(effect);
  gateways.cancelAll(); // the core's process has ended
  gateways.begin(effect); // a durable request
  calls[0].resolve('late');
  await calls[0].promise;
  await new Promise(setImmediate);
  assert.deepEqual(sent, []);
  calls[1].resolve('right');
  await calls[1].promise;
  await new Promise(setImmediate);
  assert.deepEqual(sent, [{ '@reply': { effect: 'e1-1', result: 'right' } }]);
});

for (const place of places) {
  describe(`gateways, ${place.name}`, () => {
    test('given a function when an effect asks it then the app gets its result', async () => {
      const library = place.cores();
      const asked = [];
      const lists = async (request, { id }) => {
        asked.push([request, id]);
        return { texts: ['Milk', 'Bread'] };
      };
      const core = library.open('todo', {}, { gateways: { lists } });
      const answer = await core.request(importFrom('groceries'));
      assert.deepEqual(answer.todo.response.wereImported.map((item) => item.text), ['Milk', 'Bread']);
      assert.deepEqual(asked, [[{ fetch: { list: 'groceries' } }, 'request-1']]);
      core.close();
    });

    test('gateway-throws: given an exception when an effect asks then the app gets an error', async () => {
      const library = place.cores();
      const results = [() => { throw new RangeError('no list'); }, async () => { throw 'gone'; }, () => ({ text: 1n, self: Symbol }), () => undefined];
      const core = library.open('todo', {}, { gateways: { lists: () => results.shift()() } });
      const errors = [];
      while (results.length > 0) {
        const { wereNotImported } = (await core.request(importFrom('x'))).todo.response;
        errors.push(wereNotImported.error);
      }
      assert.match(errors[0].message, /no list/);
      assert.match(errors[1].message, /gone/);
      assert.equal(errors.length, 4);
      const circular = {};
      circular.self = circular;
      results.push(() => circular);
      const { wereNotImported } = (await core.request(importFrom('x'))).todo.response;
      assert.match(wereNotImported.error.message, /circular/);
      core.close();
    });

    test('gateway-cancelled: given a pending effect when it is cancelled then the signal tells, and the result is ignored', async () => {
      const library = place.showcase();
      const began = deferred();
      const result = deferred();
      const gateways = {
        keyValue: async () => ({}),
        http: async (request, { signal }) => {
          began.resolve(signal);
          return result.promise;
        },
      };
      const messages = [];
      const core = library.open('reader', {}, { gateways, onMessage: (message) => messages.push(message) });
      core.send(page('open', '/a'));
      const signal = await began.promise;
      assert.equal(signal.aborted, false);
      const { page: cancelled } = await core.request(page('cancel', '/a'));
      assert.deepEqual(cancelled.response, { wasCancelled: { url: '/a' } });
      assert.equal(signal.aborted, true);
      result.resolve({ status: 200, body: 'late' });
      await result.promise;
      const { '@stats': stats } = await core.request({ '@stats': {} });
      assert.equal(stats.ignoredReplies, 0, 'nothing is sent late');
      assert.deepEqual(messages, []);
      core.close();
    });

    test('given a source when its generator yields then the app gets each item, until it ends', async () => {
      const library = place.showcase();
      const items = [deferred(), deferred()];
      const lost = deferred();
      async function* inbox({ follow }) {
        for (const item of items) yield { from: 'Ann', text: `${follow.room}: ${await item.promise}` };
      }
      const core = library.open('chat', {}, {
        gateways: { inbox },
        onMessage: (message) => message.inbox?.wasLost && lost.resolve(message.inbox.wasLost),
      });
      await core.request({ presence: { request: { goOnline: { room: 'tea' } } } });
      const messages = core.follow('/messages');
      await messages.ready();
      items[0].resolve('hello');
      items[1].resolve('bye');
      assert.equal((await lost.promise).room, 'tea');
      await core.request({ '@stats': {} });
      assert.deepEqual(messages.value.ids.map((id) => messages.value.entities[id].text), ['tea: hello', 'tea: bye']);
      core.close();
    });

    test('given a gateway without a reply when it throws then onError gets it', async () => {
      const library = place.cores();
      const failed = deferred();
      const gateways = { review: () => { throw new Error('no window'); } };
      const core = library.open('todo', { clock: 'virtual' }, { gateways, onError: failed.resolve });
      const item = { id: '00000000-0000-4000-8000-000000000001', text: 'Milk' };
      await core.request({ todo: { request: { add: { item } } } });
      await core.request({ todo: { request: { check: { id: item.id } } } });
      core.send({ '@advance': { by: 5000 } });
      assert.equal((await failed.promise).message, 'no window');
      core.close();
    });

    test('close-pending: given requests and gateways that wait when the core closes then they fail', async () => {
      const library = place.cores();
      const began = deferred();
      const gateways = { lists: (_, { signal }) => (began.resolve(signal), new Promise(() => {})) };
      const core = library.open('todo', {}, { gateways });
      const waiting = core.request(importFrom('x'));
      const signal = await began.promise;
      const queued = core.request({ '@stats': {} });
      core.close();
      await assert.rejects(waiting, { code: 'ADIT_ECLOSED' });
      await assert.rejects(queued, { code: 'ADIT_ECLOSED' });
      assert.equal(signal.aborted, true);
    });
  });
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { add, deferred, failure, increment, places } from './support.js';

for (const place of places) {
  describe(`a core, ${place.name}`, () => {
    test('given a library when asked then it lists its apps and their catalogs', () => {
      const library = place.cores();
      assert.match(library.version, /^\d+\.\d+\.\d+$/);
      assert.deepEqual(Object.keys(library.apps).sort(), ['counter', 'todo']);
      const catalog = library.catalog('counter');
      assert.ok('@toCore' in catalog.$defs);
      assert.deepEqual(library.compare(catalog, catalog), { breaks: [], differences: [] });
    });

    test('given a core that the host drives when it is processed then it delivers', () => {
      const library = place.cores();
      const messages = [];
      const core = library.open('counter', {}, { drive: false, onMessage: (message) => messages.push(message) });
      core.send(increment(2));
      assert.equal(core.ready, true);
      assert.equal(core.process(), 1);
      assert.equal(core.ready, false);
      assert.deepEqual(messages, [{ counter: { response: { wasIncremented: { to: 2 } } } }]);
      core.close();
      assert.deepEqual(messages[1], { '@closed': {} });
    });

    test('given a core that the loop drives when a message is sent then it delivers', async () => {
      const library = place.cores();
      const { promise, resolve } = deferred();
      const core = library.open('counter', {}, { onMessage: resolve });
      core.send('{"counter":{"request":{"increment":{"by":3}}}}');
      assert.deepEqual(await promise, { counter: { response: { wasIncremented: { to: 3 } } } });
      core.close();
    });

    test('given an exception of a callback when the loop drives then onError gets it, and the core goes on', async () => {
      const library = place.cores();
      const failed = deferred();
      const went = deferred();
      const core = library.open('counter', {}, {
        onMessage(message) {
          if (message.counter?.response.wasIncremented.to === 1) throw new RangeError('one');
          went.resolve(message);
        },
        onError: failed.resolve,
      });
      core.send(increment(1));
      core.send(increment(1));
      assert.equal((await failed.promise).message, 'one');
      assert.equal((await went.promise).counter.response.wasIncremented.to, 2);
      core.close();
    });

    test('given pull mode when messages are received then they come one by one, or all', () => {
      const library = place.cores();
      const core = library.open('counter', {}, { pull: true });
      assert.equal(core.receive(0), undefined);
      assert.deepEqual(core.receiveAll(0), []);
      for (let count = 0; count < 3; count++) core.send(increment(1));
      assert.equal(core.receive(1000).counter.response.wasIncremented.to, 1);
      assert.deepEqual(core.receiveAll(1000).map((message) => message.counter.response.wasIncremented.to), [2, 3]);
      assert.throws(() => core.request({ '@stats': {} }), TypeError);
      core.close();
    });

    test('given a callback core when it receives then it is a typed error', () => {
      const library = place.cores();
      const core = library.open('counter', {}, { drive: false });
      assert.throws(() => core.receive(0), failure('EINVAL', { errno: -1 }));
      core.close();
    });

    test('given a message when it is called then its output is returned', () => {
      const library = place.cores();
      const core = library.open('counter', {}, { drive: false });
      assert.deepEqual(core.call(increment(5)), [{ counter: { response: { wasIncremented: { to: 5 } } } }]);
      assert.equal(core.callText(increment(1)), '[{"counter":{"response":{"wasIncremented":{"to":6}}}}]');
      core.close();
    });

    test('given batches when they are delivered then onMessage gets each message', () => {
      const library = place.cores();
      const messages = [];
      const options = { drive: false, onMessage: (message) => messages.push(message) };
      const core = library.open('counter', { delivery: 'batches' }, options);
      for (let count = 0; count < 3; count++) core.send(increment(1));
      core.process();
      assert.deepEqual(messages.map((message) => message.counter.response.wasIncremented.to), [1, 2, 3]);
      core.close();
    });

    test('client-names: given a client when it submits then its answer names it, and its ids are its own', async () => {
      const library = place.cores();
      const { promise, resolve } = deferred();
      const core = library.open('counter', {}, { onMessage: resolve });
      const own = core.request(increment(1));
      core.submit('web-1', { ...increment(1), '@id': 'request-1' });
      assert.equal((await promise)['@client'], 'web-1');
      assert.equal('@client' in (await own), false);
      assert.throws(() => core.submit('web-1', { '@close': {} }), failure('EDENIED'));
      assert.throws(() => core.submit('web\0', increment(1)), failure('EINVAL'));
      core.close();
    });

    test('given queued messages when the core ends then they are handled before it closes', async () => {
      const library = place.cores();
      const messages = [];
      const core = library.open('counter', {}, { onMessage: (message) => messages.push(message) });
      core.send(increment(7));
      await core.end();
      assert.equal(core.closed, true);
      assert.deepEqual(messages, [{ counter: { response: { wasIncremented: { to: 7 } } } }, { '@closed': {} }]);
      await core.end();
    });

    test('given Symbol.dispose when it is called then the core is closed', async () => {
      const library = place.cores();
      const core = library.open('counter');
      core[Symbol.dispose]();
      assert.equal(core.closed, true);
      const other = library.open('counter');
      await other[Symbol.asyncDispose]();
      assert.equal(other.closed, true);
    });

    test('given a request when the app answers then it resolves; an @error rejects it', async () => {
      const library = place.cores();
      const core = library.open('todo');
      const answer = await core.request(add('Milk'));
      assert.equal(answer.todo.response.wasAdded.text, 'Milk');
      const value = await core.request({ '@get': { path: '/items' } });
      assert.equal(value['@value'].value.ids.length, 1);
      await assert.rejects(core.request({ '@get': { path: '/itms' } }), failure('EMESSAGE', { message: /did you mean "items"/ }));
      assert.throws(() => core.request({ '@id': 1 }), TypeError);
      await assert.rejects(core.request({ todo: {} }), failure('EMESSAGE'));
      core.close();
    });

    test('given a signal when it aborts then the request rejects, and the core goes on', async () => {
      const library = place.cores();
      const core = library.open('counter');
      const controller = new AbortController();
      const given = core.request(increment(1), { signal: controller.signal });
      controller.abort();
      await assert.rejects(given, { name: 'AbortError' });
      assert.equal((await core.request(increment(1))).counter.response.wasIncremented.to, 2);
      core.close();
    });

    test('given integers beyond 2^53 when they pass then they keep their value', () => {
      const library = place.cores();
      const core = library.open('counter', {}, { drive: false });
      const most = 2n ** 63n - 1n;
      assert.deepEqual(core.call(increment(most)), [{ counter: { response: { wasIncremented: { to: most } } } }]);
      assert.deepEqual(core.call(increment(1)), [{ counter: { response: { wasNotIncremented: { by: 1 } } } }]);
      assert.ok(Number.isSafeInteger(core.id));
      core.close();
    });
  });
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { add, collect, failure, increment, places } from './support.js';

const to = (message) => message.counter?.response.wasIncremented.to;

for (const place of places) {
  describe(`misuse, ${place.name}`, () => {
    test('use-after-close: each method of a closed core is a typed error', () => {
      const library = place.cores();
      const closed = failure('ECORE', { errno: -5 });
      const core = library.open('counter', {}, { drive: false });
      const pull = library.open('counter', {}, { pull: true });
      core.close();
      pull.close();
      assert.throws(() => core.send(increment(1)), closed);
      assert.throws(() => core.submit('a', increment(1)), closed);
      assert.throws(() => core.process(0), closed);
      assert.throws(() => core.call(increment(1)), closed);
      assert.throws(() => core.wakeup(), closed);
      assert.throws(() => core.ready, closed);
      assert.throws(() => pull.receive(0), closed);
      assert.throws(() => pull.receiveAll(0), closed);
      assert.throws(() => library.sender(core.id).send(increment(1)), closed);
      return Promise.all([
        assert.rejects(core.request(increment(1)), closed),
        assert.rejects(core.follow('/value').ready(), closed),
      ]);
    });

    test('close-twice: the second does nothing', () => {
      const library = place.cores();
      let count = 0;
      const core = library.open('counter', {}, { onMessage: () => count++ });
      core.close();
      core.close();
      core[Symbol.dispose]();
      assert.equal(count, 1);
    });

    test('dropped-core: a core that is collected is closed, and nothing is called', async () => {
      const library = place.cores();
      let called = 0;
      const ids = [{ drive: false }, { pull: true }, {}].map((options) => {
        const core = library.open('counter', {}, options.pull ? options : { ...options, onMessage: () => called++ });
        core.send(increment(1));
        core.unref();
        return core.id;
      });
      called = 0;
      await collect();
      for (const id of ids) assert.throws(() => library.sender(id).wakeup(), failure('ECORE'));
      assert.ok(called <= 1, 'only the loop may have handled the message before');
    });

    test('callback-throws: the exception leaves the call that drives; the rest is delivered', () => {
      const library = place.cores();
      const seen = [];
      const onMessage = (message) => {
        seen.push(to(message));
        if (seen.at(-1) % 2 === 1) throw new RangeError(`odd: ${seen.at(-1)}`);
      };
      const core = library.open('counter', {}, { drive: false, onMessage });
      for (let count = 0; count < 3; count++) core.send(increment(1));
      assert.throws(() => core.process(), (error) => {
        assert.ok(error instanceof AggregateError);
        assert.deepEqual(error.errors.map((each) => each.message), ['odd: 1', 'odd: 3']);
        return true;
      });
      assert.deepEqual(seen, [1, 2, 3]);
      core.send(increment(2));
      assert.throws(() => core.process(), { name: 'RangeError', message: 'odd: 5' });
      assert.deepEqual(core.call(increment(1)).map(to), [6]);
      core.close();
    });

    test('callback-throws in a call: what the call would have returned goes to the callback, in each form', () => {
      const library = place.cores();
      const forms = {
        call: ['onMessage', (core) => core.call(increment(2))],
        callText: ['onMessage', (core) => core.callText(increment(2))],
        'call of texts': ['onText', (core) => core.call(increment(2))],
        'callText of texts': ['onText', (core) => core.callText(increment(2))],
      };
      for (const [form, [name, call]] of Object.entries(forms)) {
        const heard = [];
        const listen = (message) => {
          heard.push(to(typeof message === 'string' ? JSON.parse(message) : message));
          if (heard.length === 1) throw new RangeError('mine');
        };
        const core = library.open('counter', {}, { drive: false, [name]: listen });
        core.send(increment(1));
        assert.throws(() => call(core), { message: 'mine' }, form);
        assert.deepEqual(heard, [1, 3], form);
        core.close();
      }
    });

    test('callback-throws in a call, for a part of its output: the rest of it goes to the callback', () => {
      const library = place.cores();
      const heard = [];
      const core = library.open('todo', { gateways: ['lists'] }, { drive: false, onMessage: (message) => heard.push(...Object.keys(message)) });
      const answers = (message) => {
        if ('todo' in message) throw new RangeError('mine');
        return false;
      };
      core.request({ todo: { request: { import: { from: 'groceries' } } } }, { answers }).catch(() => {});
      core.process();
      heard.length = 0;
      assert.throws(() => core.call({ ...add('Bread'), '@id': 'request-1' }), { message: 'mine' });
      assert.deepEqual(heard, ['appReview', '@id']);
      core.close();
    });

    test('callback-drives: process, receive, call and close within the callback are EBUSY', () => {
      const library = place.cores();
      const found = [];
      const core = library.open('counter', {}, {
        drive: false,
        onMessage(message) {
          if (to(message) !== 1) return;
          for (const call of [() => core.process(0), () => core.receive(0), () => core.call(increment(1)), () => core.close()]) {
            try {
              call();
            } catch (error) {
              found.push(error.code);
            }
          }
          core.send(increment(1));
        },
      });
      core.send(increment(1));
      core.process();
      assert.deepEqual(found, Array(4).fill('ADIT_EBUSY'));
      assert.equal(core.closed, false);
      assert.deepEqual(core.call(increment(1)).map(to), [3]);
      core.close();
    });

    test('invalid-json: a typed error with the offset', () => {
      const library = place.cores();
      const core = library.open('counter', {}, { drive: false });
      assert.throws(() => core.send('{"é":}'), failure('EJSON', { offset: 6 }));
      assert.throws(() => core.call('{"a":1,"a":2}'), failure('EJSON'));
      assert.throws(() => core.send(''), failure('EJSON'));
      assert.throws(() => core.send(7), TypeError);
      assert.throws(() => core.send(null), TypeError);
      core.close();
    });

    test('invalid-message: a typed error whose text has the path', () => {
      const library = place.cores();
      const core = library.open('todo', {}, { drive: false });
      const error = failure('EMESSAGE', { errno: -9, message: /^todo\.request: no case "ad"; did you mean "add"\?/ });
      assert.throws(() => core.send({ todo: { request: { ad: {} } } }), error);
      core.close();
    });

    test('invalid-utf8: a typed error, and nothing is cut', () => {
      const library = place.cores();
      const core = library.open('todo', {}, { drive: false });
      const bytes = Buffer.from(JSON.stringify(add('Milk_')));
      bytes[bytes.indexOf('_')] = 0xff;
      assert.throws(() => core.send(bytes), failure('EJSON', { offset: bytes.indexOf(0xff) }));
      const text = JSON.stringify(add('Milk_')).replace('_', '\ud800');
      assert.throws(() => core.send(text), failure('EJSON', { offset: bytes.indexOf(0xff) }));
      assert.throws(() => core.send(add('Milk\udc00')), failure('EJSON'));
      assert.deepEqual(core.call({ '@get': { path: '/view/openCount' } })[0]['@value'].value, 0);
      core.close();
    });

    test('embedded-nul: the character makes the round trip, the byte is refused', () => {
      const library = place.cores();
      const core = library.open('todo', {}, { drive: false });
      const [{ todo }] = core.call(add('a\0b'));
      assert.equal(todo.response.wasAdded.text, 'a\0b');
      const text = JSON.stringify(add('a_b')).replace('_', '\0');
      assert.throws(() => core.send(text), failure('EJSON', { offset: text.indexOf('\0') }));
      assert.throws(() => core.send(`${JSON.stringify(increment(1))}\0`), failure('EJSON'));
      core.close();
    });

    test('unknown-app and bad-config: typed errors', () => {
      const library = place.cores();
      assert.throws(() => library.open('tood'), failure('EAPP', { message: /tood/ }));
      assert.throws(() => library.open('todo\0'), failure('EAPP'));
      assert.throws(() => library.catalog('tood'), failure('EAPP'));
      assert.throws(() => library.open('todo', { klock: 'virtual' }), failure('ECONFIG', { message: /klock/ }));
      assert.throws(() => library.open('todo', '{'), failure('EJSON'));
      assert.throws(() => library.open('todo', { store: { path: '/nowhere/at/all' } }), failure('ESTORE'));
    });

    test('big-message: a megabyte makes the round trip', () => {
      const library = place.cores();
      const core = library.open('todo', {}, { drive: false });
      const text = 'Größe 🚀 '.repeat(100_000);
      assert.ok(Buffer.byteLength(text) > 1_000_000);
      assert.equal(core.call(add(text))[0].todo.response.wasAdded.text, text);
      // Texts around the room that the addon has for short ones.
      for (let length = 4020; length < 4060; length++) {
        assert.equal(core.call(add('x'.repeat(length) + '🚀'))[0].todo.response.wasAdded.text.length, length + 2);
      }
      core.close();
    });
  });
}

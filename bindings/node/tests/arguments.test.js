// wrong-argument: an error says which one was found, and what is expected.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from '../lib/index.js';
import { places } from './support.js';

const wrong = (message) => ({ name: 'TypeError', message });

test('the path of a library', () => {
  for (const path of [undefined, null, 5, {}]) {
    assert.throws(() => load(path), wrong(/^adit: found .*; the path of a library is expected: a string or a URL$/));
  }
  assert.throws(() => load(''), { code: 'ADIT_EINVAL', message: 'found "" as the path of a library; the path of a file is expected' });
  assert.throws(() => load('a\0b'), { code: 'ADIT_EINVAL', message: /found "a\\u0000b" as the path of a library/ });
});

for (const place of places) {
  describe(`arguments, ${place.name}`, () => {
    const open = (options = {}, app = 'counter', config = {}) => place.cores().open(app, config, { drive: false, ...options });

    test('names are strings', () => {
      for (const name of [null, 5, {}]) {
        assert.throws(() => place.cores().open(name), wrong(/^adit: found .*; the name of an app is expected: a string$/));
        assert.throws(() => place.cores().catalog(name), wrong(/; the name of an app is expected: a string$/));
        assert.throws(() => open().submit(name, {}), wrong(/; the name of a client is expected: a string$/));
      }
    });

    test('messages and configs are objects or texts', () => {
      const core = open();
      for (const message of [undefined, null, 5, true, () => 1, Symbol('x')]) {
        assert.throws(() => core.send(message), wrong(/; a message is expected: an object, a string or a Uint8Array$/));
        assert.throws(() => core.call(message), wrong(/; a message is expected: an object, a string or a Uint8Array$/));
      }
      assert.throws(() => core.send(5), wrong('adit: found the number 5; a message is expected: an object, a string or a Uint8Array'));
      assert.throws(() => open({}, 'counter', null), wrong('adit: found null; a config is expected: an object, a string or a Uint8Array'));
      for (const message of [undefined, null, 5, '{}', [1]]) {
        assert.throws(() => core.request(message), wrong(/^adit: found .*; an object is expected as a request$/));
      }
      assert.throws(() => core.request({ '@id': 1 }), wrong(/found an @id in a request, 1;/));
      core.close();
    });

    test('a long value is cut', () => {
      assert.throws(() => place.cores().open('x'.repeat(10_000).split('')), ({ message }) => message.length < 200);
    });

    test('callbacks are functions', () => {
      for (const name of ['onMessage', 'onText', 'onError']) {
        for (const value of [5, 'x', {}]) {
          assert.throws(() => open({ [name]: value }), wrong(new RegExp(`^adit: found .*; a function is expected as ${name}$`)));
        }
      }
      assert.throws(() => open({ gateways: { lists: 5 } }, 'todo'), wrong('adit: found the number 5; a function is expected as the gateway lists'));
      assert.throws(() => open({ gateways: 5 }, 'todo'), wrong('adit: found the number 5; an object is expected as gateways'));
      assert.throws(() => open({ gateways: { lists() {} } }, 'todo', '{}'), wrong(/^adit: found the string '{}'; an object is expected as the config/));
      const mirror = open().follow('/value');
      assert.throws(() => mirror.onChange(5), wrong('adit: found the number 5; a function is expected'));
    });

    test('options, paths, timeouts and ids', async () => {
      assert.throws(() => place.cores().open('counter', {}, null), wrong('adit: found null; an object is expected as the options of a core'));
      const core = open();
      assert.throws(() => core.follow('/value', null), wrong('adit: found null; an object is expected as the options of a mirror'));
      assert.throws(() => core.follow(null), wrong('adit: found null; a path is expected: a JSON Pointer such as "/items"'));
      assert.throws(() => core.request({ '@stats': {} }, 5), wrong('adit: found the number 5; an object is expected as the options of a request'));
      assert.throws(() => core.request({ '@stats': {} }, { signal: 5 }), wrong('adit: found the number 5; an AbortSignal is expected as signal'));
      for (const [timeout, found] of [['x', 'a string'], [null, 'null'], [10n, 'a bigint'], [NaN, 'NaN'], [{}, 'an object']]) {
        assert.throws(() => core.process(timeout), wrong(`adit: found ${found}; a number is expected`));
      }
      assert.throws(() => place.cores().sender('1'), wrong("adit: found the string '1'; the id of a core is expected: a number"));
      core.close();
    });
  });
}

test('given a timeout when it is a fraction or beyond 32 bits then it is rounded up, or without limit', () => {
  const core = places[0].cores().open('counter', {}, { drive: false });
  const began = process.hrtime.bigint();
  assert.equal(core.process(0.5), 0);
  assert.ok(process.hrtime.bigint() - began > 500_000n);
  for (const timeout of [2 ** 31, 2 ** 32, Infinity]) {
    core.wakeup();
    assert.equal(core.process(timeout), 0);
  }
  assert.throws(() => core.process(-1.5), { code: 'ADIT_EINVAL' });
  core.close();
});

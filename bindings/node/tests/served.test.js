// Cores in a process of their own, by libadit_served.so: crashes, and what is not there.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { load } from '../lib/index.js';
import { add, coresPath, deferred, failure, increment, serve, trapsPath } from './support.js';

/** Ends the process `adit serve` that serves the library at a path. */
function killServer(path) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parts = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (parts.includes(path) && parts.includes('--passed')) return process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error; // it ends meanwhile
    }
  }
  throw new Error(`found no server of ${path}`);
}

/** A core of the app `traps`, with a promise for each of its `@crashed` and `@reopened`. */
function openTraps(library) {
  const words = [];
  const waiting = [];
  const core = library.open('traps', {}, {
    onMessage(message) {
      const [word] = Object.keys(message);
      if (!word.startsWith('@')) return;
      words.push(word);
      waiting.shift()?.resolve(word);
    },
  });
  const next = () => waiting[waiting.push(deferred()) - 1].promise;
  return { core, words, next };
}

test('given an app that traps when it does then the request fails, the core begins anew, and mirrors follow it', async () => {
  const { core, words, next } = openTraps(load(serve(trapsPath).served));
  const count = core.follow('/count');
  assert.equal(await count.ready(), 0);
  await core.request({ count: {} });
  await core.request({ '@stats': {} });
  assert.equal(count.value, 1);
  const [crashed, reopened] = [next(), next()];
  await assert.rejects(core.request({ trap: 'overflow' }), failure('ECRASHED', { errno: -23 }));
  assert.deepEqual([await crashed, await reopened], ['@crashed', '@reopened']);
  await core.request({ '@stats': {} });
  assert.equal(count.value, 0, 'the state has begun anew');
  await core.request({ count: {} });
  await core.request({ '@stats': {} });
  assert.equal(count.value, 1);
  core.close();
  assert.deepEqual(words, ['@crashed', '@reopened', '@closed']);
});

test('given a core that is started again when it is left then nothing throws, and it closes', async () => {
  const { core, next } = openTraps(load(serve(trapsPath).served));
  const count = core.follow('/count');
  await count.ready();
  // After the fourth crash, the process is started again in 400 ms: until then, nothing can be sent.
  for (let crashes = 1; crashes <= 4; crashes++) {
    const [crashed, reopened] = crashes < 4 ? [next(), next()] : [next()];
    await assert.rejects(core.request({ trap: 'overflow' }), failure('ECRASHED'));
    await crashed;
    await reopened;
  }
  assert.throws(() => core.send({ count: {} }), failure('ECRASHED', { message: /being started again/ }));
  count.close();
  await core.end();
  assert.equal(core.closed, true);
});

test('given a server that is killed when the core is asked then it is gone, and the next core has another server', async () => {
  const { path, served } = serve(coresPath);
  const library = load(served);
  const words = [];
  const lists = () => {
    killServer(path);
    return { texts: ['late'] }; // dropped: the loop has not seen the end yet
  };
  const core = library.open('todo', {}, {
    gateways: { lists },
    onMessage: (message) => words.push(Object.keys(message)[0]),
    onError: (error) => words.push(error.code),
  });
  await assert.rejects(core.request({ todo: { request: { import: { from: 'x' } } } }), failure('ECRASHED'));
  await new Promise(setImmediate);
  assert.deepEqual(words.slice(0, 1), ['@gone']);
  assert.equal(core.closed, true);
  assert.throws(() => core.send(add('Milk')), failure('ECORE'));
  const other = library.open('counter', {}, { drive: false });
  assert.deepEqual(other.call(increment(1)), [{ counter: { response: { wasIncremented: { to: 1 } } } }]);
  other.close();
});

test('missing-library: a library or a program that is not there is an error of opening', (t) => {
  const library = load(serve('/nowhere/libadit_apps.so').served);
  assert.throws(() => library.open('todo'), failure('EAPP', { message: /libadit_apps\.so: No such file/ }));
  const program = process.env.ADIT_SERVE;
  t.after(() => (process.env.ADIT_SERVE = program));
  process.env.ADIT_SERVE = '/nowhere/adit';
  assert.throws(() => load(serve(coresPath).served).open('todo'), failure('ECRASHED', { message: /\/nowhere\/adit: No such file/ }));
});

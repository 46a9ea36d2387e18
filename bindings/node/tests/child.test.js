// A library in a child process: what differs from one in this process.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { load } from '../lib/index.js';
import { add, coresPath, deferred, failure, increment, program } from './support.js';

function child(t, path = coresPath) {
  const library = load(path, { process: true, program });
  t?.after(() => library.end());
  return library;
}
const trapsPath = join(dirname(coresPath), 'libadit_traps.so');

test('missing-library, wrong-library: a child that ends at once is a typed error', () => {
  assert.throws(() => child(undefined, '/nowhere/libapps.so'), failure('EINVAL', { message: /\/nowhere\/libapps\.so: it has ended/ }));
  assert.throws(() => child(undefined, '/bin/sh'), failure('EINVAL'));
  assert.throws(() => load(coresPath, { process: true, program: ['/nowhere/adit'] }), failure('EINVAL', { message: /\/nowhere\/adit/ }));
});

test('given an app that traps when it does then the request fails, the core begins anew, and mirrors follow it', async (t) => {
  const library = child(t, trapsPath);
  const words = [];
  const reopened = deferred();
  const core = library.open('traps', {}, {
    onMessage(message) {
      words.push(Object.keys(message)[0]);
      if ('@reopened' in message) reopened.resolve();
    },
  });
  const count = core.follow('/count');
  assert.equal(await count.ready(), 0);
  await core.request({ count: {} });
  await core.request({ '@stats': {} });
  assert.equal(count.value, 1);
  await assert.rejects(core.request({ trap: 'overflow' }), failure('ECRASHED', { errno: -23 }));
  await reopened.promise;
  await core.request({ '@stats': {} });
  assert.deepEqual(words.filter((word) => word !== 'wasCounted'), ['@crashed', '@reopened']);
  assert.equal(count.value, 0, 'the state has begun anew');
  await core.request({ count: {} });
  await core.request({ '@stats': {} });
  assert.equal(count.value, 1);
  core.close();
});

test('given a refused message when the loop drives then onError gets it, and its offset is that of the text', async (t) => {
  const library = child(t);
  const refused = deferred();
  const core = library.open('counter', {}, { onError: refused.resolve });
  const text = ' {"counter":{"request":{"é":}}}';
  core.send(text);
  const error = await refused.promise;
  const { offset } = error;
  assert.throws(() => load(coresPath).open('counter', {}, { drive: false }).send(text), failure('EJSON', { offset }));
  assert.equal(error.code, 'ADIT_EJSON');
  core.close();
});

test('given pretty JSON when it is sent then it is one line; a line feed in a string is refused', async (t) => {
  const library = child(t);
  const core = library.open('todo', JSON.stringify({ log: 'error' }, null, 2));
  core.send(JSON.stringify(add('Milk'), null, 2));
  assert.throws(() => core.send(JSON.stringify(add('Mi_lk')).replace('_', '\n')), failure('EJSON'));
  assert.throws(() => core.send('{"@close":{}}\n{"@core":"core-1","@close":{}}'), failure('EJSON'));
  const { '@value': count } = await core.request({ '@get': { path: '/view/openCount' } });
  assert.equal(count.value, 1);
  core.close();
});

test('given a library that ends when cores are open then their requests fail, and the program can go on', async (t) => {
  const library = child(t);
  const core = library.open('todo', {}, { gateways: { lists: () => new Promise(() => {}) } });
  const waiting = core.request({ todo: { request: { import: { from: 'x' } } } });
  library.end();
  await assert.rejects(waiting, failure('ECLOSED'));
  assert.equal(core.closed, true);
  assert.throws(() => core.send(add('Milk')), failure('ECORE'));
  assert.throws(() => library.open('todo'), failure('ECRASHED'));
});

test('given more output than pipes hold when messages are sent without a pause then nothing waits for ever', (t) => {
  const library = child(t);
  let heard = 0;
  const core = library.open('counter', {}, { drive: false, onMessage: () => heard++ });
  for (let count = 0; count < 20_000; count++) core.send(increment(1));
  core.process();
  assert.equal(heard, 20_000);
  core.close();
});

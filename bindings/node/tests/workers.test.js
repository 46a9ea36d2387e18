// Cores and worker threads: each has an instance of the addon.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { load } from '../lib/index.js';
import { coresPath, failure, increment, serve } from './support.js';

function start(body, workerData = {}, path = coresPath) {
  const program = `import { parentPort, workerData } from 'node:worker_threads';
    import { load } from ${JSON.stringify(new URL('../lib/index.js', import.meta.url).href)};
    const library = load(${JSON.stringify(path)});
    ${body}`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData });
}

const ended = async (worker) => {
  const [code] = await once(worker, 'exit');
  assert.equal(code, 0);
};

for (const [place, path] of [['in process', coresPath], ['in a process of their own', serve(coresPath).served]]) {
  test(`many-senders, ${place}: 8 threads send 1 000 messages each, and all are handled`, async (t) => {
    const core = load(path).open('counter');
    t.after(() => core.close());
    const body = `const sender = library.sender(workerData.id);
      for (let count = 0; count < 1000; count++) sender.send(${JSON.stringify(increment(1))});`;
    await Promise.all(Array.from({ length: 8 }, () => ended(start(body, { id: core.id }, path))));
    assert.equal((await core.request(increment(0))).counter.response.wasIncremented.to, 8000);
  });
}

test('two-drivers: a second thread that drives gets EBUSY', async (t) => {
  const core = load(coresPath).open('counter', {}, { pull: true });
  t.after(() => core.close());
  const body = `const sender = library.sender(workerData.id);
    parentPort.postMessage('begins');
    for (let isRefused = true; isRefused; ) {
      try {
        parentPort.postMessage(sender.receive(-1) === undefined ? 'woken' : 'received');
        isRefused = false;
      } catch (error) {
        if (error.code !== 'ADIT_EBUSY') throw error; // the other thread drives at the moment
      }
    }`;
  const worker = start(body, { id: core.id });
  const said = [];
  worker.on('message', (word) => said.push(word));
  const exited = ended(worker);
  await once(worker, 'message');
  // The worker drives as soon as this thread is refused.
  const refused = (() => {
    for (;;) {
      try {
        core.receive(0);
      } catch (error) {
        return error;
      }
    }
  })();
  assert.throws(() => { throw refused; }, failure('EBUSY', { errno: -6 }));
  core.wakeup();
  await exited;
  assert.deepEqual(said, ['begins', 'woken']);
});

test('given a worker with open cores when it ends then they are closed', async () => {
  const body = `const ids = [{}, { drive: false }, { pull: true }].map((options) => library.open('counter', {}, options).unref().id);
    parentPort.postMessage(ids);`;
  const worker = start(body);
  const [[ids]] = await Promise.all([once(worker, 'message'), ended(worker)]);
  for (const id of ids) assert.throws(() => load(coresPath).sender(id).wakeup(), failure('ECORE'));
});

test('given a worker that drives a core when it is terminated then the process goes on', async () => {
  const body = `const core = library.open('counter', {}, { onMessage: () => core.send(${JSON.stringify(increment(1))}) });
    core.send(${JSON.stringify(increment(1))});
    parentPort.postMessage(core.id);`;
  const worker = start(body);
  const [id] = await once(worker, 'message');
  await worker.terminate();
  assert.throws(() => load(coresPath).sender(id).wakeup(), failure('ECORE'));
});

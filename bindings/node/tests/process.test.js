// What a program as a whole does: when it ends, and what becomes of exceptions.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { coresPath, increment } from './support.js';

function run(body) {
  const program = `import { load } from ${JSON.stringify(new URL('../lib/index.js', import.meta.url).href)};
    const library = load(${JSON.stringify(coresPath)});
    const increment = ${JSON.stringify(increment(1))};
    ${body}`;
  const options = { encoding: 'utf8', timeout: 60_000 };
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], options);
}

test('given an open core when nothing else is left then the program stays until it is closed', () => {
  const { stdout, status } = run(`
    const core = library.open('counter', {}, { onMessage: (message) => { console.log(JSON.stringify(message)); queueMicrotask(() => core.close()); } });
    core.send(increment);`);
  assert.equal(stdout, '{"counter":{"response":{"wasIncremented":{"to":1}}}}\n{"@closed":{}}\n');
  assert.equal(status, 0);
});

test('given an unreferenced core when nothing else is left then the program ends', () => {
  const { stdout, stderr, status } = run(`
    library.open('counter', {}, { onMessage: console.log }).unref();
    library.open('counter', {}, { drive: false, onMessage: console.log }).send(increment);
    library.open('counter', {}, { pull: true }).send(increment);
    process.on('exit', () => console.log('ends'));`);
  assert.deepEqual([stdout, stderr, status], ['ends\n', '', 0]);
});

test('given an exception when the loop drives without onError then it is an uncaughtException', () => {
  const { stdout, status } = run(`
    process.on('uncaughtException', (error) => { console.log('uncaught', error.message); core.close(); });
    const core = library.open('counter', {}, { onMessage: (message) => { if (message.counter) throw new Error('mine'); } });
    core.send(increment);`);
  assert.equal(stdout, 'uncaught mine\n');
  assert.equal(status, 0);
  const fatal = run(`
    const core = library.open('counter', {}, { onMessage: () => { throw new Error('mine'); } });
    core.send(increment);`);
  assert.match(fatal.stderr, /Error: mine/);
  assert.notEqual(fatal.status, 0);
});

test('given process.exit in a callback when it drives then the program ends with that status', () => {
  const { status, stderr } = run(`
    library.open('counter', {}, { onMessage: () => process.exit(7) }).send(increment);`);
  assert.deepEqual([status, stderr], [7, '']);
});

test('given a core without work when the loop waits then it does not run', () => {
  const { stdout } = run(`
    const core = library.open('counter', {}, { onMessage() {} });
    await core.request(increment);
    let turns = 0;
    const drive = core.process;
    core.process = function (...rest) { turns++; return drive.apply(this, rest); };
    for (let round = 0; round < 100; round++) await new Promise((done) => setImmediate(done));
    console.log(turns);
    core.close();`);
  assert.equal(stdout, '0\n');
});

test('given a stack that is deep when a callback overflows it then the error comes out, and the core goes on', () => {
  const { stdout, status } = run(`
    const deep = () => deep();
    const core = library.open('counter', {}, { drive: false, onMessage: (message) => { if (message.counter) deep(); } });
    core.send(increment);
    try { core.process(); } catch (error) { console.log(error.name); }
    console.log(JSON.stringify(core.call(increment)));
    core.close();`);
  assert.equal(stdout, 'RangeError\n[{"counter":{"response":{"wasIncremented":{"to":2}}}}]\n');
  assert.equal(status, 0);
});

// The cost of a message beside that of C, in one run: node message.js LIBRARY BASELINE COUNT
//
// BASELINE is the program that message.c makes. Each prints nanoseconds for a message; the least of five runs counts.
import { execFileSync } from 'node:child_process';
import { load } from '../lib/index.js';

const [path, baseline, countText] = process.argv.slice(2);
const count = Number(countText);
const library = load(path);
const message = { counter: { request: { increment: { by: 1 } } } };
const text = JSON.stringify(message);

const ways = {
  'objects, each processed': { options: {}, value: message, batch: 1 },
  'objects, 100 at a time': { options: {}, value: message, batch: 100 },
  'objects, 100 at a time, "delivery": "batches"': { options: {}, config: { delivery: 'batches' }, value: message, batch: 100 },
  'texts, each processed': { options: { onText() {} }, value: text, batch: 1 },
  'texts, 100 at a time': { options: { onText() {} }, value: text, batch: 100 },
};

function run({ options, config = {}, value, batch }) {
  let heard = 0;
  const onMessage = () => heard++;
  const core = library.open('counter', config, { drive: false, ...(options.onText ? { onText: onMessage } : { onMessage }) });
  const begin = process.hrtime.bigint();
  for (let sent = 0; sent < count; sent += batch) {
    for (let index = 0; index < batch; index++) core.send(value);
    core.process();
  }
  const nanoseconds = Number(process.hrtime.bigint() - begin) / count;
  if (heard !== count) throw new Error(`${heard} of ${count} were heard`);
  core.close();
  return nanoseconds;
}

const least = (measure) => Math.min(...Array.from({ length: 5 }, measure));
const inC = [1, 100].map((batch) =>
  [batch, least(() => Number(execFileSync(baseline, [path, String(count), String(batch)], { encoding: 'utf8' })))]);
for (const [batch, cost] of inC) console.log(`C, ${batch} at a time: ${Math.round(cost)} ns`);
for (const [name, way] of Object.entries(ways)) {
  const cost = least(() => run(way));
  const ratio = cost / inC.find(([batch]) => batch === way.batch)[1];
  console.log(`${name}: ${Math.round(cost)} ns, ${ratio.toFixed(2)} times C`);
}

// What a core's requests, gateways and mirrors do when its process crashes: for bindings/conformance/crash.
//
//     node crash.js LIBRARY
import { load } from '../lib/index.js';

const lists = (_, { signal }) => {
  console.log('called lists');
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      console.log('cancelled lists');
      resolve({ texts: ['late'] });
    });
  });
};
const core = load(process.argv[2]).open('todo', {}, { gateways: { lists } });

async function add(text) {
  const answer = await core.request({ todo: { request: { add: { item: { text } } } } });
  console.log(`added ${answer.todo.response.wasAdded.text}`);
}

async function expectFailure() {
  try {
    await core.request({ todo: { request: { import: { from: 'x' } } } });
  } catch (error) {
    console.log(`failed ${error.code.replace('ADIT_', '')}`);
  }
}

const count = core.follow('/view/openCount');
count.onChange(() => console.log(`count ${count.value}`));
await count.ready();
await add('Milk');
await expectFailure();
await new Promise((done) => {
  if (count.value === 0) done();
  else count.onChange(() => count.value === 0 && done()); // it has begun anew
});
await add('Tea');
await expectFailure();
core.close();
console.log('closed');

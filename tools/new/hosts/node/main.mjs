// main.mjs LIBRARY TEXT...: adds each text to the list of the core @name@, and prints what it answers.
import { load } from 'adit';

const [path, ...texts] = process.argv.slice(2);
const core = load(path).open('@name@');
for (const text of texts) {
  const { entries } = await core.request({ entries: { request: { add: { text } } } });
  console.log(JSON.stringify(entries.response));
}
await core.end();

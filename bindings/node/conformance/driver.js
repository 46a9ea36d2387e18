// Makes the calls of the scenario runner through the binding: a request a line in, an answer a line out.
//
//     node driver.js LIBRARY
//
// bindings/conformance/README.md describes the requests.
import { createInterface } from 'node:readline';
import { AditError, load } from '../lib/index.js';

const library = load(process.argv[2]);
const cores = new Map();

/** What the callback has received since the last answer. */
function taken({ core, texts }) {
  return { messages: texts.splice(0), ready: core.closed ? false : core.ready };
}

const requests = {
  catalog: (argument) => ({ out: library.catalogText(argument?.app) }),
  open({ app, config }) {
    const texts = [];
    const core = library.open(app, config, { drive: false, onText: (text) => texts.push(text) });
    cores.set(cores.size + 1, { core, texts });
    return { core: cores.size };
  },
  send({ core, client, text }) {
    if (client === undefined) cores.get(core).core.send(text);
    else cores.get(core).core.submit(client, text);
    return {};
  },
  process({ core, timeout }) {
    cores.get(core).core.process(timeout);
    return taken(cores.get(core));
  },
  call({ core, text, timeout }) {
    const out = cores.get(core).core.callText(text, timeout);
    return { out, ...taken(cores.get(core)) };
  },
  wakeup({ core }) {
    cores.get(core).core.wakeup();
    return {};
  },
  close({ core, timeout }) {
    cores.get(core).core.close(timeout);
    return taken(cores.get(core));
  },
};

function answer(line) {
  const [[name, argument]] = Object.entries(JSON.parse(line));
  try {
    return requests[name](argument);
  } catch (error) {
    if (!(error instanceof AditError)) throw error;
    const entry = name === 'send' ? undefined : cores.get(argument?.core);
    const failure = { code: error.errno, offset: error.offset ?? null, text: error.message };
    return { ...(entry ? taken(entry) : {}), error: failure };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}

// SPDX-License-Identifier: Apache-2.0
import { join, resolve } from 'node:path';
import { load } from '../lib/index.js';

const folder = resolve(process.env.ADIT_LIB_DIR ?? new URL('../../../build/lib', import.meta.url).pathname);

export const coresPath = join(folder, 'libadit_cores.so');
export const showcasePath = join(folder, 'libadit_showcase.so');

/** The program of a library in a child process. */
export const program = [join(process.env.ADIT_TOOLS_DIR ?? new URL('../../../build/tools', import.meta.url).pathname, 'adit'), 'serve'];

/** Ways to reach a library; each test of behaviour runs in both. */
export const transports = [
  { name: 'in process', isChild: false, cores: () => load(coresPath), showcase: () => load(showcasePath) },
  {
    name: 'in a child',
    isChild: true,
    cores: () => load(coresPath, { process: true, program }),
    showcase: () => load(showcasePath, { process: true, program }),
  },
];

export const increment = (by) => ({ counter: { request: { increment: { by } } } });
export const add = (text) => ({ todo: { request: { add: { item: { text } } } } });
export const texts = (table) => table.ids.map((id) => table.entities[id].text);

/** A promise with its functions. */
export function deferred() {
  const result = {};
  result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }));
  return result;
}

/** What `assert.throws` and `assert.rejects` compare an AditError with. */
export const failure = (code, rest = {}) => ({ name: 'AditError', code: `ADIT_${code}`, ...rest });

/** Frees what nothing refers to, and lets the finalizers run. */
export async function collect() {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  for (let round = 0; round < 5; round++) {
    gc();
    await new Promise((done) => setImmediate(done));
  }
}

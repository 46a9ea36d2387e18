import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { load } from '../lib/index.js';

const build = new URL('../../../build', import.meta.url).pathname;
const folder = resolve(process.env.ADIT_LIB_DIR ?? join(build, 'lib'));
process.env.ADIT_SERVE ??= resolve(process.env.ADIT_TOOLS_DIR ?? join(build, 'tools'), 'adit');

export const coresPath = join(folder, 'libadit_cores.so');
export const showcasePath = join(folder, 'libadit_showcase.so');
export const trapsPath = join(folder, 'libadit_traps.so');

/** Makes what runs the cores of a library in `adit serve`: `served` is NAME-served.so beside `path`, in a folder of their own. */
export function serve(library) {
  const made = mkdtempSync(join(tmpdir(), 'adit-'));
  process.on('exit', () => rmSync(made, { recursive: true }));
  const path = join(made, basename(library));
  const served = join(made, `${basename(library, '.so')}-served.so`);
  symlinkSync(library, path);
  copyFileSync(process.env.ADIT_SERVED_LIBRARY ?? join(folder, 'libadit_served.so'), served);
  return { path, served };
}

let cores, showcase;

/** Where cores can be; each test of behaviour runs in both. */
export const places = [
  { name: 'in process', cores: () => load(coresPath), showcase: () => load(showcasePath) },
  {
    name: 'in a process of their own',
    cores: () => load((cores ??= serve(coresPath)).served),
    showcase: () => load((showcase ??= serve(showcasePath)).served),
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

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { load } from '../lib/index.js';
import { coresPath, failure } from './support.js';

test('missing-library: a typed error names the path', () => {
  const file = /looked for at \/nowhere\/libapps\.so\. Give the path of an Adit library/;
  assert.throws(() => load('/nowhere/libapps.so'), failure('EINVAL', { message: file }));
  const name = /^libadit_nowhere\.so: there is no such library in .*, in LD_LIBRARY_PATH \(.*\) and in the folders of the system/;
  assert.throws(() => load('libadit_nowhere.so'), failure('EINVAL', { message: name }));
});

test('wrong-library: a typed error says what is expected', (t) => {
  assert.throws(() => load('libm.so.6'), failure('EABI', { message: /no adit_abi_version in it; an Adit library is expected/ }));
  const folder = mkdtempSync(join(tmpdir(), 'adit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'text.so'), 'no library');
  assert.throws(() => load(join(folder, 'text.so')), failure('EINVAL'));
});

test('given a URL when it is loaded then it is the library of that file', () => {
  assert.ok('counter' in load(pathToFileURL(coresPath)).apps);
});

test('given a store when it is examined then Adit says how it is', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const library = load(coresPath);
  const path = join(folder, 'todo.store');
  assert.match(library.examine('todo', { store: { path, check: true } }), /^new: /);
  const core = library.open('todo', { store: { path } });
  assert.throws(() => library.examine('todo', { store: { path, check: true } }), failure('ELOCKED'));
  core.close();
  assert.match(library.examine('todo', { store: { path, check: true } }), /^fine: /);
  assert.throws(() => library.open('todo', { store: { path, check: true } }), TypeError);
  assert.throws(() => library.examine('todo', {}), TypeError);
});

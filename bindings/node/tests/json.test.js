import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPatch, parse, stringify } from '../lib/index.js';

test('given integers when they are parsed then those that a number cannot hold are BigInts', () => {
  assert.deepEqual(parse('[9007199254740991,9007199254740993,-9223372036854775808,1e20,0.12345678901234567]'), [
    9007199254740991, 9007199254740993n, -9223372036854775808n, 1e20, 0.12345678901234567,
  ]);
  assert.equal(parse('"9007199254740993 \\" 9007199254740993"'), '9007199254740993 " 9007199254740993');
});

test('given a BigInt when it is written then it is an integer, and texts that look like one stay', () => {
  const value = { by: 2n ** 63n - 1n, text: '9223372036854775807', list: [1n] };
  assert.equal(stringify(value), '{"by":9223372036854775807,"text":"9223372036854775807","list":[1]}');
  assert.throws(() => stringify((() => { const a = {}; a.a = a; return a; })()), TypeError);
});

test('given operations when they are applied then the value is the new one', () => {
  const value = { ids: ['a', 'b', 'c'], entities: { 'x/y': 1, '~': 2 } };
  const ops = [
    { op: 'move', from: '/ids/0', path: '/ids/2' },
    { op: 'add', path: '/ids/-', value: 'd' },
    { op: 'replace', path: '/ids/0', value: 'B' },
    { op: 'remove', path: '/entities/x~1y' },
    { op: 'replace', path: '/entities/~0', value: 3 },
    { op: 'add', path: '/entities/__proto__', value: { polluted: true } },
  ];
  const result = applyPatch(value, ops);
  assert.deepEqual(result.ids, ['B', 'c', 'a', 'd']);
  assert.deepEqual(Object.keys(result.entities), ['~', '__proto__']);
  assert.equal({}.polluted, undefined);
  assert.equal(applyPatch(1, [{ op: 'replace', path: '', value: 2 }]), 2);
});

test('given an operation that leads nowhere when it is applied then its path is named', () => {
  for (const op of [
    { op: 'remove', path: '/a' },
    { op: 'replace', path: '/list/4', value: 1 },
    { op: 'add', path: '/list/x', value: 1 },
    { op: 'add', path: '/a/b', value: 1 },
  ]) {
    assert.throws(() => applyPatch({ list: [] }, [op]), { name: 'RangeError', message: `${op.path}: no such place` });
  }
  assert.throws(() => applyPatch({}, [{ op: 'test', path: '', value: 1 }]), TypeError);
});

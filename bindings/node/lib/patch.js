// The operations of RFC 6902 that Adit sends: add, remove, replace and move.

/** The keys of a JSON Pointer (RFC 6901). */
export function pointerKeys(pointer) {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Where in a container an operation takes place. Throws if the path does not lead there. */
function place(root, pointer) {
  const keys = pointerKeys(pointer);
  const key = keys.pop();
  let container = root;
  for (const step of keys) {
    container = Object.hasOwn(Object(container), step) ? container[step] : undefined;
  }
  if (container === null || typeof container !== 'object') throw new RangeError(`${pointer}: no such place`);
  return { container, key };
}

function expect(holds, pointer) {
  if (!holds) throw new RangeError(`${pointer}: no such place`);
}

// A plain assignment to __proto__ would set the prototype.
function setMember(object, key, value) {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy of a value of JSON, which shares nothing with it that can change. */
export function copied(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copied);
  const copy = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') setMember(copy, key, copied(value[key]));
    else copy[key] = copied(value[key]);
  }
  return copy;
}

function add(root, pointer, value) {
  if (pointer === '') return value;
  const { container, key } = place(root, pointer);
  if (Array.isArray(container)) {
    const index = key === '-' ? container.length : Number(key);
    expect(Number.isInteger(index) && index >= 0 && index <= container.length, pointer);
    container.splice(index, 0, value);
  } else {
    setMember(container, key, value);
  }
  return root;
}

function remove(root, pointer) {
  if (pointer === '') return { root: undefined, removed: root };
  const { container, key } = place(root, pointer);
  expect(Object.hasOwn(container, key), pointer);
  const removed = container[key];
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
  return { root, removed };
}

function replace(root, pointer, value) {
  if (pointer === '') return value;
  const { container, key } = place(root, pointer);
  expect(Object.hasOwn(container, key), pointer);
  setMember(container, key, value);
  return root;
}

/**
 * Applies operations to a value, in place where they allow it, and returns the value. The operations stay as they are: what
 * they bring is copied.
 */
export function applyPatch(value, ops) {
  let root = value;
  for (const { op, path, from, value: operand } of ops) {
    if (op === 'add') root = add(root, path, copied(operand));
    else if (op === 'replace') root = replace(root, path, copied(operand));
    else if (op === 'remove') root = remove(root, path).root;
    else if (op === 'move') {
      const taken = remove(root, from);
      root = add(taken.root, path, taken.removed);
    } else throw new TypeError(`${op}: found an unknown operation`);
  }
  return root;
}

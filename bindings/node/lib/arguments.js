// What is said about an argument of a wrong type.
import { inspect } from 'node:util';

/** The TypeError of an argument: what was found, and what is expected. */
export function wrongType(value, expected) {
  return new TypeError(`adit: found ${described(value)}; ${expected}`);
}

function described(value) {
  if (value === undefined || value === null) return String(value);
  const text = inspect(value, { depth: 0, breakLength: Infinity, maxArrayLength: 3, maxStringLength: 40 });
  const kind = typeof value === 'object' || typeof value === 'function' ? '' : `the ${typeof value} `;
  return kind + (text.length > 80 ? `${text.slice(0, 79)}…` : text);
}

/** Expects a function, or undefined or null for none. */
export function expectFunction(value, name) {
  if (value !== undefined && value !== null && typeof value !== 'function') throw wrongType(value, `a function is expected as ${name}`);
}

/** Expects an object, whose members are options. */
export function expectOptions(value, what) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrongType(value, `an object is expected as ${what}`);
}

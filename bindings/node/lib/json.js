// JSON in which integers keep their value: beyond 2^53 they are BigInts.
import { randomUUID } from 'node:crypto';
import { wrongType } from './arguments.js';
import { AditError } from './errors.js';

// Stands before the digits of an integer in a string, on its way through JSON.parse or JSON.stringify. Nobody outside of
// the process can write a text that has it.
const mark = `${randomUUID()}:`;
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');
const loneSurrogate = /\p{Surrogate}/u;
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const isLong = (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));

/** Parses a JSON text. An integer that a number cannot hold exactly is a BigInt. */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const prepared = text.replace(tokens, (token) => (isLong(token) ? `"${mark}${token}"` : token));
  return JSON.parse(prepared, (_, value) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** The JSON text of a value. A BigInt is written as an integer. */
export function stringify(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError) || !/BigInt/.test(error.message)) throw error;
    const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${mark}${item}` : item));
    return text.replace(marked, '$1');
  }
}

/**
 * The text of a message: that of an object, and a string or a Uint8Array as it is.
 *
 * A string with a lone surrogate is no UTF-8. Its bytes are made as if it were, so that Adit refuses them at their place,
 * rather than replaced by another character.
 */
export function messageText(message, what = 'a message') {
  if (message instanceof Uint8Array) return message;
  if (typeof message === 'string') return loneSurrogate.test(message) ? surrogateBytes(message) : message;
  if (message === null || typeof message !== 'object') {
    throw wrongType(message, `${what} is expected: an object, a string or a Uint8Array`);
  }
  return stringify(message);
}

function surrogateBytes(text) {
  const pieces = [...text].map((character) => {
    const unit = character.codePointAt(0);
    const isLone = unit >= 0xd800 && unit <= 0xdfff;
    return isLone ? Buffer.from([0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]) : Buffer.from(character);
  });
  return Buffer.concat(pieces);
}

/** A name that C reads up to its NUL, and that must not be cut there. */
export function nameText(name, errno, what) {
  if (typeof name !== 'string') throw wrongType(name, `${what} is expected: a string`);
  const text = name;
  if (text.includes('\0') || loneSurrogate.test(text)) {
    throw new AditError(errno, undefined, `${JSON.stringify(text)}: found a character that ${what} cannot have`);
  }
  return text;
}

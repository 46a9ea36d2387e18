// The lines of `adit serve`: messages with the name of their core.
//
// SPDX-License-Identifier: Apache-2.0
import { AditError, codes } from './errors.js';

const feeds = /[\n\r]/;

/** Words of the server. A core's message has others. */
const words = /^\{"@(?:ready|opened|refused|catalog|synced|crashed|reopened|gone|dropped)"/;
const coreOfLine = /,"@core":"([^"\\]*)"\}$/;

/** Bytes in front of those of a message, by which the offsets of its errors are moved. */
export const prefixLength = (name) => Buffer.byteLength(`"@core":"${name}",`);

/** The line that takes the text of a message to a core. Throws if the text could not be a part of a line. */
export function lineOf(text, name) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const begin = bytes.findIndex((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  const message = flat(bytes);
  if (begin < 0 || bytes[begin] !== 0x7b) throw notObject(message.toString());
  const rest = message.subarray(begin + 1);
  const comma = /^[ \t]*\}/.test(rest.subarray(0, 64).toString('latin1')) ? '' : ',';
  const spaces = message.subarray(0, begin); // so that offsets stay
  return Buffer.concat([spaces, Buffer.from(`{"@core":"${name}"${comma}`), rest, Buffer.from('\n')]);
}

/** The text of a config in one line. Throws if it is no JSON: it would be another line. */
export function flatText(text) {
  const bytes = Buffer.from(text);
  parsed(bytes.toString());
  return flat(bytes);
}

function flat(bytes) {
  const text = bytes.toString('latin1');
  if (!feeds.test(text)) return bytes;
  parsed(bytes.toString()); // A line feed in a string is no JSON, and must not become one.
  return Buffer.from(text.replaceAll('\n', ' ').replaceAll('\r', ' '), 'latin1');
}

/** Parses a text that the server does not see. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AditError(codes.EJSON, text === '' ? 0 : undefined, error.message, { cause: error });
  }
}

function notObject(text) {
  parsed(text);
  return new AditError(codes.EMESSAGE, undefined, `found ${text.slice(0, 40)}; an object with one case is expected`);
}

/** A line of the server: `{ word, name, text }`. Of a core's message, `word` is undefined, and `text` is without the name. */
export function readLine(line) {
  const word = words.exec(line)?.[0].slice(3, -1);
  const name = coreOfLine.exec(line)?.[1];
  const text = name === undefined ? line : `${line.slice(0, line.lastIndexOf(',"@core":"'))}}`;
  return { word, name, text };
}

export { load } from './library.js';
export { AditError, codes } from './errors.js';
export { parse, stringify } from './json.js';
export { applyPatch } from './patch.js';

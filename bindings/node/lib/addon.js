// The addon, and how it finds a library.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wrongType } from './arguments.js';
import { AditError, codes } from './errors.js';

const file = process.env.ADIT_NODE_ADDON ?? fileURLToPath(new URL('../build/adit.node', import.meta.url));
if (!existsSync(file)) throw new Error(`adit: there is no addon at ${file}; "npm rebuild adit" compiles it`);
export const addon = createRequire(import.meta.url)(file);
addon.setMakeError((errno, offset, text) => new AditError(errno, offset, text));

/** Where a library was looked for, and what to do. */
function missing(name, isFile) {
  if (isFile) {
    return `${name}: there is no such file; it was looked for at ${resolve(name)}. Give the path of an Adit library; scripts/build makes build/lib/libadit_cores.so`;
  }
  const folders = process.env.LD_LIBRARY_PATH ?? 'not set';
  return `${name}: there is no such library in ${process.cwd()}, in LD_LIBRARY_PATH (${folders}) and in the folders of the system (ldconfig -p). Give its path, or add its folder to LD_LIBRARY_PATH`;
}

/**
 * Loads a library, for the functions of the addon, which are those of adit.h. Texts are strings or Uint8Arrays, timeouts
 * are milliseconds, and errors are thrown as AditErrors. A core is what `addon.open` returned, and belongs to its thread; a
 * number is a core's id, and may come from another thread.
 */
export function loadLibrary(path) {
  if (!(path instanceof URL) && typeof path !== 'string') throw wrongType(path, 'the path of a library is expected: a string or a URL');
  const name = path instanceof URL ? fileURLToPath(path) : path;
  if (name === '' || name.includes('\0')) {
    throw new AditError(codes.EINVAL, undefined, `found ${JSON.stringify(name)} as the path of a library; the path of a file is expected`);
  }
  // The system looks for a name without a slash.
  const isFile = name.includes('/') || existsSync(name);
  const file = isFile ? resolve(name) : name;
  try {
    return addon.load(file);
  } catch (error) {
    if (!error.message.startsWith(`${file}: cannot open shared object file: No such file`)) throw error;
    throw new AditError(error.errno, undefined, missing(name, isFile));
  }
}

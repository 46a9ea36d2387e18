// Compiles the addon with the C compiler of the system: node scripts/build.js [FILE]
//
// It needs the headers that come with Node (include/node), and no node-gyp. CC and CFLAGS are observed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the first folder that has the file, or ends with a text that says where it was looked for. */
function folder(file, places) {
  const found = places.filter(Boolean).find((place) => existsSync(join(place, file)));
  if (found) return found;
  console.error(`adit: there is no ${file} in ${places.filter(Boolean).join(', ')}`);
  process.exit(1);
}

const headers = folder('node_api.h', [
  process.env.npm_config_nodedir && join(process.env.npm_config_nodedir, 'include/node'),
  resolve(dirname(process.execPath), '../include/node'),
  '/usr/include/node',
  '/usr/local/include/node',
]);
const adit = folder('adit.h', [join(root, 'native'), join(root, '../../include')]);
const output = resolve(process.argv[2] ?? join(root, 'build/adit.node'));
const sources = readdirSync(join(root, 'native'))
  .filter((name) => name.endsWith('.c'))
  .map((name) => join(root, 'native', name));
mkdirSync(dirname(output), { recursive: true });
const compiler = process.env.CC ?? 'cc';
const flags = process.env.CFLAGS?.split(' ').filter(Boolean) ?? ['-O2', '-Wall', '-Wextra'];
const { status, error } = spawnSync(
  compiler,
  ['-std=c11', '-D_GNU_SOURCE', '-shared', '-fPIC', '-fvisibility=hidden', ...flags, '-isystem', headers, '-I', adit]
    // The functions of Node-API and libuv are those of the node program, which are found when it loads the addon.
    .concat(sources, ['-o', output, '-ldl']),
  { stdio: 'inherit' },
);
if (error) console.error(`adit: the compiler "${compiler}" cannot be started: ${error.message}`);
process.exit(status ?? 1);

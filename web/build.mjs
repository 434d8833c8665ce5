// Bundles the page or the package.
//
//   node build.mjs site [FOLDER]     the page, into FOLDER, $SKELTER_SITE or ../build/web/site
//   node build.mjs package [FOLDER]  dist/, with the engine out of FOLDER (the same default)
//
// The engine (skelter.js, skelter.wasm and the player) is put into the site by the C++ build, before or after.
// Run this again after that, so that the list of files for offline use has it.
import { build, transform } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build_course } from './course.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const root = resolve(web, '..');
const [what = 'site', folder] = process.argv.slice(2);
const site = resolve(folder ?? process.env.SKELTER_SITE ?? join(root, 'build/web/site'));

const common = {
  absWorkingDir: web,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { __VERSION__: JSON.stringify(JSON.parse(readFileSync(join(web, 'package.json'), 'utf8')).version) },
};

function files_below(at, base = at) {
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = join(at, entry.name);
    return entry.isDirectory() ? files_below(path, base) : [relative(base, path).split(sep).join('/')];
  });
}

// The examples of the page: where they lie in the repository, and under which name the page asks for them.
const examples = [
  ['assets/mannequin.x', 'assets/mannequin.x'],
  ['assets/mannequin.png', 'assets/mannequin.png'],
  ['assets/mannequin.json', 'assets/mannequin.json'],
  ['assets/mannequin.graph.json', 'assets/mannequin.graph.json'],
  ['assets/tower.x', 'assets/tower.x'],
  ['docs/course/files/sleeve.x', 'assets/sleeve.x'],
  ['docs/course/files/keys.x', 'assets/keys.x'],
  ['docs/course/files/walk_and_wave.x', 'assets/walk_and_wave.x'],
  ['docs/course/files/walk_and_wave.graph.json', 'assets/walk_and_wave.graph.json'],
];

// The compiler's glue comes with its comments: two thirds of it.
async function copy_glue(name, to) {
  const { code } = await transform(readFileSync(join(site, name), 'utf8'), { minify: true, format: 'esm', target: 'es2022', legalComments: 'none' });
  writeFileSync(to, code);
}

async function build_site() {
  mkdirSync(site, { recursive: true });
  rmSync(join(site, 'js'), { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: { page: 'src/page/main.ts', ahead: 'src/page/ahead_worker.ts', course: 'src/course/main.ts', api: 'src/index.ts', element: 'src/element.ts' },
    outdir: join(site, 'js'),
    splitting: true,
    chunkNames: 'part-[hash]',
  });
  const with_engine = existsSync(join(site, 'skelter.js'));
  if (with_engine) await copy_glue('skelter.js', join(site, 'js/skelter.js'));
  cpSync(join(web, 'public'), site, { recursive: true });
  for (const [from, to] of examples) {
    mkdirSync(dirname(join(site, to)), { recursive: true });
    cpSync(join(root, from), join(site, to));
  }
  build_course(root, site);
  // The service worker keeps a copy of every file of the page. Its version is the hash of them all.
  const kept = files_below(site).filter((path) => path !== 'sw.js' && !/^skelter(-player|-actors)?\.js$|^skelter-(player|actors)/.test(path) && !/\.(map|wast|txt)$|^(CMake|\.)/.test(path)).sort();
  const hash = createHash('sha256');
  for (const path of kept) hash.update(path).update(readFileSync(join(site, path)));
  await build({
    ...common,
    entryPoints: { sw: 'src/sw.ts' },
    outdir: site,
    format: 'iife',
    define: { __FILES__: JSON.stringify(kept), __CACHE__: JSON.stringify('skelter-' + hash.digest('hex').slice(0, 16)) },
  });
  const scripts = files_below(join(site, 'js'));
  const bytes = scripts.reduce((sum, path) => sum + statSync(join(site, 'js', path)).size, 0);
  console.log(`${site}: ${kept.length} files, ${bytes} bytes of script in ${scripts.length} files`);
  if (!with_engine) console.log('skelter.wasm is not there yet: build the engine, then run this again');
}

async function build_package() {
  const dist = join(web, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await build({ ...common, entryPoints: { index: 'src/index.ts', element: 'src/element.ts' }, outdir: dist });
  for (const name of ['skelter.js', 'skelter.wasm', 'skelter-actors.js', 'skelter-actors.wasm', 'skelter-player.js', 'skelter-player.wasm', 'skelter-draco.wasm', 'skelter-fbx.wasm']) {
    if (!existsSync(join(site, name))) throw new Error(`${join(site, name)} is not there: build the engine first`);
    if (name.endsWith('.js')) await copy_glue(name, join(dist, name));
    else cpSync(join(site, name), join(dist, name));
  }
  cpSync(join(root, 'LICENSE'), join(web, 'LICENSE'));
  // Types: the compiler leaves the names of sources in them.
  execFileSync(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), '-p', join(web, 'tsconfig.types.json')], { stdio: 'inherit' });
  for (const name of readdirSync(dist).filter((entry) => entry.endsWith('.d.ts')))
    writeFileSync(join(dist, name), readFileSync(join(dist, name), 'utf8').replace(/(from |import\()'(\.\/[\w]+)\.ts'/g, "$1'$2.js'"));
  console.log(`${dist}: ${files_below(dist).join(', ')}`);
}

if (what === 'site') await build_site();
else if (what === 'package') await build_package();
else throw new Error(`"${what}"; expected site or package`);

// Bundles the page or the package.
//
//   node build.mjs site [FOLDER]     the page, into FOLDER, $SKELTER_SITE or ../build/web/site
//   node build.mjs package [FOLDER]  dist/, with the engine out of FOLDER (the same default)
//
// The engine (skelter.js, skelter.wasm and the player) is put into the site by the C++ build, before or after.
// Run this again after that, so that the list of files for offline use has it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm pack` shows only what fails, so the message has to say what to do.
function fail(message) {
  console.error(`skelter: ${message}`);
  process.exit(1);
}
const { build } = await import('esbuild').catch(() => fail('esbuild is not installed: run "npm ci" in web/ first, or ./run.sh web, which does it'));
const { build_course } = await import('./course.mjs');
const { short_glue } = await import('./glue.mjs');
const { notices } = await import('./notices.mjs');

const web = dirname(fileURLToPath(import.meta.url));
const root = resolve(web, '..');
const [what = 'site', folder] = process.argv.slice(2);
const site = resolve(folder ?? process.env.SKELTER_SITE ?? join(root, 'build/web/site'));
const sources = resolve(process.env.SKELTER_WEB_SOURCES ?? join(root, 'build/web/sources'));
const { version } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'));

const common = {
  absWorkingDir: web,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { __VERSION__: JSON.stringify(version) },
  external: ['./skelter.js', './skelter-actors.js', './skelter-player.js', 'three'], // the engine's glue code lies beside the bundle
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

async function copy_glue(name, to) {
  writeFileSync(to, await short_glue(readFileSync(join(site, name), 'utf8')));
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
  writeFileSync(join(site, 'notices.txt'), notices(sources));
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

// The version of the engine is that of the whole project.
function project_version() {
  return /kVersion = "([^"]+)"/.exec(readFileSync(join(root, 'include/skelter/version.h'), 'utf8'))?.[1];
}

// Pages that the README points to. What they say of pages that the package does not have stays, without the link.
function copy_pages() {
  const pages = ['compile.md', 'conventions.md', 'graph.md', 'graph-rules.md', 'play.md', 'viewer.md'];
  rmSync(join(web, 'docs'), { recursive: true, force: true });
  mkdirSync(join(web, 'docs'));
  for (const page of pages) {
    const text = readFileSync(join(root, 'docs', page), 'utf8');
    writeFileSync(join(web, 'docs', page), text.replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (link, image, words, to) => (!image && (/^(https?:|#)/.test(to) || pages.includes(to.replace(/#.*/, ''))) ? link : words)));
  }
}

async function build_package() {
  const dist = join(web, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const engines = ['skelter', 'skelter-actors', 'skelter-player'], sides = ['skelter-draco', 'skelter-fbx'];
  const parts = [...engines.flatMap((name) => [`${name}.js`, `${name}.wasm`]), ...sides.map((name) => `${name}.wasm`)];
  const absent = parts.filter((name) => !existsSync(join(site, name)));
  if (absent.length > 0) fail(`${site} has no ${absent.join(', ')}: build the engine with ./run.sh web first`);
  if (version !== project_version()) fail(`package.json has version ${version}, and the engine ${project_version()}; they must be the same`);
  // Not minified, so that a program's own bundler and its debugger have names to show. Both entries share one engine.
  await build({ ...common, minify: false, splitting: true, chunkNames: 'part-[hash]', entryPoints: { index: 'src/index.ts', element: 'src/element.ts', three: 'src/three.ts' }, outdir: dist });
  for (const name of parts) {
    if (name.endsWith('.js')) await copy_glue(name, join(dist, name));
    else cpSync(join(site, name), join(dist, name));
  }
  copy_pages();
  cpSync(join(root, 'LICENSE'), join(web, 'LICENSE'));
  writeFileSync(join(web, 'NOTICES.txt'), notices(sources));
  // Types: the compiler leaves the names of sources in them. Only `skelter/three` needs three.js; elsewhere its types are `any` where it is missing.
  execFileSync(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), '-p', join(web, 'tsconfig.types.json')], { stdio: 'inherit' });
  for (const name of readdirSync(dist).filter((entry) => entry.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, name), 'utf8').replace(/(from |import\()'(\.\/[\w]+)\.ts'/g, "$1'$2.js'");
    writeFileSync(join(dist, name), name === 'three.d.ts' ? text : text.replace(/^import type .* from 'three';$/m, '// @ts-ignore: three.js is optional\n$&'));
  }
  console.error(`skelter ${version}: ${files_below(dist).length} files in ${dist}`); // npm pack --json has its own standard output
}

try {
  if (what === 'site') await build_site();
  else if (what === 'package') await build_package();
  else throw new Error(`"${what}"; expected site or package`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

// Notices of the libraries in the engine, made from the sources that it is built from: their own licence files, and the copyright files of Debian's
// packages of headers and of the compiler.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// Files in build/web/sources/NAME-VERSION.
const sources = { zlib: ['LICENSE'], meshoptimizer: ['LICENSE.md'], libwebp: ['COPYING', 'PATENTS'], giflib: ['COPYING'], draco: ['LICENSE'] };
// Debian packages, and the paths in them that become part of the engine.
const packages = {
  'libfmt-dev': ['*'], 'libfast-float-dev': ['*'], 'nlohmann-json3-dev': ['*', 'include/'], 'libhwy-dev': ['*'], 'libxxhash-dev': ['*'], 'libstb-dev': ['*'],
  emscripten: ['*', 'system/lib/libc/', 'system/lib/libcxx', 'system/lib/compiler-rt/', 'system/lib/dlmalloc'],
};
const kApache = '/usr/share/common-licenses/Apache-2.0';

function text_of(path, what) {
  if (!existsSync(path)) throw new Error(`${path} is missing, so the notices of ${what} cannot be written: ./run.sh web installs it`);
  return readFileSync(path, 'utf8').replaceAll('\r', '').trimEnd();
}

// Fields of a paragraph of Debian's machine-readable copyright format.
const field = (paragraph, name) => new RegExp(`^${name}:((?:.*)(?:\\n[ \\t].*)*)`, 'm').exec(paragraph)?.[1].trim() ?? '';
const licences = (paragraph) => field(paragraph, 'License').split('\n')[0].split(/ or | and |[(),]/).map((name) => name.trim()).filter(Boolean);

// The paragraphs of files that are compiled in, and of their licences.
function used_paragraphs(text, paths) {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  const is_used = (file) => paths.some((path) => (path === '*' ? file === '*' : file.startsWith(path)));
  const files = paragraphs.filter((paragraph) => field(paragraph, 'Files').split(/\s+/).some(is_used));
  const names = new Set(files.flatMap(licences));
  const texts = paragraphs.filter((paragraph) => paragraph.startsWith('License:') && licences(paragraph).some((name) => names.has(name)));
  const shown = files.map((paragraph) => ['Files', 'Copyright', 'License'].map((name) => `${name}: ${field(paragraph, name)}`).join('\n'));
  return [...shown, ...texts.map((paragraph) => paragraph.replace(/^ \.$/gm, ''))].join('\n\n');
}

// The whole text. `folder` is build/web/sources.
export function notices(folder) {
  const entries = existsSync(folder) ? readdirSync(folder) : [];
  const parts = Object.entries(sources).map(([name, files]) => {
    const found = entries.find((entry) => entry.startsWith(`${name}-`));
    if (!found) throw new Error(`${folder} has no ${name}, so its notices cannot be written: ./run.sh web fetches the sources`);
    return [found.replace('-', ' ').replace('+dfsg', '').replace('.dfsg', ''), files.map((file) => text_of(join(folder, found, file), name)).join('\n\n')];
  });
  for (const [name, paths] of Object.entries(packages)) {
    const used = used_paragraphs(text_of(`/usr/share/doc/${name}/copyright`, name), paths);
    if (!/^Copyright: *\S/m.test(used)) throw new Error(`/usr/share/doc/${name}/copyright names no copyright for ${paths.join(', ')}`);
    parts.push([name === 'emscripten' ? 'Emscripten with musl, libc++ and compiler-rt' : name.replace(/^lib|3?-dev$/g, ''), used]);
  }
  parts.push(['Apache License, version 2.0', text_of(kApache, 'Highway')]);
  const line = '='.repeat(80);
  return `Skelter is under the MIT licence, in the file LICENSE. Its WebAssembly modules contain the libraries below.\n\n${parts.map(([name, text]) => `${line}\n${name}\n${line}\n\n${text}\n`).join('\n')}`;
}

// Input files of the page: files, folders, URLs, examples. They are read only when opened.

import { SkelterViewer } from '../element.ts';
import { SkelterError, type Engine } from '../engine.ts';
import { fetch_bytes, fetch_model, gltf_files } from '../fetch_model.ts';
import type { OpenOptions, ViewerFile } from '../viewer_engine.ts';
import { kAhead_bytes, read_ahead } from './ahead.ts';
import { words_of, type App } from './app.ts';
import { size_text } from './dom.ts';
import type { SharedState } from './packed.ts';

const kGraphs = /\.graph\.json$/i;
// Files that accompany a model.
const kPictures = /\.(png|jpe?g|bmp|tga|dds|webp)$/i;
const kBeside = /\.(bin|png|jpe?g|bmp|tga|dds|webp|json)$/i;
const kMaxBeside_bytes = 200e6;
const kMaxEntries = 20_000;
// Files of this size take long enough to read that a progress message is shown.
const kSlow_bytes = 1e6;

export interface Entry {
  path: string;
  size: number;
  bytes(): Promise<Uint8Array>;
  url?: string; // source URL, for links
  options?: OpenOptions; // only for examples
  note?: string; // error from opening the file
}

export interface Example {
  name: string;
  note: string;
  main: string;
  beside?: string[];
  clip?: string;
  options?: OpenOptions;
}

export const kExamples: Example[] = [
  {
    name: 'Mannequin', note: 'a person of 50 bones with twenty clips', main: 'mannequin.x', beside: ['mannequin.png'], clip: 'walk',
  },
  {
    name: 'Mannequin with its graph', note: 'control it with sliders: speed, turn, jump, wave', main: 'mannequin.x',
    beside: ['mannequin.png', 'mannequin.json', 'mannequin.graph.json'], options: { config: 'mannequin.json', graph: 'mannequin.graph.json' },
  },
  { name: 'Tower', note: 'a strip on four bones, from the course', main: 'tower.x' },
  { name: 'Sleeve', note: 'why there are offsets: chapter 5', main: 'sleeve.x' },
  { name: 'Keys', note: 'turns and time: chapter 6', main: 'keys.x' },
  { name: 'Walk and wave', note: 'a small graph, from chapter 11', main: 'walk_and_wave.x', beside: ['walk_and_wave.graph.json'], options: { graph: 'walk_and_wave.graph.json' } },
];

export class Library {
  readonly entries = new Map<string, Entry>();
  #app: App;
  #endings: string[] = []; // model extensions that the engine reads
  #put = new Set<string>();
  on_change: () => void = () => {};
  // Opens a saved view. The page may know where its files are.
  on_view: (state: SharedState) => Promise<unknown> = () => Promise.resolve();
  // Opens an example as from the menu, and shows errors over the view.
  open_example_named: (name: string) => Promise<void> = () => Promise.resolve();

  constructor(app: App) {
    this.#app = app;
  }

  models(): Entry[] {
    return [...this.entries.values()].filter((entry) => this.#is_model(entry));
  }

  // Returns the extensions that the engine reads, such as ".x, .glb and .bvh", with `word` before the last one.
  async endings(word: string): Promise<string> {
    this.#endings = (await this.#app.viewer.start()).engine.about.reads;
    return `${this.#endings.slice(0, -1).join(', ')} ${word} ${this.#endings.at(-1)}`;
  }

  #is_model({ path }: { path: string }): boolean {
    return this.#endings.some((ending) => path.toLowerCase().endsWith(ending));
  }

  // Adds dropped or chosen files and shows the first model. The others are listed.
  async take(given: Entry[]): Promise<void> {
    if (given.length === 0) return;
    const endings = await this.endings('and');
    for (const entry of given) {
      this.entries.set(entry.path, entry);
      this.#put.delete(entry.path);
    }
    this.on_change();
    const models = given.filter((entry) => this.#is_model(entry));
    const graphs = given.filter((entry) => kGraphs.test(entry.path));
    const views = given.filter((entry) => /\.json$/i.test(entry.path) && !kGraphs.test(entry.path));
    if (models.length > 0) {
      // Up to four models are opened together for comparison. If there are more, only the first is opened.
      const shallow = models.length <= 4 ? models : models.slice(0, 1);
      let first: Entry | undefined;
      for (const model of shallow) if (await this.open(model)) first ??= model;
      const number = first && shallow.length > 1 ? this.#app.report?.state.files.indexOf(first.path) ?? -1 : -1;
      if (number >= 0) this.#app.run(`file ${number}`);
      if (models.length > shallow.length) this.#app.say(`${models.length} models: the first is shown, the others are in the list of files`);
    } else if (graphs.length > 0) {
      for (const graph of graphs) await this.open(graph);
    } else if (views.length > 0) {
      for (const view of views) await this.#open_view(view);
    } else if (given.some((entry) => kBeside.test(entry.path)) && this.#app.report?.file) {
      await this.#bring(given);
    } else {
      throw new SkelterError({
        code: 'unsupported',
        message: `${given.length === 1 ? given[0]!.path : `${given.length} files`}: no model to show. Skelter reads ${endings}.`,
      });
    }
  }

  async #open_view(entry: Entry): Promise<void> {
    let state: SharedState;
    try {
      state = JSON.parse(new TextDecoder().decode(await entry.bytes())) as SharedState;
    } catch (error) {
      throw new SkelterError({ code: 'bad_data', message: `${entry.path} is not JSON: ${words_of(error)}` });
    }
    if (!Array.isArray(state.files)) throw new SkelterError({ code: 'bad_data', message: `${entry.path} is not a saved view: it lists no files. Open settings and graphs together with a model.` });
    this.entries.delete(entry.path);
    await this.on_view(state);
  }

  // Adds images for the shown model.
  async #bring(given: Entry[]): Promise<void> {
    const viewer = await this.#app.viewer.start();
    for (const entry of given) viewer.engine.put_file(entry.path, await entry.bytes());
    this.#app.run('reload');
  }

  async open(entry: Entry, options: OpenOptions = entry.options ?? {}): Promise<boolean> {
    entry.note = undefined;
    try {
      const { engine } = await this.#app.viewer.start();
      const most_bytes = engine.about.most_file_bytes;
      if (entry.size > most_bytes)
        throw new SkelterError({ code: 'limit_exceeded', message: `${entry.path} has ${size_text(entry.size)}; a browser can read at most ${size_text(most_bytes)}. The desktop program reads larger files.` });
      const bytes = await entry.bytes();
      const files: ViewerFile[] = [{ path: entry.path, bytes }];
      const beside = await this.#beside(entry, bytes, files);
      files.reverse(); // the model comes last, after the files that it refers to
      const read = this.#read_with(files, engine);
      const size = read.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (size > kAhead_bytes && !(await this.#read_ahead(entry.path, read, size))) {
        entry.note = 'Reading was stopped.';
        this.#app.say(`Reading ${entry.path} was stopped.`);
        return false;
      }
      if (size > kSlow_bytes) {
        this.#app.say(`Opening ${entry.path} ...`);
        await painted();
      }
      await this.#app.viewer.open(files, [entry.path], options, async (path) => (await this.#find(path, entry))?.bytes());
      if (options.graph && this.#app.report?.graph === null) this.#app.run(`graph open ${options.graph}`);
      for (const file of files) this.#put.add(file.path);
      this.#app.say(beside);
      return true;
    } catch (error) {
      entry.note = words_of(error);
      if (!(error instanceof SkelterError)) this.#restart();
      this.#app.say(entry.note, true);
      return false;
    } finally {
      this.on_change();
      this.#app.refresh();
    }
  }

  // Returns the reader's input, including buffers that the engine has from an earlier model.
  #read_with(files: ViewerFile[], engine: Engine): ViewerFile[] {
    const earlier = engine.files().filter(({ path }) => /\.gltf$/i.test(files.at(-1)!.path) && !kPictures.test(path) && !this.#is_model({ path }) && !files.some((file) => file.path === path));
    return [...earlier.map(({ path }) => ({ path, bytes: engine.file(path)! })), ...files.filter(({ path }) => !kPictures.test(path))];
  }

  // Reads in a worker without blocking the page. Returns false if it was stopped. Errors: the errors of the file.
  #read_ahead(path: string, files: ViewerFile[], size: number): Promise<boolean> {
    const { module, wasm } = SkelterViewer.engine_options;
    const { read, stop } = read_ahead({ module: String(module), wasm: String(wasm), files, main: path });
    return read.finally(this.#app.going_on(`Reading ${path} (${size_text(size)}) ...`, stop));
  }

  // Resets the page's state after an engine crash, which loses the engine's files.
  #restart(): void {
    this.#put.clear();
    this.#app.viewer.release();
  }

  // Finds files of the model in its source folder. Returns a message about skipped files.
  async #beside(model: Entry, bytes: Uint8Array, files: ViewerFile[]): Promise<string> {
    const named = /\.gltf$/i.test(model.path) ? gltf_files(bytes).map((uri) => safely_decoded(uri)) : [];
    const folder = model.path.includes('/') ? model.path.slice(0, model.path.indexOf('/') + 1) : '';
    let total = 0, left_out = 0;
    const wanted = new Set<Entry>();
    for (const name of named) {
      const found = await this.#find(name, model);
      if (found) wanted.add(found);
    }
    for (const entry of this.entries.values())
      if (kBeside.test(entry.path) && entry.path.startsWith(folder) && (folder !== '' || !entry.path.includes('/')) && !entry.url) wanted.add(entry);
    for (const path of model.options?.config || model.options?.graph ? [model.options.config, model.options.graph] : []) {
      const entry = path ? this.entries.get(path) : undefined;
      if (entry) wanted.add(entry);
    }
    for (const entry of wanted) {
      if (this.#put.has(entry.path)) continue;
      if ((total += entry.size) > kMaxBeside_bytes) ++left_out;
      else files.push({ path: entry.path, bytes: await entry.bytes() });
    }
    return left_out > 0 ? `${left_out} files next to ${model.path} were left out: together they have more than ${size_text(kMaxBeside_bytes)}` : '';
  }

  // Finds a file that a model refers to, ignoring case and slash direction, and if necessary by name only. If it is not
  // found, fetches it from the model's source.
  async #find(path: string, model: Entry): Promise<Entry | undefined> {
    const wanted = path.replaceAll('\\', '/').toLowerCase();
    const beside = model.path.slice(0, model.path.lastIndexOf('/') + 1).toLowerCase();
    const all = [...this.entries.values()];
    const found =
      all.find((entry) => entry.path.toLowerCase() === beside + wanted) ??
      all.find((entry) => entry.path.toLowerCase() === wanted) ??
      all.find((entry) => entry.path.toLowerCase().split('/').at(-1) === wanted.split('/').at(-1));
    if (found || !model.url) return found;
    try {
      const url = new URL(path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/'), new URL(model.url, location.href));
      const bytes = await fetch_bytes(url);
      return { path: beside + path, size: bytes.length, bytes: () => Promise.resolve(bytes) };
    } catch {
      return undefined; // the report lists the missing file
    }
  }

  async open_example(example: Example): Promise<boolean> {
    const at = (name: string) => new URL(`assets/${name}`, location.href);
    const [main] = await Promise.all(
      [example.main, ...(example.beside ?? [])].map(async (name) => {
        const bytes = await fetch_bytes(at(name));
        const entry: Entry = { path: name, size: bytes.length, bytes: () => Promise.resolve(bytes), url: `assets/${name}` };
        this.entries.set(name, entry);
        return entry;
      }),
    );
    main!.options = { ...example.options, clip: example.clip };
    // Accompanying files, in the order of use.
    const viewer = await this.#app.viewer.start();
    for (const name of example.beside ?? []) viewer.engine.put_file(name, await this.entries.get(name)!.bytes());
    return this.open(main!);
  }

  // Errors: a message about the network error.
  async open_address(address: string): Promise<boolean> {
    let url: URL;
    try {
      url = new URL(address, location.href);
    } catch {
      throw new SkelterError({ code: 'invalid_argument', message: `"${address}" is not an address; expected one such as https://example.org/hero.glb` });
    }
    if (!['http:', 'https:', 'blob:'].includes(url.protocol)) throw new SkelterError({ code: 'invalid_argument', message: `${url.protocol} addresses cannot be opened; expected https:` });
    const model = await fetch_model(url);
    for (const file of model.files) this.entries.set(file.path, { path: file.path, size: file.bytes.length, bytes: () => Promise.resolve(file.bytes), url: file.path === model.main ? address : undefined });
    return this.open(this.entries.get(model.main)!);
  }

  forget(path: string): void {
    this.entries.delete(path);
    this.#put.delete(path);
    this.on_change();
  }
}

function safely_decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Resolves after the next frame, so that a message is visible.
export function painted(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, 150); // because hidden windows draw no frames
    requestAnimationFrame(() => setTimeout(() => (clearTimeout(timer), done()), 0));
  });
}

export function entry_of(file: File, path = file.webkitRelativePath || file.name): Entry {
  return { path: path.replace(/^\/+/, ''), size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) };
}

// --- folders ---------------------------------------------------------------------------------------------------------

// Returns all files of a drop, including files in folders. Must be called in the event handler before any await.
export async function entries_of_drop(transfer: DataTransfer): Promise<Entry[]> {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const roots = items.map((item) => item.webkitGetAsEntry?.() ?? null);
  const loose = [...transfer.files];
  if (roots.every((root) => root === null)) return loose.map((file) => entry_of(file));
  const found: Entry[] = [];
  for (const root of roots) if (root) await walk(root, found);
  return found;
}

async function walk(entry: FileSystemEntry, found: Entry[]): Promise<void> {
  if (found.length >= kMaxEntries) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail)).catch(() => undefined);
    if (file) found.push(entry_of(file, entry.fullPath));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // readEntries() returns up to a hundred entries per call, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail)).catch(() => []);
    if (some.length === 0) return;
    for (const inner of some) await walk(inner, found);
  }
}

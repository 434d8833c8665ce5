// TypeScript wrapper of the engine: one WebAssembly module, called through the bridge (src/web/bridge.h).
//
// Strings are passed in as UTF-8 and returned as JSON. Bytes and numbers are copied, because views of the module's
// memory become invalid when it grows. Only the poses of actors are read in place (view_floats).

import { names_draco, side_module_of, type SideModule } from './side_module.ts';

// Typed arrays that own their memory. Compilers before TypeScript 5.7 have no Float32Array<ArrayBuffer>.
export type Floats = ReturnType<Float32Array['slice']>;
export type Bytes = ReturnType<Uint8Array['slice']>;

// An error, with its location in the file.
export class SkelterError extends Error {
  readonly status: string; // category: bad_data, io, unsupported, limit_exceeded, ...
  readonly code: string; // specific code, such as x.bad-float-size
  readonly file: string;
  readonly line: number;
  readonly byte: number;
  readonly object: string;
  // Message as printed by `skelter`: "walk.x:412: Animation Bip01_Spine: key type 7; expected 0 to 4".
  readonly text: string;

  constructor(error: ErrorJson) {
    super(error.text || error.message);
    this.name = 'SkelterError';
    this.status = error.status ?? error.code;
    this.code = error.code;
    this.file = error.file ?? '';
    this.line = error.line ?? 0;
    this.byte = error.byte ?? 0;
    this.object = error.object ?? '';
    this.text = error.text || error.message;
    this.message = this.text;
  }

  // Removes an internal folder name from messages.
  without_folder(folder: string): SkelterError {
    const clean = (text: string) => text.replaceAll(folder, '');
    return new SkelterError({
      status: this.status, code: this.code, message: clean(this.message), file: clean(this.file), line: this.line, byte: this.byte, object: this.object, text: clean(this.text),
    });
  }
}

export interface ErrorJson {
  status?: string; // category: bad_data, io, limit_exceeded, ...
  code: string;
  message: string;
  file?: string;
  line?: number | null;
  column?: number | null;
  byte?: number | null;
  object?: string;
  text?: string;
}

// Created by Emscripten's glue code, one per viewer.
export interface EngineModule {
  HEAPU8: Uint8Array;
  [name: string]: unknown;
}
export type EngineFactory = (options: Record<string, unknown>) => Promise<EngineModule>;

export interface EngineOptions {
  // Address of the glue code, relative to the page. Default: the glue code of this package.
  module?: string | URL;
  // Address of the wasm file, relative to the glue code if `module` is given. Default: next to the glue code.
  wasm?: string | URL;
  // Addresses of skelter-draco.wasm and skelter-fbx.wasm. Default: next to the wasm file. Each is loaded when a file
  // needs it.
  draco?: string | URL;
  fbx?: string | URL;
  // The wasm bytes, if they are already loaded.
  wasmBinary?: Uint8Array | ArrayBuffer;
  // The glue function, for programs that bundle it.
  factory?: EngineFactory;
  // Canvas of a viewer. It may be in a shadow tree.
  canvas?: HTMLCanvasElement;
  // Receives lines that the engine prints.
  print?: (line: string) => void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface About {
  version: string;
  player: boolean;
  reads: string[];
  writes: string[];
  most_file_bytes: number;
  most_bytes: number;
}

type Call = (...args: number[]) => number;

// Side modules, with their names in messages.
const kSides = { draco: 'Draco decoder', fbx: 'FBX reader' };
type Side = keyof typeof kSides;
const kFbx_look_bytes = 16384; // see src/web/bridge.h

// The engines of this package. Bundlers only follow literals, so each name is written out.
export type EngineName = 'skelter' | 'skelter-actors' | 'skelter-player';
const kEngines: Record<EngineName, { glue: () => Promise<unknown>; wasm: () => URL }> = {
  // @ts-ignore: written by the C++ build
  skelter: { glue: () => import('./skelter.js'), wasm: () => new URL('./skelter.wasm', import.meta.url) },
  // @ts-ignore: written by the C++ build
  'skelter-actors': { glue: () => import('./skelter-actors.js'), wasm: () => new URL('./skelter-actors.wasm', import.meta.url) },
  // @ts-ignore: written by the C++ build
  'skelter-player': { glue: () => import('./skelter-player.js'), wasm: () => new URL('./skelter-player.wasm', import.meta.url) },
};
const kSide_addresses: Record<Side, () => URL> = {
  draco: () => new URL('./skelter-draco.wasm', import.meta.url),
  fbx: () => new URL('./skelter-fbx.wasm', import.meta.url),
};

export class Engine {
  #made: EngineModule | undefined;
  #sides: Record<Side, URL>;
  #bringing: Partial<Record<Side, Promise<SideModule>>> = {};

  private constructor(module: EngineModule, sides: Record<Side, URL>) {
    this.#made = module;
    this.#sides = sides;
  }

  static async load(options: EngineOptions = {}, name: EngineName = 'skelter'): Promise<Engine> {
    const page = (globalThis as { location?: { href: string } }).location?.href ?? import.meta.url;
    const glue = options.module === undefined ? undefined : new URL(options.module, page);
    let wasm = options.wasm === undefined ? undefined : new URL(options.wasm, glue ?? page);
    if (glue) wasm ??= new URL(glue.href.replace(/\.m?js(?=$|[?#])/, '.wasm'));
    const side = (side: Side) => (options[side] ? new URL(options[side]!, wasm ?? page) : wasm ? new URL(`skelter-${side}.wasm`, wasm) : served(kSide_addresses[side]()));
    const at = wasm ?? served(kEngines[name].wasm());
    const factory = options.factory ?? (await load_factory(glue, name));
    const printed: string[] = [];
    const print = options.print ?? ((line: string) => void printed.push(line));
    const given: Record<string, unknown> = { print, printErr: print, locateFile: (file: string) => file };
    if (options.canvas) given.canvas = options.canvas;
    try {
      const failed = new Promise<never>((_, fail) => {
        given.instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => {
          const module = options.wasmBinary ? WebAssembly.compile(options.wasmBinary as Bytes) : compiled(at);
          module.then((code) => WebAssembly.instantiate(code, imports)).then(receive).catch(fail);
          return {};
        };
      });
      return new Engine(await Promise.race([factory(given), failed]), { draco: side('draco'), fbx: side('fbx') });
    } catch (error) {
      const why = printed.at(-1) ?? (error instanceof Error ? error.message : String(error));
      throw new SkelterError({ code: 'network', message: options.wasmBinary ? `The engine could not be started: ${why}` : `The engine could not be loaded from ${at.href}: ${why}. The .wasm must be served next to the .js, as application/wasm; use {wasm} to give a different address.` });
    }
  }

  // Ends the engine. Its memory is freed when no view of it is left. Later calls throw.
  dispose(): void {
    this.#made = undefined;
    this.#bringing = {};
  }
  get is_disposed(): boolean {
    return !this.#made;
  }
  get #module(): EngineModule {
    if (!this.#made) throw new SkelterError({ code: 'invalid_argument', message: 'the engine has been disposed of' });
    return this.#made;
  }

  // Loads the side modules that these files need: Draco if a glTF file uses it, and the FBX reader. Await this before
  // reading. Errors: network.
  async prepare(...files: Uint8Array[]): Promise<void> {
    if (files.some(names_draco)) await this.#bring('draco');
    if (files.some((bytes) => this.#is_fbx(bytes))) await this.#bring('fbx');
  }
  async #bring(name: Side): Promise<void> {
    try {
      this.#module[name] ??= await (this.#bringing[name] ??= compiled(this.#sides[name]).then(side_module_of));
    } catch (error) {
      delete this.#bringing[name];
      throw new SkelterError({ code: 'network', message: `The ${kSides[name]} could not be loaded from ${this.#sides[name].href}: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  #is_fbx(bytes: Uint8Array): boolean {
    const begin = bytes.subarray(0, kFbx_look_bytes);
    return this.lend(begin.length, (pointer) => {
      this.#module.HEAPU8.set(begin, pointer);
      return this.call('sk_is_fbx', pointer, begin.length) !== 0;
    });
  }
  get has_draco(): boolean {
    return this.#module.draco !== undefined;
  }

  has(name: string): boolean {
    return typeof this.#module['_' + name] === 'function';
  }

  // --- calls -------------------------------------------------------------------------------------------------------

  call(name: string, ...args: number[]): number {
    const call = this.#module['_' + name] as Call | undefined;
    if (!call) throw new SkelterError({ code: 'unsupported', message: `this build of the engine has no ${name}` });
    return call(...args);
  }

  // Calls a function that returns JSON. Strings are passed as pointers. Throws SkelterError for {"error": ...}.
  ask<T>(name: string, ...args: (string | number)[]): T {
    const kept: number[] = [];
    try {
      const numbers = args.map((arg) => (typeof arg === 'number' ? arg : this.#put_text(arg, kept)));
      const answer = JSON.parse(this.text_at(this.call(name, ...numbers))) as T & { error?: ErrorJson };
      if (answer !== null && typeof answer === 'object' && answer.error) throw new SkelterError(answer.error);
      return answer;
    } finally {
      for (const pointer of kept) this.call('sk_free', pointer);
    }
  }

  // Returns the text up to the terminating zero.
  text_at(pointer: number): string {
    if (pointer === 0) return 'null';
    const heap = this.#module.HEAPU8;
    return decoder.decode(heap.subarray(pointer, heap.indexOf(0, pointer)));
  }

  // Returns a copy of the bytes.
  bytes_at(pointer: number, size: number): Bytes {
    return this.#module.HEAPU8.slice(pointer, pointer + size) as Bytes;
  }
  floats_at(pointer: number, count: number): Floats {
    return new Float32Array(this.bytes_at(pointer, count * 4).buffer);
  }
  whole_numbers_at(pointer: number, count: number): ReturnType<Uint32Array['slice']> {
    return new Uint32Array(this.bytes_at(pointer, count * 4).buffer);
  }
  short_numbers_at(pointer: number, count: number): ReturnType<Uint16Array['slice']> {
    return new Uint16Array(this.bytes_at(pointer, count * 2).buffer);
  }

  // Returns a view of the memory. It is valid until the memory grows, which changes `buffer`.
  view_floats(pointer: number, count: number): Float32Array {
    return new Float32Array(this.#module.HEAPU8.buffer, pointer, count);
  }
  get buffer(): ArrayBufferLike {
    return this.#module.HEAPU8.buffer;
  }

  // Throws the error of the last call that returned a number.
  fail(): never {
    this.ask('sk_last_error'); // throws
    throw new SkelterError({ code: 'internal', message: 'the engine failed without an error message' });
  }

  // Allocates memory for the duration of `use`, which may make the memory grow.
  lend<T>(size: number, use: (pointer: number) => T): T {
    const pointer = this.call('sk_alloc', Math.max(size, 1));
    if (pointer === 0) this.fail();
    try {
      return use(pointer);
    } finally {
      this.call('sk_free', pointer);
    }
  }

  #put_text(text: string, kept: number[]): number {
    const bytes = encoder.encode(text);
    const pointer = this.call('sk_alloc', bytes.length + 1);
    kept.push(pointer);
    this.#module.HEAPU8.set(bytes, pointer);
    this.#module.HEAPU8[pointer + bytes.length] = 0;
    return pointer;
  }

  get memory_bytes(): number {
    return this.#module.HEAPU8.length;
  }

  // Capabilities of this build.
  get about(): About {
    return (this.#about ??= this.ask<About>('sk_about'));
  }
  #about: About | undefined;

  // --- files -------------------------------------------------------------------------------------------------------

  put_file(path: string, bytes: Uint8Array): void {
    const text = encoder.encode(path);
    this.lend(bytes.length, (pointer) => {
      this.#module.HEAPU8.set(bytes, pointer);
      this.lend(text.length + 1, (name) => {
        this.#module.HEAPU8.set(text, name);
        this.#module.HEAPU8[name + text.length] = 0;
        this.#throw_error_of(this.call('sk_file_put', name, pointer, bytes.length));
      });
    });
  }

  // Returns a file in the engine's memory, or undefined.
  file(path: string): Bytes | undefined {
    const text = encoder.encode(path);
    return this.lend(text.length + 1 + 8, (memory) => {
      const name = memory + 8;
      this.#module.HEAPU8.set(text, name);
      this.#module.HEAPU8[name + text.length] = 0;
      const pointer = this.call('sk_file_get', name, memory);
      if (pointer === 0) return undefined;
      return this.bytes_at(pointer, new DataView(this.#module.HEAPU8.buffer).getUint32(memory, true));
    });
  }

  remove_file(path: string): void {
    this.ask('sk_file_remove', path);
  }

  files(): { path: string; size: number }[] {
    return this.ask<{ files: { path: string; size: number }[] }>('sk_file_list').files;
  }

  #throw_error_of(answer: number): void {
    const json = JSON.parse(this.text_at(answer)) as { error?: ErrorJson } | null;
    if (json?.error) throw new SkelterError(json.error);
  }
}

async function load_factory(at: URL | undefined, name: EngineName): Promise<EngineFactory> {
  try {
    return ((await (at ? import(/* @vite-ignore */ /* webpackIgnore: true */ at.href) : kEngines[name].glue())) as { default: EngineFactory }).default;
  } catch (error) {
    throw new SkelterError({ code: 'network', message: `The engine could not be loaded from ${at?.href ?? `${name}.js`}: ${error instanceof Error ? error.message : String(error)}` });
  }
}

// Each wasm file is fetched and compiled once for all engines of a page.
const modules = new Map<string, Promise<WebAssembly.Module>>();

function compiled(at: URL): Promise<WebAssembly.Module> {
  let module = modules.get(at.href);
  if (!module) {
    module = compile(at);
    modules.set(at.href, module);
    module.catch(() => modules.delete(at.href)); // so that a later load tries again
  }
  return module;
}

async function compile(at: URL): Promise<WebAssembly.Module> {
  if (at.protocol === 'file:') {
    const files = node_files();
    if (files) return WebAssembly.compile((await files.readFile(at)) as Bytes);
  }
  const answer = await fetch(at, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  const is_wasm = /^application\/wasm\b/.test(answer.headers.get('content-type') ?? '');
  return is_wasm ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

// Returns Node's file functions, because Node's fetch() does not accept file URLs. They are not imported, because
// bundlers for pages would look for the module.
function node_files(): { readFile(path: URL): Promise<Uint8Array> } | undefined {
  type Node = { process?: { getBuiltinModule?(name: string): unknown } };
  return (globalThis as Node).process?.getBuiltinModule?.('node:fs/promises') as ReturnType<typeof node_files>;
}

// The development server of Vite 7 and earlier moves the scripts of packages, but not their other files.
function served(at: URL): URL {
  return new URL(at.href.replace('/node_modules/.vite/deps/', '/node_modules/skelter/dist/'));
}

// TypeScript wrapper of the engine: one WebAssembly module, called through the bridge (src/web/bridge.h).
//
// Strings are passed in as UTF-8 and returned as JSON. Bytes and numbers are copied, because views of the module's
// memory become invalid when it grows. Only the poses of actors are read in place (view_floats).

import { names_draco, side_module_of, type SideModule } from './side_module.ts';

// An error, with its location in the file.
export class SkelterError extends Error {
  readonly status: string; // category: bad_data, io, unsupported, limit_exceeded, ...
  readonly code: string; // specific code: x.bad-float-size
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

// Created by Emscripten's glue code; one per viewer.
export interface EngineModule {
  HEAPU8: Uint8Array;
  [name: string]: unknown;
}
export type EngineFactory = (options: Record<string, unknown>) => Promise<EngineModule>;

export interface EngineOptions {
  // Address of the glue code; default: skelter.js next to this file.
  module?: string | URL;
  // Address of the wasm file; default: next to the glue code.
  wasm?: string | URL;
  // Addresses of skelter-draco.wasm and skelter-fbx.wasm; default: next to the wasm file. Each is loaded when a file
  // needs it.
  draco?: string | URL;
  fbx?: string | URL;
  // The wasm bytes, if they are already loaded.
  wasmBinary?: Uint8Array | ArrayBuffer;
  // The glue function, for programs that bundle it.
  factory?: EngineFactory;
  // Canvas of a viewer; it may be in a shadow tree.
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
const kSides = { draco: 'decoder of Draco', fbx: 'reader of FBX' };
type Side = keyof typeof kSides;
const kFbx_look_bytes = 16384; // src/web/bridge.h

export class Engine {
  #module: EngineModule;
  #sides: Record<Side, URL>;
  #bringing: Partial<Record<Side, Promise<SideModule>>> = {};

  private constructor(module: EngineModule, sides: Record<Side, URL>) {
    this.#module = module;
    this.#sides = sides;
  }

  static async load(options: EngineOptions = {}): Promise<Engine> {
    const at = new URL(options.module ?? './skelter.js', import.meta.url);
    const factory = options.factory ?? (await load_factory(at));
    const printed: string[] = [];
    const print = options.print ?? ((line: string) => void printed.push(line));
    const given: Record<string, unknown> = {
      print,
      printErr: print,
      locateFile: (name: string) => (options.wasm && name.endsWith('.wasm') ? new URL(options.wasm, at).href : new URL(name, at).href),
    };
    if (options.canvas) given.canvas = options.canvas;
    if (options.wasmBinary) given.wasmBinary = options.wasmBinary;
    else if (is_node() && at.protocol === 'file:') given.wasmBinary = await read_beside(at, options.wasm);
    const side = (name: Side) => new URL(options[name] ?? `skelter-${name}.wasm`, options.wasm ? new URL(options.wasm, at) : at);
    try {
      return new Engine(await (is_node() ? in_node(at, () => factory(given)) : factory(given)), { draco: side('draco'), fbx: side('fbx') });
    } catch (error) {
      throw new SkelterError({ code: 'network', message: why_no_engine(error, options, at, printed) });
    }
  }

  // Loads side modules that these bytes require: Draco if a glTF file uses it, and the FBX reader.
  // Await it before reading. Errors: network.
  async prepare(...files: Uint8Array[]): Promise<void> {
    if (files.some(names_draco)) await this.#bring('draco');
    if (files.some((bytes) => this.#is_fbx(bytes))) await this.#bring('fbx');
  }
  async #bring(name: Side): Promise<void> {
    try {
      this.#module[name] ??= await (this.#bringing[name] ??= load_side(this.#sides[name]));
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

  // Calls a function that returns JSON; strings are passed as pointers. Throws SkelterError for {"error": ...}.
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

  // Text up to the terminating zero.
  text_at(pointer: number): string {
    if (pointer === 0) return 'null';
    const heap = this.#module.HEAPU8;
    return decoder.decode(heap.subarray(pointer, heap.indexOf(0, pointer)));
  }

  // Returns a copy of the bytes.
  bytes_at(pointer: number, size: number): Uint8Array<ArrayBuffer> {
    return this.#module.HEAPU8.slice(pointer, pointer + size) as Uint8Array<ArrayBuffer>;
  }
  floats_at(pointer: number, count: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.bytes_at(pointer, count * 4).buffer);
  }
  whole_numbers_at(pointer: number, count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.bytes_at(pointer, count * 4).buffer);
  }
  short_numbers_at(pointer: number, count: number): Uint16Array<ArrayBuffer> {
    return new Uint16Array(this.bytes_at(pointer, count * 2).buffer);
  }

  // View in place: valid until the memory grows, which changes `buffer`.
  view_floats(pointer: number, count: number): Float32Array {
    return new Float32Array(this.#module.HEAPU8.buffer, pointer, count);
  }
  get buffer(): ArrayBufferLike {
    return this.#module.HEAPU8.buffer;
  }

  // Throws the error of the last call that returned a number.
  fail(): never {
    this.ask('sk_last_error'); // throws
    throw new SkelterError({ code: 'internal', message: 'the engine failed and does not say why' });
  }

  // Allocates memory for the duration of `use`, which may make it grow.
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

  // Returns a file of the engine, or undefined.
  file(path: string): Uint8Array<ArrayBuffer> | undefined {
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

async function load_factory(at: URL): Promise<EngineFactory> {
  try {
    return ((await import(/* @vite-ignore */ /* webpackIgnore: true */ at.href)) as { default: EngineFactory }).default;
  } catch (error) {
    throw new SkelterError({ code: 'network', message: `The engine could not be loaded from ${at.href}: ${error instanceof Error ? error.message : String(error)}` });
  }
}

async function load_side(at: URL): Promise<SideModule> {
  if (is_node() && at.protocol === 'file:') return side_module_of(await node_file(at));
  const answer = await fetch(at, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  return side_module_of(answer);
}

// The glue code only reports an abort, but prints the reason.
function why_no_engine(error: unknown, options: EngineOptions, at: URL, printed: string[]): string {
  const why = (printed.at(-1) ?? (error instanceof Error ? error.message : String(error))).replace(/ ?Build with -s ASSERTIONS.*/, '').replace(/^failed to asynchronously prepare wasm: /, '');
  if (options.wasmBinary) return `The engine could not be started: ${why}`;
  const wasm = options.wasm ? new URL(options.wasm, at) : new URL(at.href.replace(/\.m?js$/, '.wasm'));
  return `The engine could not be loaded from ${wasm.href}: ${why}. The .wasm has to be served beside the .js, as application/wasm; another address is given as {wasm}.`;
}

function is_node(): boolean {
  return typeof (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node === 'string';
}

// The glue code is an ES module that uses CommonJS-only features in Node.
async function in_node<T>(at: URL, load: () => Promise<T>): Promise<T> {
  const place = globalThis as { require?: unknown; __dirname?: string };
  if (place.require !== undefined) return load();
  const name = 'node:module';
  const { createRequire } = (await import(/* @vite-ignore */ name)) as { createRequire(url: URL | string): unknown };
  place.require = createRequire(at.protocol === 'file:' ? at : import.meta.url);
  place.__dirname = '/';
  try {
    return await load();
  } finally {
    delete place.require;
    delete place.__dirname;
  }
}

// Node reads the wasm as a file, because its fetch() does not accept file URLs.
function read_beside(glue: URL, wasm?: string | URL): Promise<Uint8Array> {
  return node_file(wasm ? new URL(wasm, glue) : new URL(glue.href.replace(/\.m?js$/, '.wasm')));
}
async function node_file(at: URL): Promise<Uint8Array> {
  const name = 'node:fs/promises';
  const { readFile } = (await import(/* @vite-ignore */ name)) as { readFile(path: URL): Promise<Uint8Array> };
  return readFile(at);
}

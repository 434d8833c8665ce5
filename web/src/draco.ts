// Draco, by a small module of its own that is loaded when a file needs it: skelter-draco.wasm beside the engine.
//
// The engine calls it in the middle of reading, so it has to be there before. What it does is in src/web/draco; a file that makes it run out
// of memory ends it, and not the engine.

export type DracoDecode = (compressed: Uint8Array, wanted: Uint8Array) => Uint8Array | null;

interface DracoExports {
  memory: WebAssembly.Memory;
  draco_alloc(size: number): number;
  draco_free(memory: number): void;
  draco_decode(compressed: number, size: number, wanted: number, wanted_bytes: number): number;
  draco_answer(): number;
  _initialize?(): void;
}

// Whether a file says that it has Draco in it: the JSON of a .gltf, or of a .glb.
export function names_draco(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const is_glb = bytes.length > 20 && view.getUint32(0, true) === 0x46546c67;
  if (!is_glb && !bytes.subarray(0, 64).includes(0x7b)) return false; // no "{"
  const json = is_glb ? bytes.subarray(20, 20 + view.getUint32(12, true)) : bytes;
  return new TextDecoder('latin1').decode(json).includes('KHR_draco_mesh_compression');
}

// The module's calls, out of its bytes or while they come.
export async function draco_of(source: Response | Uint8Array): Promise<DracoDecode> {
  const module = source instanceof Response ? await WebAssembly.compileStreaming(source) : await WebAssembly.compile(source as Uint8Array<ArrayBuffer>);
  let made: DracoExports | undefined = await instance(module);
  return (compressed, wanted) => {
    try {
      made ??= start(new WebAssembly.Instance(module, imports_of(module)));
      return decode(made, compressed, wanted);
    } catch {
      made = undefined; // it stopped in the middle: the next mesh gets a new one
      return null;
    }
  };
}

async function instance(module: WebAssembly.Module): Promise<DracoExports> {
  return start(await WebAssembly.instantiate(module, imports_of(module)));
}

function start(made: WebAssembly.Instance): DracoExports {
  const exports = made.exports as unknown as DracoExports;
  exports._initialize?.();
  return exports;
}

// What the C library asks for. It writes nothing, and ends the module where it does not know further.
function imports_of(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = /exit|abort/.test(name) ? () => { throw new Error(name); } : () => 0;
  return imports;
}

function decode(draco: DracoExports, compressed: Uint8Array, wanted: Uint8Array): Uint8Array {
  const at = draco.draco_alloc(compressed.length + 8), asked = draco.draco_alloc(wanted.length + 8);
  if (at === 0 || asked === 0) throw new Error('no memory');
  const memory = new Uint8Array(draco.memory.buffer);
  memory.set(compressed, at);
  memory.set(wanted, asked);
  const size = draco.draco_decode(at, compressed.length, asked, wanted.length);
  draco.draco_free(at);
  draco.draco_free(asked);
  return new Uint8Array(draco.memory.buffer, draco.draco_answer(), size); // copied by the engine at once
}

// Side modules, each of which is loaded when a file needs it: skelter-draco.wasm and skelter-fbx.wasm.
//
// The engine calls them while reading, so they must be loaded before that. Their code is in src/web/side. A file that
// exhausts a module's memory terminates only the module, not the engine.

// Returns null if the module terminated.
export type SideModule = (bytes: Uint8Array, wanted: Uint8Array) => Uint8Array | null;

interface SideExports {
  memory: WebAssembly.Memory;
  side_alloc(size: number): number;
  side_free(memory: number): void;
  side_run(bytes: number, size: number, wanted: number, wanted_size: number): number;
  side_answer(): number;
  _initialize?(): void;
}

// Memory never shrinks, so a module that used more than this is replaced before the next file.
const kMost_kept_bytes = 64e6;

// Whether a .gltf or .glb file declares Draco in its JSON.
export function names_draco(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const is_glb = bytes.length > 20 && view.getUint32(0, true) === 0x46546c67;
  if (!is_glb && !bytes.subarray(0, 64).includes(0x7b)) return false; // no "{"
  const json = is_glb ? bytes.subarray(20, 20 + view.getUint32(12, true)) : bytes;
  return new TextDecoder('latin1').decode(json).includes('KHR_draco_mesh_compression');
}

// Returns the function of a compiled module.
export async function side_module_of(module: WebAssembly.Module): Promise<SideModule> {
  let made: SideExports | undefined;
  const imports = imports_of(module, () => made!.memory.buffer);
  const start = (instance: WebAssembly.Instance) => {
    made = instance.exports as unknown as SideExports;
    made._initialize?.();
    return made;
  };
  start(await WebAssembly.instantiate(module, imports));
  return (bytes, wanted) => {
    try {
      const side = made ?? start(new WebAssembly.Instance(module, imports));
      const answer = run(side, bytes, wanted);
      if (side.memory.buffer.byteLength > kMost_kept_bytes) made = undefined;
      return answer;
    } catch {
      made = undefined; // the module terminated, so the next file gets a new one
      return null;
    }
  };
}

// Provides the imports of the C library. Output is ignored, and exit or abort throws.
function imports_of(module: WebAssembly.Module, memory: () => ArrayBuffer): WebAssembly.Imports {
  const imports: Record<string, Record<string, (...args: number[]) => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = /exit|abort/.test(name) ? () => { throw new Error(name); } : () => 0;
  // The following function is declared in src/system/text.cpp.
  if (imports.env?.decode_shift_jis)
    imports.env.decode_shift_jis = (text, size, out, room) =>
      new TextEncoder().encodeInto(new TextDecoder('shift_jis').decode(new Uint8Array(memory(), text, size)), new Uint8Array(memory(), out, room! - 1)).written;
  return imports;
}

function run(side: SideExports, bytes: Uint8Array, wanted: Uint8Array): Uint8Array {
  const at = side.side_alloc(bytes.length + 8), asked = side.side_alloc(wanted.length + 8);
  if (at === 0 || asked === 0) throw new Error('no memory');
  const memory = new Uint8Array(side.memory.buffer);
  memory.set(bytes, at);
  memory.set(wanted, asked);
  const size = side.side_run(at, bytes.length, asked, wanted.length);
  side.side_free(at);
  side.side_free(asked);
  return new Uint8Array(side.memory.buffer, side.side_answer(), size); // the engine copies the result immediately
}

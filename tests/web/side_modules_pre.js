// For programs that Emscripten makes for Node.js: the modules beside the engine, as web/src/side_module.ts has them for pages.
if (typeof process === 'object') {
  const { existsSync, readFileSync } = require('fs');
  for (const name of ['draco', 'fbx']) {
    const at = require('path').join(__dirname, `../site/skelter-${name}.wasm`);
    if (!existsSync(at)) continue;
    const module = new WebAssembly.Module(readFileSync(at));
    let side;
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      (imports[from] = imports[from] || {})[name] = /exit|abort/.test(name) ? () => { throw new Error(name); } : () => 0;
    if (imports.env && imports.env.decode_shift_jis)
      imports.env.decode_shift_jis = (text, size, out, room) =>
        new TextEncoder().encodeInto(new TextDecoder('shift_jis').decode(new Uint8Array(side.memory.buffer, text, size)), new Uint8Array(side.memory.buffer, out, room - 1)).written;
    Module[name] = (given, wanted) => {
      try {
        if (!side) {
          side = new WebAssembly.Instance(module, imports).exports;
          if (side._initialize) side._initialize();
        }
        const [a, b] = [given, wanted].map((bytes) => {
          const place = side.side_alloc(bytes.length + 8);
          new Uint8Array(side.memory.buffer).set(bytes, place);
          return place;
        });
        const size = side.side_run(a, given.length, b, wanted.length);
        side.side_free(a);
        side.side_free(b);
        return new Uint8Array(side.memory.buffer, side.side_answer(), size);
      } catch (error) {
        side = undefined;
        return null;
      }
    };
  }
}

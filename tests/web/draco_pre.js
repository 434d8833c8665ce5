// For programs that Emscripten makes for Node.js: Draco by its module, as web/src/draco.ts has it for pages.
if (typeof process === 'object') {
  const { existsSync, readFileSync } = require('fs');
  const at = require('path').join(__dirname, '../site/skelter-draco.wasm');
  if (existsSync(at)) {
    const module = new WebAssembly.Module(readFileSync(at));
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      (imports[from] = imports[from] || {})[name] = /exit|abort/.test(name) ? () => { throw new Error(name); } : () => 0;
    let draco;
    Module['draco'] = (compressed, wanted) => {
      try {
        if (!draco) {
          draco = new WebAssembly.Instance(module, imports).exports;
          if (draco._initialize) draco._initialize();
        }
        const [a, b] = [compressed, wanted].map((bytes) => {
          const place = draco.draco_alloc(bytes.length + 8);
          new Uint8Array(draco.memory.buffer).set(bytes, place);
          return place;
        });
        const size = draco.draco_decode(a, compressed.length, b, wanted.length);
        draco.draco_free(a);
        draco.draco_free(b);
        return new Uint8Array(draco.memory.buffer, draco.draco_answer(), size);
      } catch (error) {
        draco = undefined;
        return null;
      }
    };
  }
}

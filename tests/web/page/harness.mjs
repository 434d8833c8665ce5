// Uses the engine like a web page, for the tests: window.load('skelter') creates a module with its functions.
class Engine {
  constructor(module) {
    this.module = module;
  }

  // Calls a function that returns text, which is JSON unless `plain`.
  call(name, types, args, plain = false) {
    const text = this.module.ccall(name, 'string', types, args);
    return plain ? text : JSON.parse(text);
  }
  text(name, ...args) {
    return this.call(name, args.map(() => 'string'), args);
  }
  json(name, object) {
    return this.call(name, ['string'], [JSON.stringify(object)]);
  }
  number(name, types, args) {
    return this.module.ccall(name, 'number', types, args);
  }

  put(path, bytes) {
    const memory = this.number('sk_alloc', ['number'], [bytes.length]);
    if (memory === 0) return this.call('sk_last_error', [], []);
    this.module.HEAPU8.set(bytes, memory);
    const answer = this.call('sk_file_put', ['string', 'number', 'number'], [path, memory, bytes.length]);
    this.module.ccall('sk_free', null, ['number'], [memory]);
    return answer;
  }
  get(path) {
    const size = this.number('sk_alloc', ['number'], [4]);
    const at = this.number('sk_file_get', ['string', 'number'], [path, size]);
    const count = this.module.HEAPU32[size >> 2];
    this.module.ccall('sk_free', null, ['number'], [size]);
    return at === 0 ? null : this.module.HEAPU8.slice(at, at + count);
  }
  async fetchInto(path, url) {
    const answer = await fetch(url);
    if (!answer.ok) return { error: { status: 'not_found', text: url } };
    return this.put(path, new Uint8Array(await answer.arrayBuffer()));
  }

  read(path, options = {}) {
    return this.text('sk_scene_read', path, JSON.stringify(options));
  }
  // Returns the numbers from a function that fills an array: sk_scene_world, sk_scene_evaluate.
  fill(name, scene, clip, time, count) {
    const memory = this.number('sk_alloc', ['number'], [count * 4]);
    const filled = this.number(name, ['number', 'number', 'number', 'number'], [scene, clip, time, memory]);
    const numbers = Array.from(this.module.HEAPF32.subarray(memory >> 2, (memory >> 2) + count));
    this.module.ccall('sk_free', null, ['number'], [memory]);
    return { filled, numbers };
  }
  floats(view) {
    return view === null ? null : Array.from(this.module.HEAPF32.subarray(view.pointer >> 2, (view.pointer >> 2) + view.count));
  }

  frame(step = 0, width = 480, height = 360) {
    return this.number('sk_viewer_frame', ['number', 'number', 'number', 'number'], [step, width, height, 1]);
  }
  // Returns the RGBA pixels of a frame that is drawn off screen.
  pixels(width = 480, height = 360) {
    const at = this.number('sk_viewer_pixels', ['number', 'number'], [width, height]);
    return at === 0 ? null : this.module.HEAPU8.slice(at, at + width * height * 4);
  }
  // Returns the number of colors in the image: an empty one has few.
  colors(width = 480, height = 360) {
    const rgba = this.pixels(width, height);
    return rgba === null ? 0 : new Set(new Uint32Array(rgba.buffer)).size;
  }
}

window.load = async (name, canvas = document.querySelector('#canvas')) => {
  const { default: create } = await import(`/site/${name}.js`);
  return new Engine(await create({ canvas, locateFile: (file) => `/site/${file}` }));
};
window.base64 = (bytes) => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
};
window.ready = true;

// A glTF file of two nodes, with clips that are lines between two keys, so that every pose can be derived by
// hand.
export function keyed_gltf() {
  const numbers = [];
  const accessors = [];
  const add = (values, type, range = {}) => {
    accessors.push({ bufferView: accessors.length, componentType: 5126, count: values.length / { SCALAR: 1, VEC3: 3, VEC4: 4 }[type], type, ...range });
    numbers.push(values);
    return accessors.length - 1;
  };
  const s = Math.SQRT1_2;
  const clip = (name, end_s, node, path, values) => {
    const input = add([0, end_s], 'SCALAR', { min: [0], max: [end_s] });
    const output = add(values, path === 'rotation' ? 'VEC4' : 'VEC3');
    return { name, channels: [{ sampler: 0, target: { node, path } }], samplers: [{ input, output, interpolation: 'LINEAR' }] };
  };
  const animations = [
    clip('go', 1, 1, 'translation', [0, 0, 0, 10, 0, 0]),
    clip('up', 2, 1, 'translation', [0, 0, 0, 0, 10, 0]),
    clip('turn', 1, 1, 'rotation', [0, 0, 0, 1, 0, 0, s, s]),
    clip('walk', 1, 0, 'translation', [0, 0, 0, 0, 0, 2]),
  ];
  // A triangle attached to "a", because palettes need a skinned mesh.
  const position = add([0, 0, 0, 1, 0, 0, 0, 1, 0], 'VEC3', { min: [0, 0, 0], max: [1, 1, 0] });
  const floats = Float32Array.from(numbers.flat());
  let at = 0;
  const bufferViews = numbers.map((values) => {
    const view = { buffer: 0, byteOffset: at, byteLength: 4 * values.length };
    at += view.byteLength;
    return view;
  });
  const uri = `data:application/octet-stream;base64,${Buffer.from(floats.buffer).toString('base64')}`;
  return new TextEncoder().encode(JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }],
    nodes: [{ name: 'hips', children: [1] }, { name: 'a', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: position } }] }],
    animations, accessors, bufferViews, buffers: [{ byteLength: floats.byteLength, uri }],
  }));
}

// A .glb file of a triangle with two morph targets. Three clips animate their weights: "straight" linearly,
// "steps" in steps, and "curve" with cubic splines.
export function morphed_glb() {
  const arrays = [];
  const add = (values, type, range = {}) => {
    arrays.push({ values, accessor: { bufferView: arrays.length, componentType: 5126, count: values.length / (type === 'VEC3' ? 3 : 1), type, ...range } });
    return arrays.length - 1;
  };
  const position = add([0, 0, 0, 1, 0, 0, 0, 1, 0], 'VEC3', { min: [0, 0, 0], max: [1, 1, 0] });
  const targets = [[0, 0, 1, 0, 0, 1, 0, 0, 1], [0, 2, 0, 0, 0, 0, 0, 0, 0]].map((moves) => ({ POSITION: add(moves, 'VEC3', { min: [0, 0, 0], max: [0, 2, 1] }) }));
  const times = add([0, 0.5, 1.25, 2], 'SCALAR', { min: [0], max: [2] });
  const clip = (name, interpolation, values) => ({
    name, channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }], samplers: [{ input: times, output: add(values, 'SCALAR'), interpolation }],
  });
  const animations = [
    clip('straight', 'LINEAR', [0, 1, 0.8, 0.25, -0.5, 0.5, 1, 0]),
    clip('steps', 'STEP', [0, 1, 0.8, 0.25, -0.5, 0.5, 1, 0]),
    // Each key consists of the incoming tangents, the values and the outgoing tangents.
    clip('curve', 'CUBICSPLINE', [0, 0, 0, 1, 2, -1, 0.5, 0, 0.8, 0.25, 0.5, 0, -1, 1, -0.5, 0.5, -1, 1, 0, 0, 1, 0, 0, 0]),
  ];
  let at = 0;
  const bufferViews = arrays.map(({ values }) => ({ buffer: 0, byteOffset: at, byteLength: 4 * values.length, ...void (at += 4 * values.length) }));
  const text = JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'face', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: position }, targets }], weights: [0.125, 0.5] }],
    animations, accessors: arrays.map(({ accessor }) => accessor), bufferViews, buffers: [{ byteLength: at }],
  });
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const floats = Buffer.from(Float32Array.from(arrays.flatMap(({ values }) => values)).buffer);
  const words = (...numbers) => Buffer.from(Uint32Array.from(numbers).buffer);
  return Buffer.concat([words(0x46546c67, 2, 28 + json.length + floats.length), words(json.length, 0x4e4f534a), json, words(floats.length, 0x004e4942), floats]);
}

// A .glb file compressed with Draco: a grid of 3 by 3 vertices, half a unit apart, made from the bytes of a
// seed of the fuzz targets (fuzz/make_seeds.cpp).
import { bytes } from './browser.mjs';

const kHeader = 5; // size of the header that fuzz/glb.h removes

export function draco_glb() {
  const data = bytes('fuzz/seeds/draco/edgebreaker10').subarray(kHeader);
  const json = JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
    extensionsUsed: ['KHR_draco_mesh_compression'], extensionsRequired: ['KHR_draco_mesh_compression'],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } } }] }],
    accessors: [{ componentType: 5126, count: 9, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }, { componentType: 5125, count: 24, type: 'SCALAR' }],
    bufferViews: [{ buffer: 0, byteLength: data.length }], buffers: [{ byteLength: data.length }],
  });
  const padded = (size) => Math.ceil(size / 4) * 4;
  const file = Buffer.alloc(28 + padded(json.length) + padded(data.length), ' ');
  [0x46546c67, 2, file.length, padded(json.length), 0x4e4f534a].forEach((word, i) => file.writeUInt32LE(word, 4 * i));
  file.write(json, 20);
  const at = 20 + padded(json.length);
  file.writeUInt32LE(padded(data.length), at);
  file.writeUInt32LE(0x004e4942, at + 4);
  file.fill(0, at + 8);
  data.copy(file, at + 8);
  return file;
}

// The vertices of the grid. Draco stores ten bits per number.
export const draco_grid = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => [x / 2, y / 2, 0]));
export const kDracoStep = 1 / 1023;

// A file of 392 bytes that claims to contain two thousand million orientations.
export const busy_draco_glb = () => bytes('tests/data/gltf/busy_draco.glb');

// Evaluates poses of glTF files with three.js: node pose.mjs LIST, where LIST is a file that contains one
// .glb path per line. Prints one line of JSON per file and pose: {"file", "clip", "time_s", "nodes": {index:
// [16 numbers]}, "vertices": [[node, primitive, vertex, x, y, z], ...]}. There are three times per clip, and
// the rest pose as clip -1.

import fs from 'node:fs';

globalThis.self = globalThis;
const {AnimationMixer, LoopOnce, Vector3} = await import('three');
const {GLTFLoader} = await import('three/addons/loaders/GLTFLoader.js');

const kFractions = [0, 0.37, 0.81];
const kVerticesPerPrimitive = 5;

function meshesOf(object, associations) {
  if (object.isMesh) return [object];
  return object.children
    .filter((child) => child.isMesh && associations.get(child)?.primitives !== undefined &&
      associations.get(child)?.nodes === undefined);
}

function pose(gltf, file, clip, timeS) {
  const associations = gltf.parser.associations;
  const nodes = {};
  const vertices = [];
  gltf.scene.updateMatrixWorld(true);
  gltf.scene.traverse((object) => object.isSkinnedMesh && object.skeleton.update());
  gltf.scene.traverse((object) => {
    const node = associations.get(object)?.nodes;
    if (node === undefined) return;
    nodes[node] = object.matrixWorld.elements.slice();
    if (gltf.parser.json.nodes[node].mesh === undefined) return;
    meshesOf(object, associations).forEach((mesh, primitive) => {
      const count = mesh.geometry.attributes.position.count;
      for (let i = 0; i < kVerticesPerPrimitive; ++i) {
        const vertex = Math.floor((count - 1) * i / (kVerticesPerPrimitive - 1));
        const at = mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld);
        vertices.push([node, primitive, vertex, at.x, at.y, at.z]);
      }
    });
  });
  console.log(JSON.stringify({file, clip, time_s: timeS, nodes, vertices}));
}

for (const file of fs.readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean)) {
  const bytes = fs.readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  try {
    const gltf = await new GLTFLoader().parseAsync(buffer, '');
    pose(gltf, file, -1, 0);
    const clips = gltf.animations;
    for (let index = 0; index < clips.length; ++index) {
      const fresh = await new GLTFLoader().parseAsync(buffer, '');
      const mixer = new AnimationMixer(fresh.scene);
      const action = mixer.clipAction(fresh.animations[index]);
      action.setLoop(LoopOnce);
      action.clampWhenFinished = true;
      action.play();
      for (const fraction of kFractions) {
        const timeS = fraction * clips[index].duration;
        mixer.setTime(timeS);
        pose(fresh, file, index, timeS);
      }
    }
  } catch (error) {
    console.log(JSON.stringify({file, error: String(error)}));
  }
}

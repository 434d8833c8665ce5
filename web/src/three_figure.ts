// A figure for three.js out of a SkelterScene: bones, skinned meshes, materials.

import type { SkelterScene } from './scene.ts';
import { SkelterPlayer, type Bone } from './three_player.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */
type Three = any; // the module of three.js, of whatever version

export interface ThreeFigure {
  object: any; // THREE.Group
  skeleton: any; // THREE.Skeleton with a bone for each node
  player: SkelterPlayer;
}

// `three` is the module: import * as THREE from 'three'. `texture` gives the picture of that name as a THREE.Texture.
export function three_figure(three: Three, scene: SkelterScene, texture?: (name: string) => any): ThreeFigure {
  const bones = scene.nodes.map((node) => {
    const bone = new three.Bone();
    bone.name = node.name;
    new three.Matrix4().fromArray(node.rest).decompose(bone.position, bone.quaternion, bone.scale);
    return bone;
  });
  const object = new three.Group();
  scene.nodes.forEach((node, i) => (node.parent < 0 ? object : bones[node.parent]).add(bones[i]));
  object.updateMatrixWorld(true);
  const materials = scene.materials.map((material) => {
    const [r, g, b, a] = material.base_color;
    const name = material.base_color_texture === null ? undefined : scene.textures[material.base_color_texture];
    const map = name && texture ? texture(name.uri || name.name) : null;
    return new three.MeshStandardMaterial({
      name: material.name,
      color: new three.Color(r, g, b),
      opacity: a,
      transparent: material.blended,
      side: material.double_sided ? three.DoubleSide : three.FrontSide,
      metalness: material.metallic ?? 0,
      roughness: material.roughness ?? 0.8,
      ...(map ? { map } : {}),
    });
  });
  const plain = new three.MeshStandardMaterial({ color: 0xbbbbbb, roughness: 0.8 });
  const skeletons = scene.skins.map((skin) => {
    const inverses = skin.joints.map((_, i) => new three.Matrix4().fromArray(skin.inverse_bind, 16 * i));
    return new three.Skeleton(skin.joints.map((joint) => bones[joint]), inverses);
  });
  scene.nodes.forEach((node, n) => {
    for (const { mesh, skin } of node.meshes)
      for (let p = 0; p < scene.meshes[mesh]!.parts.length; ++p) {
        const part = scene.part(mesh, p);
        const geometry = new three.BufferGeometry();
        geometry.setAttribute('position', new three.BufferAttribute(part.positions, 3));
        if (part.normals) geometry.setAttribute('normal', new three.BufferAttribute(part.normals, 3));
        if (part.uvs) geometry.setAttribute('uv', new three.BufferAttribute(part.uvs, 2));
        geometry.setIndex(new three.BufferAttribute(part.indices, 1));
        if (!part.normals) geometry.computeVertexNormals();
        for (const run of runs(part.triangle_slots)) geometry.addGroup(run.from * 3, run.count * 3, run.slot);
        const looks = part.materials.map((material) => materials[material] ?? plain);
        const chosen = part.triangle_slots && looks.length > 1 ? looks : (looks[0] ?? plain);
        if (skin >= 0 && part.joints && part.weights) {
          geometry.setAttribute('skinIndex', new three.BufferAttribute(part.joints, 4));
          geometry.setAttribute('skinWeight', new three.BufferAttribute(part.weights, 4));
          const skinned = new three.SkinnedMesh(geometry, chosen);
          skinned.frustumCulled = false; // its rest pose may be elsewhere
          object.add(skinned);
          skinned.bind(skeletons[skin], new three.Matrix4());
        } else {
          bones[n].add(new three.Mesh(geometry, chosen));
        }
      }
  });
  const skeleton = new three.Skeleton(bones);
  return { object, skeleton, player: new SkelterPlayer(scene, { bones: bones as Bone[] }, scene.nodes.map((_, i) => i)) };
}

function runs(slots: Uint32Array | undefined): { from: number; count: number; slot: number }[] {
  const found: { from: number; count: number; slot: number }[] = [];
  slots?.forEach((slot, i) => {
    const last = found.at(-1);
    if (last?.slot === slot) ++last.count;
    else found.push({ from: i, count: 1, slot });
  });
  return found;
}

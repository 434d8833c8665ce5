// A three.js object for a SkelterScene: skinned meshes and materials, animated with the engine's matrices.
// There are no bones; Skelter.update() computes, and drawing copies one palette per skin.

import type { ActorOptions, ActorSkin, SkelterActor } from './actor.ts';
import type { DiagnosticReport } from './report.ts';
import type { SceneMap, SceneMaterial, ScenePart, SkelterScene, TextureWrap } from './scene.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */
type Three = any; // the three.js module of any version

export interface ThreeOptions extends ActorOptions {
  // Returns the image of that name as a THREE.Texture. Embedded images do not need it.
  texture?: (name: string) => any;
}

interface DrawnPart {
  geometry: any;
  materials: any;
  skin: number; // skin index in the actor
  is_rigid: boolean; // animated by one matrix
}

export class ThreeFigure {
  readonly object: any; // THREE.Group
  readonly actor: SkelterActor;
  readonly #look: Look;
  readonly #skeletons = new Map<number, any>(); // by index of the first matrix
  #disposed = false;

  constructor(look: Look, actor: SkelterActor) {
    this.#look = look;
    this.actor = actor;
    look.users += 1;
    this.object = new look.three.Group();
    const model = new look.three.Group(); // model space, placed at the actor's origin
    model.position.fromArray(actor.origin);
    for (const part of look.parts) model.add(this.#mesh(part));
    this.object.add(model);
  }

  // Resolves when all images are decoded.
  get ready(): Promise<void> {
    return this.#look.ready;
  }
  // Diagnostics about data that three.js does not receive.
  get diagnostics(): readonly DiagnosticReport[] {
    return this.#look.diagnostics;
  }

  // Creates another object with its own pose that shares geometry, materials and textures.
  another(): ThreeFigure {
    return new ThreeFigure(this.#look, this.actor.another());
  }

  // An object that follows the joint, for attachments.
  joint(name: string): any {
    const joint = this.actor.joints.findIndex((entry) => entry.name === name);
    if (joint < 0) this.actor.joint(name); // throws an error with the known names
    const object = new this.#look.three.Object3D();
    object.name = name;
    object.updateMatrix = () => {
      object.matrix.fromArray(this.actor.joint(joint));
      object.matrixWorldNeedsUpdate = true;
    };
    this.object.children[0].add(object);
    return object;
  }

  // Moves the object by the root motion of the last update.
  move(): void {
    const [x, y, z, ...rotation] = this.actor.root_motion;
    const { object } = this;
    object.position.add(new this.#look.three.Vector3(x, y, z).multiply(object.scale).applyQuaternion(object.quaternion));
    object.quaternion.multiply(new this.#look.three.Quaternion(...rotation)).normalize();
  }

  // Frees the object's own data, and with the last sharing object also geometry, materials and textures.
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.object.removeFromParent();
    this.object.clear();
    for (const skeleton of this.#skeletons.values()) skeleton.dispose();
    this.actor.dispose();
    if ((this.#look.users -= 1) === 0) this.#look.dispose();
  }

  #mesh(part: DrawnPart): any {
    const { three } = this.#look;
    const skin = this.actor.skins[part.skin]!;
    const mesh = part.is_rigid ? new three.Mesh(part.geometry, part.materials) : new three.SkinnedMesh(part.geometry, part.materials);
    mesh.frustumCulled = false; // bounds change with the pose
    if (part.is_rigid) {
      mesh.updateMatrix = () => {
        mesh.matrix.fromArray(this.actor.palette(part.skin));
        mesh.matrixWorldNeedsUpdate = true;
        this.#set_morphs(mesh, part, skin);
      };
    } else {
      mesh.bindMode = 'detached'; // the palette is already in model space
      mesh.bind(this.#skeleton(part.skin, skin), new three.Matrix4());
      mesh.applyBoneTransform = (index: number, vector: any) => this.#transform(part, vector, index);
      mesh.updateMatrix = () => this.#set_morphs(mesh, part, skin);
    }
    return mesh;
  }

  #set_morphs(mesh: any, part: DrawnPart, skin: ActorSkin): void {
    if (skin.morphs > 0 && mesh.morphTargetInfluences) {
      const weights = this.actor.morph_weights(part.skin);
      for (let i = 0; i < weights.length; ++i) mesh.morphTargetInfluences[i] = weights[i];
    }
  }

  // Skins with the same palette share one skeleton.
  #skeleton(index: number, skin: ActorSkin): any {
    const known = this.#skeletons.get(skin.first);
    if (known) return known;
    const { three } = this.#look;
    const side = Math.max(4, 4 * Math.ceil(Math.sqrt(4 * skin.size) / 4));
    const matrices = new Float32Array(4 * side * side);
    const skeleton = new three.Skeleton([], []);
    skeleton.boneMatrices = matrices;
    skeleton.boneTexture = new three.DataTexture(matrices, side, side, three.RGBAFormat, three.FloatType);
    skeleton.boneTextureSize = side; // for older versions
    skeleton.update = () => {
      matrices.set(this.actor.palette(index));
      skeleton.boneTexture.needsUpdate = true;
    };
    skeleton.update();
    this.#skeletons.set(skin.first, skeleton);
    return skeleton;
  }

  // Transforms a vertex, for ray casts and bounding boxes.
  #transform(part: DrawnPart, vector: any, index: number): any {
    const palette = this.actor.palette(part.skin);
    const { skinIndex, skinWeight } = part.geometry.attributes;
    const sum = new this.#look.three.Vector3();
    const matrix = new this.#look.three.Matrix4();
    for (let i = 0; i < 4; ++i) {
      const weight = skinWeight.getComponent(index, i);
      if (weight === 0) continue;
      matrix.fromArray(palette, 16 * skinIndex.getComponent(index, i));
      sum.addScaledVector(vector.clone().applyMatrix4(matrix), weight);
    }
    return vector.copy(sum);
  }
}

// `three` is the module: import * as THREE from 'three'.
export function three_figure(three: Three, scene: SkelterScene, options: ThreeOptions = {}): ThreeFigure {
  const actor = scene.actor(options);
  return new ThreeFigure(new Look(three, scene, actor, options.texture), actor);
}

// Data shared by objects of one kind.
class Look {
  readonly three: Three;
  readonly parts: DrawnPart[] = [];
  readonly diagnostics: DiagnosticReport[] = [];
  users = 0;
  ready: Promise<void> = Promise.resolve();
  readonly #scene: SkelterScene;
  readonly #texture: ((name: string) => any) | undefined;
  readonly #textures = new Map<string, any>();
  readonly #materials: any[];
  readonly #plain: any;

  constructor(three: Three, scene: SkelterScene, actor: SkelterActor, texture?: (name: string) => any) {
    this.three = three;
    this.#scene = scene;
    this.#texture = texture;
    this.#plain = new three.MeshStandardMaterial({ color: 0xbbbbbb, roughness: 0.8 });
    this.#materials = scene.materials.map((material) => this.#material(material));
    const geometries = new Map<string, any>();
    actor.skins.forEach((skin, s) => {
      const instance = scene.nodes[skin.node]!.meshes[skin.instance]!;
      const is_rigid = instance.skin < 0;
      for (let p = 0; skin.shown && p < scene.meshes[instance.mesh]!.parts.length; ++p) {
        const key = `${instance.mesh} ${p} ${is_rigid ? '' : skin.node_entry}`;
        const part = scene.part(instance.mesh, p);
        if (part.indices.length === 0) {
          this.#lose(`lines and points of ${scene.meshes[instance.mesh]!.name || 'a mesh'} are not drawn`);
          continue;
        }
        if (!geometries.has(key)) geometries.set(key, this.#geometry(part, is_rigid ? undefined : (skin.node_entry ?? 0)));
        this.parts.push({ geometry: geometries.get(key), materials: this.#looks(part), skin: s, is_rigid });
      }
    });
  }

  dispose(): void {
    for (const { geometry } of this.parts) geometry.dispose();
    for (const material of [...this.#materials, this.#plain]) material.dispose();
    for (const texture of this.#textures.values()) texture?.dispose();
  }

  #lose(message: string): void {
    if (this.diagnostics.some((entry) => entry.message === message)) return;
    this.diagnostics.push({ severity: 'warning', code: 'three.lost', message, spot: '', object: '', count: 1 });
  }

  #looks(part: ScenePart): any {
    const looks = part.materials.map((material) => this.#materials[material] ?? this.#plain);
    const chosen = part.triangle_slots && looks.length > 1 ? looks : (looks[0] ?? this.#plain);
    if (part.colors) for (const look of [chosen].flat()) look.vertexColors = true;
    return chosen;
  }

  // `node_entry`: the palette entry of vertices without a joint. Undefined: the mesh has no skin.
  #geometry(part: ScenePart, node_entry: number | undefined): any {
    const { three } = this;
    const is_linear = this.#scene.materials.some(({ metallic }) => metallic !== null); // glTF, FBX
    const geometry = new three.BufferGeometry();
    const set = (name: string, numbers: ArrayLike<number> | undefined, each: number) => {
      if (numbers) geometry.setAttribute(name, new three.BufferAttribute(numbers, each));
    };
    set('position', part.positions, 3);
    set('normal', part.normals, 3);
    set('tangent', part.tangents, 4);
    set('uv', part.uvs, 2);
    set('uv1', part.second_uvs, 2);
    set('color', part.colors && !is_linear ? linear_colors(three, part.colors) : part.colors, 4);
    geometry.setIndex(new three.BufferAttribute(part.indices, 1));
    for (const run of runs(part.triangle_slots)) geometry.addGroup(run.from * 3, run.count * 3, run.slot);
    if (part.morphs.length > 0) {
      geometry.morphTargetsRelative = true;
      const zeros = new Float32Array(part.positions.length);
      geometry.morphAttributes.position = part.morphs.map(({ positions }) => new three.BufferAttribute(positions ?? zeros, 3));
      if (part.morphs.some(({ normals }) => normals)) geometry.morphAttributes.normal = part.morphs.map(({ normals }) => new three.BufferAttribute(normals ?? zeros, 3));
    }
    if (!part.normals) geometry.computeVertexNormals();
    if (node_entry === undefined) return geometry;
    const vertices = part.positions.length / 3;
    const joints = part.joints ?? new Uint16Array(4 * vertices);
    const weights = part.weights ?? new Float32Array(4 * vertices);
    for (let v = 0; v < vertices; ++v)
      if (weights[4 * v] === 0 && weights[4 * v + 1] === 0 && weights[4 * v + 2] === 0 && weights[4 * v + 3] === 0) {
        joints[4 * v] = node_entry;
        weights[4 * v] = 1;
      }
    set('skinIndex', joints, 4);
    set('skinWeight', weights, 4);
    return geometry;
  }

  #material(material: SceneMaterial): any {
    const { three } = this;
    const [r, g, b] = material.base_color;
    const { maps } = material;
    const linear = (numbers: readonly number[]) => new three.Color(...numbers);
    const color = material.metallic === null ? new three.Color().setRGB(r, g, b, three.SRGBColorSpace) : linear([r, g, b]);
    const metal = this.#map(maps.metallic_roughness);
    const given: Record<string, unknown> = {
      name: material.name,
      color,
      opacity: material.alpha,
      transparent: material.blended,
      alphaTest: material.alpha_cutoff ?? 0,
      side: material.double_sided ? three.DoubleSide : three.FrontSide,
      map: this.#map(maps.base_color, true),
    };
    if (material.unlit) return new three.MeshBasicMaterial(given);
    return new three.MeshStandardMaterial({
      ...given,
      metalness: material.metallic ?? 0,
      roughness: material.roughness ?? 0.8,
      metalnessMap: metal,
      roughnessMap: metal,
      normalMap: this.#map(maps.normal),
      normalScale: new three.Vector2(material.normal_scale, material.normal_scale),
      aoMap: this.#map(maps.occlusion),
      aoMapIntensity: material.occlusion_strength,
      emissive: linear(material.emissive),
      emissiveMap: this.#map(maps.emissive, true),
    });
  }

  // Map for a use of a texture; null without an image.
  #map(use: SceneMap | null | undefined, is_color = false): any {
    if (!use) return null;
    const key = JSON.stringify([use, is_color]);
    if (!this.#textures.has(key)) this.#textures.set(key, this.#load(use, is_color));
    return this.#textures.get(key);
  }

  #load(use: SceneMap, is_color: boolean): any {
    const { three } = this;
    const { name, uri, image, wrap } = this.#scene.textures[use.texture]!;
    const inside = image === null ? undefined : this.#scene.image(image);
    const given = inside ? this.#decoded(inside) : this.#texture?.(uri || name);
    if (!given) {
      this.#lose(`the picture ${uri || name} was not given: "texture" gives pictures beside the file`);
      return null;
    }
    const texture = given;
    texture.flipY = false;
    texture.colorSpace = is_color ? three.SRGBColorSpace : (three.NoColorSpace ?? '');
    const wraps: Record<TextureWrap, number> = { repeat: three.RepeatWrapping, mirrored_repeat: three.MirroredRepeatWrapping, clamp_to_edge: three.ClampToEdgeWrapping };
    texture.wrapS = wraps[wrap[0]];
    texture.wrapT = wraps[wrap[1]];
    texture.offset.fromArray(use.offset);
    texture.rotation = use.rotation_rad;
    texture.repeat.fromArray(use.scale);
    texture.channel = use.uv_set;
    if (texture.image) texture.needsUpdate = true;
    return texture;
  }

  #decoded({ bytes, mime_type }: { bytes: Uint8Array<ArrayBuffer>; mime_type: string }): any {
    const texture = new this.three.Texture();
    if (typeof createImageBitmap !== 'function') {
      this.#lose('pictures are decoded in a browser only');
      return texture;
    }
    const decoded = createImageBitmap(new Blob([bytes], { type: mime_type || 'image/png' }), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }).then(
      (bitmap) => {
        texture.image = bitmap;
        texture.needsUpdate = true;
      },
      () => this.#lose('a picture inside the file cannot be decoded'),
    );
    this.ready = Promise.all([this.ready, decoded]).then(() => undefined);
    return texture;
  }
}

function linear_colors(three: Three, colors: Float32Array): Float32Array {
  const color = new three.Color();
  const linear = colors.slice();
  for (let i = 0; i < linear.length; i += 4) color.setRGB(linear[i], linear[i + 1], linear[i + 2], three.SRGBColorSpace).toArray(linear, i);
  return linear;
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

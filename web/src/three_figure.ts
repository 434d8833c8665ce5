// A three.js object for a SkelterScene: skinned meshes and materials, animated with the engine's matrices. There are no
// bones. Skelter.update() computes the matrices, and drawing copies one palette per skin.

import type * as THREE from 'three';
import type { ActorOptions, ActorSkin, SkelterActor } from './actor.ts';
import type { CrowdOptions, SkelterCrowd } from './crowd.ts';
import type { Bytes } from './engine.ts';
import type { DiagnosticReport } from './report.ts';
import type { SceneMap, SceneMaterial, ScenePart, SkelterScene, TextureWrap } from './scene.ts';

// The parts of three.js that models use. `import * as THREE from 'three'` provides them.
export type ThreeModule = Pick<typeof THREE, 'BufferAttribute' | 'BufferGeometry' | 'ClampToEdgeWrapping' | 'Color' | 'DataTexture' | 'DoubleSide' | 'DynamicDrawUsage' | 'FloatType' | 'FrontSide' | 'Group'
  | 'InstancedBufferAttribute' | 'InstancedMesh' | 'Matrix4' | 'Mesh' | 'MeshBasicMaterial' | 'MeshDepthMaterial' | 'MeshStandardMaterial' | 'MirroredRepeatWrapping' | 'NoColorSpace' | 'Object3D' | 'Quaternion'
  | 'RGBADepthPacking' | 'RGBAFormat' | 'RepeatWrapping' | 'SRGBColorSpace' | 'Skeleton' | 'SkinnedMesh' | 'Texture' | 'Vector2' | 'Vector3'>;

// Returns the image with this name. If it returns none or throws an error, that becomes a diagnostic. Not needed for
// embedded images.
export type TextureSource = (name: string) => THREE.Texture | null | undefined;

export interface ThreeOptions extends ActorOptions {
  texture?: TextureSource;
}

export interface ThreeCrowdOptions extends CrowdOptions {
  texture?: TextureSource; // as in ThreeOptions
}

interface DrawnPart {
  geometry: THREE.BufferGeometry;
  materials: THREE.Material | THREE.Material[];
  skin: number; // skin index in the actor
  is_rigid: boolean; // animated by one matrix
}

export class ThreeFigure {
  readonly object: THREE.Group;
  readonly actor: SkelterActor;
  readonly #look: Look;
  readonly #skeletons = new Map<number, THREE.Skeleton>(); // keyed by the index of the first matrix
  #disposed = false;

  // Called by three_figure(), SkelterLoader and another().
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

  // The file, with its clips, nodes and diagnostics.
  get scene(): SkelterScene {
    return this.#look.scene;
  }
  // Resolves when all images are decoded.
  get ready(): Promise<void> {
    return this.#look.ready;
  }
  // Diagnostics about data that is not passed on to three.js.
  get diagnostics(): readonly DiagnosticReport[] {
    return this.#look.diagnostics;
  }

  // Creates another object with its own pose, which shares geometry, materials and textures.
  another(): ThreeFigure {
    return new ThreeFigure(this.#look, this.actor.another());
  }

  // Returns an object that follows the joint, for attachments.
  joint(name: string): THREE.Object3D {
    const joint = this.actor.joints.findIndex((entry) => entry.name === name);
    if (joint < 0) this.actor.joint(name); // throws an error that lists the known names
    const object = new this.#look.three.Object3D();
    object.name = name;
    object.updateMatrix = () => {
      object.matrix.fromArray(this.actor.joint(joint));
      object.matrixWorldNeedsUpdate = true;
    };
    this.object.children[0]!.add(object);
    return object;
  }

  // Moves the object by the root motion of the last update.
  move(): void {
    const [x, y, z, ...rotation] = this.actor.root_motion as unknown as [number, number, number, number, number, number, number];
    const { object } = this;
    object.position.add(new this.#look.three.Vector3(x, y, z).multiply(object.scale).applyQuaternion(object.quaternion));
    object.quaternion.multiply(new this.#look.three.Quaternion(...rotation)).normalize();
  }

  // Frees the object's own data. When the last object that shares them is disposed of, also frees geometry, materials
  // and textures.
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.object.removeFromParent();
    this.object.clear();
    for (const skeleton of this.#skeletons.values()) skeleton.dispose();
    this.actor.dispose();
    if ((this.#look.users -= 1) === 0) this.#look.dispose();
  }

  #mesh(part: DrawnPart): THREE.Mesh {
    const { three } = this.#look;
    const skin = this.actor.skins[part.skin]!;
    if (part.is_rigid) {
      const mesh: THREE.Mesh = new three.Mesh(part.geometry, part.materials);
      mesh.frustumCulled = false; // because bounds change with the pose
      mesh.updateMatrix = () => {
        mesh.matrix.fromArray(this.actor.palette(part.skin));
        mesh.matrixWorldNeedsUpdate = true;
        this.#set_morphs(mesh, part, skin);
      };
      return mesh;
    }
    const mesh: THREE.SkinnedMesh = new three.SkinnedMesh(part.geometry, part.materials);
    mesh.frustumCulled = false;
    mesh.bindMode = 'detached'; // because the palette is already in model space
    mesh.bind(this.#skeleton(part.skin, skin), new three.Matrix4());
    mesh.applyBoneTransform = ((index: number, vector: THREE.Vector3) => this.#transform(part, vector, index)) as THREE.SkinnedMesh['applyBoneTransform'];
    mesh.updateMatrix = () => this.#set_morphs(mesh, part, skin);
    return mesh;
  }

  #set_morphs(mesh: THREE.Mesh, part: DrawnPart, skin: ActorSkin): void {
    if (skin.morphs > 0 && mesh.morphTargetInfluences) {
      const weights = this.actor.morph_weights(part.skin);
      for (let i = 0; i < weights.length; ++i) mesh.morphTargetInfluences[i] = weights[i]!;
    }
  }

  // Skins with the same palette share one skeleton.
  #skeleton(index: number, skin: ActorSkin): THREE.Skeleton {
    const known = this.#skeletons.get(skin.first);
    if (known) return known;
    const { three } = this.#look;
    const side = Math.max(4, 4 * Math.ceil(Math.sqrt(4 * skin.size) / 4));
    const matrices = new Float32Array(4 * side * side);
    const skeleton = new three.Skeleton([], []);
    skeleton.boneMatrices = matrices;
    const texture = new three.DataTexture(matrices, side, side, three.RGBAFormat, three.FloatType);
    skeleton.boneTexture = texture;
    (skeleton as { boneTextureSize?: number }).boneTextureSize = side; // for older versions
    skeleton.update = () => {
      matrices.set(this.actor.palette(index));
      texture.needsUpdate = true;
    };
    skeleton.update();
    this.#skeletons.set(skin.first, skeleton);
    return skeleton;
  }

  // Transforms a vertex, for ray casts and bounding boxes.
  #transform<T extends THREE.Vector3 | THREE.Vector4>(part: DrawnPart, vector: T, index: number): T {
    const palette = this.actor.palette(part.skin);
    const { skinIndex, skinWeight } = part.geometry.attributes as { skinIndex: THREE.BufferAttribute; skinWeight: THREE.BufferAttribute };
    const { Matrix4, Vector3 } = this.#look.three;
    const rest = new Vector3(vector.x, vector.y, vector.z), sum = new Vector3(), moved = new Vector3();
    const matrix = new Matrix4();
    for (let i = 0; i < 4; ++i) {
      const weight = skinWeight.getComponent(index, i);
      if (weight === 0) continue;
      matrix.fromArray(palette, 16 * skinIndex.getComponent(index, i));
      sum.addScaledVector(moved.copy(rest).applyMatrix4(matrix), weight);
    }
    vector.x = sum.x;
    vector.y = sum.y;
    vector.z = sum.z;
    return vector;
  }
}

// `three`: the module imported with `import * as THREE from 'three'`.
export function three_figure(three: ThreeModule, scene: SkelterScene, options: ThreeOptions = {}): ThreeFigure {
  return make_figure(three, scene, options);
}

// `ended` is called when the last model that shares this one's data has been disposed of.
export function make_figure(three: ThreeModule, scene: SkelterScene, { texture, ...options }: ThreeOptions, ended?: () => void): ThreeFigure {
  const actor = scene.actor(options);
  return new ThreeFigure(new Look(three, scene, actor.skins, texture, ended), actor);
}

// Many members of one model. Each mesh part is drawn by one instanced mesh. Place the members with `crowd.worlds`.
export class ThreeCrowd {
  readonly object: THREE.Group;
  readonly crowd: SkelterCrowd;
  readonly #look: Look;
  readonly #rows: THREE.DataTexture;
  readonly #meshes: THREE.InstancedMesh[] = [];
  readonly #materials: THREE.Material[] = [];

  constructor(three: ThreeModule, scene: SkelterScene, { texture, ...options }: ThreeCrowdOptions) {
    this.crowd = scene.crowd(options);
    this.#look = new Look(three, scene, this.crowd.skins, texture);
    const { crowd } = this;
    if (crowd.skins.some(({ morphs }) => morphs > 0)) this.#look.lose('crowds have no morph weights');
    this.#rows = new three.DataTexture(crowd.rows as Float32Array<ArrayBuffer>, crowd.width, crowd.height, three.RGBAFormat, three.FloatType);
    const worlds = new three.InstancedBufferAttribute(new Float32Array(16 * crowd.count), 16).setUsage(three.DynamicDrawUsage);
    this.object = new three.Group();
    for (const part of this.#look.parts) {
      const changed = (material: THREE.Material) => this.#changed(material, part);
      const mesh = new three.InstancedMesh(part.geometry, Array.isArray(part.materials) ? part.materials.map(changed) : changed(part.materials), crowd.count);
      mesh.instanceMatrix = worlds;
      mesh.frustumCulled = false; // because members may be anywhere
      mesh.customDepthMaterial = this.#changed(new three.MeshDepthMaterial({ depthPacking: three.RGBADepthPacking }), part); // material for shadows
      this.object.add(mesh);
      this.#meshes.push(mesh);
    }
    this.object.updateMatrix = () => {
      three.Object3D.prototype.updateMatrix.call(this.object);
      (this.#rows.image as { data: Float32Array }).data = crowd.rows; // uploaded directly from the engine's memory
      this.#rows.needsUpdate = true;
      worlds.copyArray(crowd.worlds);
      worlds.needsUpdate = true;
    };
  }

  get ready(): Promise<void> {
    return this.#look.ready;
  }
  get diagnostics(): readonly DiagnosticReport[] {
    return this.#look.diagnostics;
  }

  dispose(): void {
    this.object.removeFromParent();
    for (const mesh of this.#meshes) mesh.dispose();
    for (const material of this.#materials) material.dispose();
    this.#rows.dispose();
    this.#look.dispose();
    this.crowd.dispose();
  }

  // Returns a copy of the material that moves vertices by the matrices of their member.
  #changed(material: THREE.Material, { skin, is_rigid }: DrawnPart): any {
    const { matrices, width, skins } = this.crowd;
    const weighted = ['x', 'y', 'z', 'w'].map((i) => `skinWeight.${i} * crowd_matrix(int(skinIndex.${i}))`).join(' + ');
    const functions = `${is_rigid ? '' : 'attribute vec4 skinIndex, skinWeight;'}
uniform highp sampler2D crowd_rows;
mat4 crowd_matrix(int index) {
  int texel = 3 * (gl_InstanceID * ${matrices} + ${skins[skin]!.first} + index);
  ivec2 at = ivec2(texel % ${width}, texel / ${width});
  return transpose(mat4(texelFetch(crowd_rows, at, 0), texelFetch(crowd_rows, at + ivec2(1, 0), 0), texelFetch(crowd_rows, at + ivec2(2, 0), 0), vec4(0, 0, 0, 1)));
}
mat4 crowd_skin() { return ${is_rigid ? 'crowd_matrix(0)' : weighted}; }
#include <common>`;
    const copy = material.clone();
    copy.onBeforeCompile = (shader) => {
      shader.uniforms.crowd_rows = { value: this.#rows };
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', functions)
        .replace('#include <beginnormal_vertex>', '#include <beginnormal_vertex>\nobjectNormal = mat3(crowd_skin()) * objectNormal;\n#ifdef USE_TANGENT\nobjectTangent = mat3(crowd_skin()) * objectTangent;\n#endif')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\ntransformed = (crowd_skin() * vec4(transformed, 1.0)).xyz;');
    };
    copy.customProgramCacheKey = () => functions;
    this.#materials.push(copy);
    return copy;
  }
}

// Data shared by all copies of a model.
class Look {
  readonly three: ThreeModule;
  readonly scene: SkelterScene;
  readonly parts: DrawnPart[] = [];
  readonly diagnostics: DiagnosticReport[] = [];
  users = 0;
  ready: Promise<void> = Promise.resolve();
  readonly #texture: TextureSource | undefined;
  readonly #ended: (() => void) | undefined;
  readonly #textures = new Map<string, THREE.Texture | null>();
  readonly #materials: THREE.Material[];
  readonly #plain: THREE.Material;

  constructor(three: ThreeModule, scene: SkelterScene, skins: readonly ActorSkin[], texture?: TextureSource, ended?: () => void) {
    this.three = three;
    this.scene = scene;
    this.#texture = texture;
    this.#ended = ended;
    this.#plain = new three.MeshStandardMaterial({ color: 0xbbbbbb, roughness: 0.8 });
    this.#materials = scene.materials.map((material) => this.#material(material));
    const geometries = new Map<string, THREE.BufferGeometry>();
    skins.forEach((skin, s) => {
      const instance = scene.nodes[skin.node]!.meshes[skin.instance]!;
      const is_rigid = instance.skin < 0;
      for (let p = 0; skin.shown && p < scene.meshes[instance.mesh]!.parts.length; ++p) {
        const key = `${instance.mesh} ${p} ${is_rigid ? '' : skin.node_entry}`;
        const part = scene.part(instance.mesh, p);
        if (part.indices.length === 0) {
          this.lose(`lines and points of ${scene.meshes[instance.mesh]!.name || 'a mesh'} are not drawn`);
          continue;
        }
        if (!geometries.has(key)) geometries.set(key, this.#geometry(part, is_rigid ? undefined : (skin.node_entry ?? 0)));
        this.parts.push({ geometry: geometries.get(key)!, materials: this.#looks(part), skin: s, is_rigid });
      }
    });
  }

  dispose(): void {
    for (const { geometry } of this.parts) geometry.dispose();
    for (const material of [...this.#materials, this.#plain]) material.dispose();
    for (const texture of this.#textures.values()) texture?.dispose();
    this.#ended?.();
  }

  lose(message: string): void {
    if (this.diagnostics.some((entry) => entry.message === message)) return;
    this.diagnostics.push({ severity: 'warning', code: 'three.lost', message, spot: '', object: '', count: 1 });
  }

  #looks(part: ScenePart): THREE.Material | THREE.Material[] {
    const looks = part.materials.map((material) => this.#materials[material] ?? this.#plain);
    const chosen = part.triangle_slots && looks.length > 1 ? looks : (looks[0] ?? this.#plain);
    if (part.colors) for (const look of [chosen].flat()) look.vertexColors = true;
    return chosen;
  }

  // `node_entry`: the palette entry for vertices without a joint; undefined if the mesh has no skin.
  #geometry(part: ScenePart, node_entry: number | undefined): THREE.BufferGeometry {
    const { three } = this;
    const is_linear = this.scene.materials.some(({ metallic }) => metallic !== null); // true for glTF and FBX
    const geometry = new three.BufferGeometry();
    const set = (name: string, numbers: Float32Array | Uint16Array | undefined, each: number) => {
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

  #material(material: SceneMaterial): THREE.Material {
    const { three } = this;
    const [r, g, b] = material.base_color;
    const { maps } = material;
    const linear = ([r, g, b]: [number, number, number]) => new three.Color(r, g, b);
    const color = material.metallic === null ? new three.Color().setRGB(r, g, b, three.SRGBColorSpace) : linear([r, g, b]);
    const metal = this.#map(maps.metallic_roughness);
    const given = {
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

  // Returns the map for a use of a texture, or null without an image.
  #map(use: SceneMap | null | undefined, is_color = false): THREE.Texture | null {
    if (!use) return null;
    const key = JSON.stringify([use, is_color]);
    if (!this.#textures.has(key)) this.#textures.set(key, this.#load(use, is_color));
    return this.#textures.get(key)!;
  }

  #load(use: SceneMap, is_color: boolean): THREE.Texture | null {
    const { three } = this;
    const { name, uri, image, wrap } = this.scene.textures[use.texture]!;
    const inside = image === null ? undefined : this.scene.image(image);
    let texture: THREE.Texture | null | undefined;
    try {
      texture = inside ? this.#decoded(inside) : this.#texture?.(uri || name);
    } catch (error) {
      this.lose(error instanceof Error ? error.message : String(error));
      return null;
    }
    if (!texture) {
      this.lose(`the image ${uri || name} was not given; use "texture" for images next to the file`);
      return null;
    }
    if (use.uv_set > 1) this.lose(`${uri || name || 'an image inside the file'} uses the texture coordinates ${use.uv_set}; only sets 0 and 1 are drawn`);
    texture.flipY = false;
    texture.colorSpace = is_color ? three.SRGBColorSpace : (three.NoColorSpace ?? '');
    const wraps: Record<TextureWrap, THREE.Wrapping> = { repeat: three.RepeatWrapping, mirrored_repeat: three.MirroredRepeatWrapping, clamp_to_edge: three.ClampToEdgeWrapping };
    texture.wrapS = wraps[wrap[0]];
    texture.wrapT = wraps[wrap[1]];
    texture.offset.fromArray(use.offset);
    texture.rotation = use.rotation_rad;
    texture.repeat.fromArray(use.scale);
    texture.channel = use.uv_set;
    if (texture.image) texture.needsUpdate = true;
    return texture;
  }

  #decoded({ bytes, mime_type }: { bytes: Bytes; mime_type: string }): THREE.Texture {
    const texture = new this.three.Texture();
    if (typeof createImageBitmap !== 'function') {
      this.lose('images are decoded only in a browser');
      return texture;
    }
    const decoded = createImageBitmap(new Blob([bytes], { type: mime_type || 'image/png' }), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }).then(
      (bitmap) => {
        texture.image = bitmap;
        texture.needsUpdate = true;
      },
      () => this.lose('an image inside the file cannot be decoded'),
    );
    this.ready = Promise.all([this.ready, decoded]).then(() => undefined);
    return texture;
  }
}

function linear_colors(three: ThreeModule, colors: Float32Array): Float32Array {
  const color = new three.Color();
  const linear = colors.slice();
  for (let i = 0; i < linear.length; i += 4) color.setRGB(linear[i]!, linear[i + 1]!, linear[i + 2]!, three.SRGBColorSpace).toArray(linear, i);
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

// Scenes without a viewer: contents of a file, poses at a time, and conversion to other formats.

import { SkelterActor, Stage, with_settings, type ActorJson, type ActorOptions } from './actor.ts';
import { SkelterCrowd, type CrowdJson, type CrowdOptions } from './crowd.ts';
import { Engine, SkelterError, type Bytes, type EngineOptions, type Floats } from './engine.ts';
import type { DiagnosticReport } from './report.ts';

export interface SceneClip {
  name: string;
  duration_s: number;
  channels: number;
}
export interface SceneNode {
  name: string;
  parent: number; // -1: none; parents precede their children
  rest: number[]; // 16 numbers, column-major, relative to the parent
  meshes: { mesh: number; skin: number }[]; // meshes of the node; skin -1: none
}
export interface SceneSkin {
  name: string;
  joints: number[]; // node indices
  inverse_bind: Float32Array; // joint from mesh, 16 numbers per joint, column-major
}
export interface ScenePart {
  positions: Float32Array; // 3 numbers per vertex
  normals?: Float32Array;
  uvs?: Float32Array; // 2 numbers per vertex
  second_uvs?: Float32Array;
  tangents?: Float32Array; // 4 numbers per vertex
  colors?: Float32Array; // 4 numbers per vertex
  joints?: Uint16Array; // 4 per vertex: indices into the skin's joints
  weights?: Float32Array;
  indices: Uint32Array; // 3 per triangle
  materials: number[]; // indexed by triangle slot
  triangle_slots?: Uint32Array; // one per triangle; undefined: all triangles have slot 0
  morphs: { name: string; positions?: Float32Array; normals?: Float32Array }[]; // offsets
}
export interface SceneMesh {
  name: string;
  parts: { vertices: number; triangles: number; skinned: boolean; morphs: string[]; materials: (number | null)[] }[];
}
export interface ReadOptions {
  // Files that the model refers to (images, buffers), by the names that the model uses.
  files?: Record<string, Uint8Array>;
  // Options of the C++ reader, such as {"ticks_per_second": 4800}.
  reading?: Record<string, unknown>;
}
// How a material uses a texture: uv = offset + turn(rotation) * (scale * uv).
export interface SceneMap {
  texture: number;
  uv_set: number;
  offset: [number, number];
  rotation_rad: number;
  scale: [number, number];
}
export interface SceneTexture {
  name: string;
  uri: string; // file of an external image
  image: number | null; // for SkelterScene.image()
  wrap: [TextureWrap, TextureWrap]; // in u and v
}
export type TextureWrap = 'repeat' | 'mirrored_repeat' | 'clamp_to_edge';
export interface SceneMaterial {
  name: string;
  base_color: [number, number, number, number];
  base_color_texture: number | null;
  double_sided: boolean;
  blended: boolean;
  alpha: number;
  alpha_cutoff: number | null;
  maps: { base_color: SceneMap | null; metallic_roughness?: SceneMap | null; normal?: SceneMap | null; occlusion?: SceneMap | null; emissive?: SceneMap | null };
  emissive: [number, number, number];
  normal_scale: number;
  occlusion_strength: number;
  unlit: boolean;
  metallic: number | null;
  roughness: number | null;
}

interface SceneJson {
  scene: number;
  clips: { name: string | null; label: string; duration_s: number; channels: number }[];
  nodes: { name: string; parent: number | null; rest: number[]; meshes: { mesh: number; skin: number | null }[] }[];
  skins: { name: string }[];
  meshes: SceneMesh[];
  materials: SceneMaterial[];
  images: { name: string; uri: string; mime_type: string; bytes: number }[];
  textures: { name: string; image: number | null; wrap: [TextureWrap, TextureWrap] }[];
  diagnostics: DiagnosticReport[];
}
// A range of the engine's memory, valid until the next call.
interface Place {
  pointer: number;
  count: number;
}

const kNumbersPerNode = 10;
let readings = 0;

function as_bytes(data: Uint8Array | ArrayBuffer): Uint8Array {
  return data instanceof Uint8Array ? data : new Uint8Array(data);
}

const file_name = (path: string) => path.split(/[\\/]/).at(-1)!.toLowerCase();

// Reports images of materials that are neither in the file nor among the given files. Without a report, the model would
// just be white.
function missing_pictures(json: SceneJson, given: string[], spot: string): DiagnosticReport[] {
  const names = json.textures.map(({ name, image }) => (image === null ? (/\.\w+$/.test(name) ? name : '') : (json.images[image]?.uri ?? '')));
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('data:') && !given.some((path) => file_name(path) === file_name(name)))
    .map((name) => ({ severity: 'note', code: 'texture.not-given', message: `the image ${name} is not among "files"`, spot, object: '', count: 1 }));
}

export class Skelter {
  readonly engine: Engine;
  readonly writes: boolean;
  readonly #stage: Stage;

  private constructor(engine: Engine) {
    this.engine = engine;
    this.#stage = new Stage(engine);
    this.writes = !engine.about.player;
  }

  // Loads the engine that reads and plays. {whole: true} loads the engine that also writes files and contains the
  // viewer. {small: true} loads the engine that only reads and evaluates.
  static async load(options: EngineOptions & { whole?: boolean; small?: boolean } = {}): Promise<Skelter> {
    return new Skelter(await Engine.load(options, options.whole ? 'skelter' : options.small ? 'skelter-player' : 'skelter-actors'));
  }

  // Loads the side modules that these files need: Draco for glTF files that use it, and the FBX reader. Await this
  // before calling read().
  prepare(...files: (Uint8Array | ArrayBuffer)[]): Promise<void> {
    return this.engine.prepare(...files.map(as_bytes));
  }

  // Advances all actors and crowds by step_s, and delivers events.
  update(step_s: number): void {
    this.#stage.update(step_s);
  }

  // Frees all memory of the engine, with its scenes, actors and crowds. Later calls throw.
  dispose(): void {
    this.engine.dispose();
  }

  // Errors: SkelterError with the location in the file.
  read(bytes: Uint8Array | ArrayBuffer, name: string, options: ReadOptions = {}): SkelterScene {
    const folder = `read-${++readings}`;
    const put = (path: string, data: Uint8Array | ArrayBuffer) =>
      this.engine.put_file(`${folder}/${path.replaceAll('\\', '/')}`, as_bytes(data));
    try {
      for (const [path, data] of Object.entries(options.files ?? {})) put(path, data);
      put(name, bytes);
      const json = this.engine.ask<SceneJson>('sk_scene_read', `${folder}/${name}`, JSON.stringify(options.reading ?? {}));
      json.diagnostics.push(...missing_pictures(json, Object.keys(options.files ?? {}), name));
      return new SkelterScene(this.engine, this.#stage, json);
    } catch (error) {
      if (!(error instanceof SkelterError)) throw error;
      if (!this.engine.has_draco && error.text.includes('KHR_draco_mesh_compression'))
        throw new SkelterError({ status: 'not_ready', code: 'web.no-draco', file: name, message: `${name} is compressed with Draco; call "await skelter.prepare(bytes)" before read()` });
      throw error.without_folder(folder + '/');
    } finally {
      this.engine.remove_file(folder);
    }
  }
}

export class SkelterScene {
  readonly clips: readonly SceneClip[];
  readonly nodes: readonly SceneNode[];
  readonly skins: readonly SceneSkin[];
  readonly meshes: readonly SceneMesh[];
  readonly materials: readonly SceneMaterial[];
  readonly textures: readonly SceneTexture[]; // textures that the materials use
  diagnostics: readonly DiagnosticReport[];
  #engine: Engine;
  #stage: Stage;
  #images: SceneJson['images'];
  #scene: number;

  constructor(engine: Engine, stage: Stage, json: SceneJson) {
    this.#engine = engine;
    this.#stage = stage;
    this.#images = json.images;
    this.#scene = json.scene;
    this.clips = json.clips.map(({ label, duration_s, channels }) => ({ name: label, duration_s, channels }));
    this.nodes = json.nodes.map(({ name, parent, rest, meshes }) => ({ name, parent: parent ?? -1, rest, meshes: meshes.map(({ mesh, skin }) => ({ mesh, skin: skin ?? -1 })) }));
    this.skins = json.skins.map(({ name }, skin) => {
      const { joints, joint_from_mesh } = engine.ask<{ joints: number[]; joint_from_mesh: Place | null }>('sk_scene_skin', json.scene, skin);
      return { name, joints, inverse_bind: joint_from_mesh ? engine.floats_at(joint_from_mesh.pointer, joint_from_mesh.count) : new Float32Array() };
    });
    this.meshes = json.meshes;
    this.materials = json.materials;
    this.textures = json.textures.map(({ name, image, wrap }) => ({ name, uri: image === null ? '' : (json.images[image]?.uri ?? ''), image, wrap }));
    this.diagnostics = json.diagnostics;
  }

  // Returns the local transform of each node at a time: translation x y z, rotation x y z w, scale x y z. For the clip
  // 'rest', returns the file's pose without a clip. The array is a copy.
  evaluate(clip: string | number, time_s = 0): Floats {
    return this.#numbers('sk_scene_evaluate', clip, time_s, kNumbersPerNode);
  }

  // Returns world from node, 16 numbers per node, column-major.
  world(clip: string | number, time_s = 0): Floats {
    return this.#numbers('sk_scene_world', clip, time_s, 16);
  }

  // Creates a model that plays. Each actor has its own pose; actor.another() shares compiled data.
  actor(options: ActorOptions = {}): SkelterActor {
    return new SkelterActor(this.#engine, this.#stage, this.#open<ActorJson>('sk_actor_open', options), (clip) => this.clip_number(clip));
  }
  // Creates a crowd: many members that play clips, posed into one array.
  crowd(options: CrowdOptions): SkelterCrowd {
    return new SkelterCrowd(this.#engine, this.#stage, this.#open<CrowdJson>('sk_crowd_open', options), (clip) => this.clip_number(clip));
  }
  #open<T>(call: string, options: ActorOptions): T {
    this.#check();
    if (!this.#engine.has(call)) throw new SkelterError({ code: 'unsupported', message: 'this engine has no actors; "Skelter.load()" loads one that does' });
    return with_settings(this.#engine, options, (settings) => this.#engine.ask<T>(call, this.#scene, settings));
  }

  // Returns an embedded image in its file format (PNG, JPEG, WebP), or undefined for an external image.
  image(image: number): { bytes: Bytes; mime_type: string } | undefined {
    this.#check();
    const found = this.#images[image];
    if (!found || found.bytes === 0) return undefined;
    const pointer = this.#engine.lend(4, (size) => this.#engine.call('sk_scene_image', this.#scene, image, size));
    return { bytes: this.#engine.bytes_at(pointer, found.bytes), mime_type: found.mime_type };
  }

  clip_number(clip: string | number): number {
    if (clip === 'rest' || clip === -1) return -1;
    const found = typeof clip === 'number' ? clip : this.clips.findIndex((entry) => entry.name === clip);
    if (this.clips[found]) return found;
    throw new SkelterError({
      code: 'invalid_argument',
      message: `clip ${JSON.stringify(clip)}; expected rest or one of ${this.clips.map((entry) => entry.name).join(', ') || '(the file has none)'}`,
    });
  }

  #numbers(call: string, clip: string | number, time_s: number, each: number): Floats {
    this.#check();
    if (!Number.isFinite(time_s)) throw new SkelterError({ code: 'invalid_argument', message: `time ${time_s}; expected seconds` });
    const count = this.nodes.length * each;
    const number = this.clip_number(clip);
    return this.#engine.lend(count * 4, (pointer) => {
      if (this.#engine.call(call, this.#scene, number, time_s, pointer) < 0) this.#engine.fail();
      return this.#engine.floats_at(pointer, count);
    });
  }

  // Returns the triangles of a mesh part.
  part(mesh: number, part: number): ScenePart {
    this.#check();
    const json = this.#engine.ask<{
      positions: Place | null; normals: Place | null; tangents: Place | null; uvs: (Place | null)[]; morphs: { name: string; positions: Place | null; normals: Place | null }[]; colors: Place | null; joints: Place | null; weights: Place | null;
      indices: Place | null; triangle_slots: Place | null; materials: (number | null)[];
    }>('sk_scene_mesh', this.#scene, mesh, part);
    const floats = (place: Place | null | undefined) => (place ? this.#engine.floats_at(place.pointer, place.count) : undefined);
    return {
      positions: floats(json.positions) ?? new Float32Array(),
      normals: floats(json.normals),
      uvs: floats(json.uvs[0]),
      second_uvs: floats(json.uvs[1]),
      tangents: floats(json.tangents),
      morphs: json.morphs.map(({ name, positions, normals }) => ({ name, positions: floats(positions), normals: floats(normals) })),
      colors: floats(json.colors),
      joints: json.joints ? this.#engine.short_numbers_at(json.joints.pointer, json.joints.count) : undefined,
      weights: floats(json.weights),
      indices: json.indices ? this.#engine.whole_numbers_at(json.indices.pointer, json.indices.count) : new Uint32Array(),
      materials: json.materials.map((material) => material ?? -1),
      triangle_slots: json.triangle_slots ? this.#engine.whole_numbers_at(json.triangle_slots.pointer, json.triangle_slots.count) : undefined,
    };
  }

  // Converts the scene to a different format. Returns files such as {'hero.glb': bytes}, and losses.
  convert(name: string): { files: Record<string, Uint8Array>; losses: DiagnosticReport[] } {
    this.#check();
    if (!this.#engine.has('sk_scene_convert'))
      throw new SkelterError({ code: 'unsupported', message: `${name} cannot be written: this is the small engine, which reads and plays. "Skelter.load({whole: true})" loads the one that writes.` });
    const folder = `write-${++readings}`;
    try {
      const { files, losses } = this.#engine.ask<{ files: string[]; losses: DiagnosticReport[] }>('sk_scene_convert', this.#scene, `${folder}/${name}`);
      const written: Record<string, Uint8Array> = {};
      for (const path of files) {
        const bytes = this.#engine.file(path);
        if (bytes) written[path.slice(folder.length + 1)] = bytes;
      }
      return { files: written, losses };
    } catch (error) {
      throw error instanceof SkelterError ? error.without_folder(folder + '/') : error;
    } finally {
      if (this.#engine.files().some(({ path }) => path.startsWith(folder + '/'))) this.#engine.remove_file(folder);
    }
  }

  toGlb(): Uint8Array {
    const written = this.convert('scene.glb').files['scene.glb'];
    if (!written) throw new SkelterError({ code: 'internal', message: 'no .glb was written' });
    return written;
  }

  // Frees the scene's memory. The scene cannot be used afterwards.
  free(): void {
    if (this.#scene >= 0 && !this.#engine.is_disposed) this.#engine.call('sk_scene_free', this.#scene);
    this.#scene = -1;
  }

  #check(): void {
    if (this.#scene < 0) throw new SkelterError({ code: 'invalid_argument', message: 'the scene has been freed' });
  }
}

// Crowds: many members of one model, posed in one call into one array, which can be uploaded to a texture unchanged.
//
//   const crowd = scene.crowd({ count: 500 });
//   crowd.play(7, 'walk', { fade_s: 0.2 });
//   skelter.update(step_s);   // every frame: all actors and crowds
//   crowd.rows                // 12 numbers for each matrix of each member
//
// Members play clips with fades, like actors. They have one layer, no events and no morph weights.

import type { ActorOptions, ActorSkin, PlayOptions, Stage } from './actor.ts';
import { Engine, SkelterError } from './engine.ts';

export interface CrowdOptions extends Pick<ActorOptions, 'config' | 'files'> {
  count: number; // number of members, 1 to 65,536
  joints?: boolean; // compute model_from_joint of all joints instead of the palettes of all skins
  moves?: boolean; // root motion moves the members' world matrices
}

export interface CrowdJson {
  crowd: number;
  count: number;
  matrices: number;
  width: number;
  height: number;
  origin: [number, number, number];
  joints: { name: string; node: number; parent: number | null }[];
  skins: ActorSkin[];
}

export class SkelterCrowd {
  readonly count: number;
  readonly matrices: number; // number of matrices per member
  // Size, in texels, of an RGBA32F texture for the numbers of `rows`. A matrix takes three texels.
  readonly width: number;
  readonly height: number;
  readonly joints: CrowdJson['joints'];
  readonly skins: readonly ActorSkin[]; // `first` and `size` refer to the matrices of a member
  readonly origin: readonly [number, number, number];
  readonly #engine: Engine;
  readonly #stage: Stage;
  readonly #number: number;
  readonly #clip_number: (clip: string | number) => number;
  #freed = false;

  constructor(engine: Engine, stage: Stage, json: CrowdJson, clip_number: (clip: string | number) => number) {
    this.#engine = engine;
    this.#stage = stage;
    this.#number = json.crowd;
    this.#clip_number = clip_number;
    this.count = json.count;
    this.matrices = json.matrices;
    this.width = json.width;
    this.height = json.height;
    this.joints = json.joints;
    this.skins = json.skins;
    this.origin = json.origin;
    stage.crowds.add(this);
  }

  // Starts a clip on a member. The clip that plays continues while it fades out.
  play(member: number, clip: string | number, options: Omit<PlayOptions, 'layer' | 'same_phase' | 'queue'> = {}): void {
    this.#check();
    this.#engine.ask('sk_crowd_play', this.#number, member, this.#clip_number(clip), JSON.stringify(options));
  }
  // Sets the speed of a member. Initially it is 1; 0 stops the member, and a negative speed plays backward.
  set_speed(member: number, speed: number): void {
    this.#check();
    this.#engine.ask('sk_crowd_speed', this.#number, member, speed);
  }
  now(member: number): { clip: string | null; position_s: number; in_transition: boolean; finished: boolean } {
    this.#check();
    return this.#engine.ask('sk_crowd_now', this.#number, member);
  }

  // Advances only the members of this crowd. Skelter.update() advances all actors and crowds.
  update(step_s: number): void {
    this.#check();
    if (this.#engine.call('sk_crowd_update', this.#number, step_s) < 0) this.#engine.fail();
  }

  // The arrays below are views of the engine's memory. They become invalid when the memory grows, so get them again
  // after each update.

  // 12 numbers per matrix, row by row, one member after another, padded to width x height texels.
  get rows(): Float32Array {
    this.#check();
    return this.#engine.view_floats(this.#engine.call('sk_crowd_rows', this.#number), 4 * this.width * this.height);
  }
  // world_from_member, 16 numbers per member, column-major. Write here to place members. update() only changes them
  // with `moves`.
  get worlds(): Float32Array {
    this.#check();
    return this.#engine.view_floats(this.#engine.call('sk_crowd_worlds', this.#number), 16 * this.count);
  }
  // Returns one matrix of a member, 16 numbers, column-major, as a copy.
  matrix(member: number, index: number): Float32Array {
    const { rows } = this;
    if (!(member >= 0 && member < this.count && index >= 0 && index < this.matrices))
      throw new SkelterError({ code: 'invalid_argument', message: `no matrix ${index} of member ${member}; the crowd has ${this.matrices} of each of ${this.count} members` });
    const at = 12 * (member * this.matrices + index);
    return Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? Number(i === 15) : rows[at + 4 * (i % 4) + (i >> 2)]!));
  }

  // Frees the crowd's memory. Later calls throw.
  dispose(): void {
    if (this.#freed) return;
    this.#freed = true;
    this.#stage.crowds.delete(this);
    if (!this.#engine.is_disposed) this.#engine.call('sk_crowd_free', this.#number);
  }

  #check(): void {
    if (this.#freed) throw new SkelterError({ code: 'invalid_argument', message: 'the crowd has been disposed of' });
  }
}

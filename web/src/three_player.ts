// Plays the clips of a SkelterScene on three.js bones: the engine computes local transforms, and this class copies
// them. It works with any version of three.js, because it only needs objects with a position, a quaternion and a scale.

import type { PlayOptions, SkelterActor } from './actor.ts';
import { SkelterError } from './engine.ts';
import type { SkelterScene } from './scene.ts';

interface Settable {
  fromArray(numbers: ArrayLike<number>, offset?: number): unknown;
}
export interface Bone {
  name: string;
  position: Settable;
  quaternion: Settable;
  scale: Settable;
}
export interface Skeleton {
  bones: Bone[];
}

const kNumbersPerNode = 10;

export class SkelterPlayer {
  // The actor that plays. Use it for layers, graphs, events and root motion.
  readonly actor: SkelterActor;
  paused = false;
  // Bones of the skeleton without a scene node of the same name. They are not moved.
  readonly unmatched: string[] = [];
  #scene: SkelterScene;
  #pairs: { bone: Bone; node: number }[] = [];
  #clip: string | number | undefined;
  #loop: 'once' | 'loop' | 'pingpong' = 'loop';

  // Bones and nodes are matched by name, unless `nodes` lists the node of each bone. `actor` must have been created
  // with {locals: true}; by default, a new actor is created.
  constructor(scene: SkelterScene, skeleton: Skeleton, nodes?: readonly number[], actor: SkelterActor = scene.actor({ locals: true })) {
    this.#scene = scene;
    this.actor = actor;
    if (nodes) {
      this.#pairs = skeleton.bones.map((bone, i) => ({ bone, node: nodes[i]! }));
      return;
    }
    const places = new Map(scene.nodes.map((node, i) => [node.name, i]));
    for (const bone of skeleton.bones) {
      const node = places.get(bone.name) ?? places.get(bone.name.replace(/_\d+$/, ''));
      if (node === undefined) this.unmatched.push(bone.name);
      else this.#pairs.push({ bone, node });
    }
    if (skeleton.bones.length > 0 && this.#pairs.length === 0)
      throw new SkelterError({ code: 'invalid_argument', message: `no bone of the skeleton has the name of a node of the scene, which has ${scene.nodes.slice(0, 5).map((node) => node.name).join(', ')}` });
  }

  get duration(): number {
    return this.#clip === undefined ? 0 : this.#scene.clips[this.#scene.clip_number(this.#clip)]!.duration_s;
  }
  get clip(): string {
    return this.#clip === undefined ? 'rest' : this.#scene.clips[this.#scene.clip_number(this.#clip)]!.name;
  }
  // Clip time in seconds.
  get time(): number {
    return this.actor.now.time_s;
  }
  // Negative values play backward.
  get speed(): number {
    return this.actor.speed;
  }
  set speed(speed: number) {
    this.actor.speed = speed;
  }
  get loop(): 'once' | 'loop' | 'pingpong' {
    return this.#loop;
  }
  set loop(loop: 'once' | 'loop' | 'pingpong') {
    this.#loop = loop;
    if (this.#clip !== undefined) this.actor.play(this.#clip, { loop });
  }

  // Fades from the current pose over this many seconds. The old clip continues during the fade. If the clip already
  // plays, it continues unchanged, unless {restart: true} is set.
  play(clip: string | number, fade: number | PlayOptions = 0): void {
    const options = typeof fade === 'number' ? { fade_s: fade } : fade;
    const number = this.#scene.clip_number(clip);
    const start_s = this.speed < 0 ? (this.#scene.clips[number]?.duration_s ?? 0) : 0;
    const restart = this.actor.now.finished;
    this.actor.play(number, { loop: this.#loop, start_s, restart, ...options });
    this.#clip = number;
    this.paused = false;
    this.update(0);
  }

  // Advances by step_s and moves the bones.
  update(step_s: number): void {
    if (this.paused) return;
    this.actor.update(step_s);
    this.copy();
    if (this.actor.events.some(({ type, layer }) => type === 'finished' && layer === 0)) this.paused = true;
  }

  // Moves the bones. Call it after Skelter.update().
  copy(): void {
    const pose = this.actor.local_transforms;
    for (const { bone, node } of this.#pairs) {
      bone.position.fromArray(pose, node * kNumbersPerNode);
      bone.quaternion.fromArray(pose, node * kNumbersPerNode + 3);
      bone.scale.fromArray(pose, node * kNumbersPerNode + 7);
    }
  }

  seek(time_s: number): void {
    this.actor.seek(time_s);
    this.actor.update(0);
    this.copy();
  }

  dispose(): void {
    this.actor.dispose();
  }
}

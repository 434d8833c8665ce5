// Plays the clips of a SkelterScene on the bones of three.js. It needs nothing of three.js itself: what has
// a position, a quaternion and a scale will do, so every version of three.js does.

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

export class SkelterPlayer {
  time = 0;
  speed = 1; // below zero: backward
  loop: 'once' | 'loop' | 'pingpong' = 'loop';
  paused = false;
  // Bones of the skeleton that no node of the scene has the name of; they stay where they are.
  readonly unmatched: string[] = [];
  #scene: SkelterScene;
  #pairs: { bone: Bone; node: number }[] = [];
  #clip = -1;
  #from: { pose: Float32Array; left_s: number; all_s: number } | undefined;
  #direction = 1;

  // Joints are found by name, unless `nodes` says which node each bone is.
  constructor(scene: SkelterScene, skeleton: Skeleton, nodes?: readonly number[]) {
    this.#scene = scene;
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
      throw new SkelterError({ code: 'invalid_argument', message: `no bone of the skeleton has a name of the scene, which has ${scene.nodes.slice(0, 5).map((node) => node.name).join(', ')}` });
  }

  get duration(): number {
    return this.#scene.clips[this.#clip]?.duration_s ?? 0;
  }
  get clip(): string {
    return this.#scene.clips[this.#clip]?.name ?? 'rest';
  }

  // Fades from what is shown within fade_s.
  play(clip: string | number, fade_s = 0): void {
    const next = this.#scene.clip_number(clip);
    this.#from = fade_s > 0 ? { pose: this.#pose(), left_s: fade_s, all_s: fade_s } : undefined;
    this.#clip = next;
    this.time = this.speed < 0 ? this.duration : 0;
    this.#direction = 1;
    this.paused = false;
    this.#write();
  }

  // Goes on and moves the bones.
  update(step_s: number): void {
    if (this.paused) return;
    this.#advance(step_s * this.speed * this.#direction);
    if (this.#from && (this.#from.left_s -= step_s) <= 0) this.#from = undefined;
    this.#write();
  }

  seek(time_s: number): void {
    this.time = Math.max(0, Math.min(time_s, this.duration));
    this.#write();
  }

  #advance(step_s: number): void {
    const end = this.duration;
    let time = this.time + step_s;
    if (end <= 0) time = 0;
    else if (this.loop === 'loop') time = ((time % end) + end) % end;
    else if (this.loop === 'once') {
      if (time < 0 || time > end) this.paused = true;
      time = Math.max(0, Math.min(time, end));
    } else {
      const round = ((time % (2 * end)) + 2 * end) % (2 * end);
      if (time < 0 || time > end) this.#direction = -this.#direction;
      time = round > end ? 2 * end - round : round;
    }
    this.time = time;
  }

  // What is shown, with a fade that runs.
  #pose(): Float32Array {
    const pose = this.#scene.evaluate(this.#clip, this.time);
    return this.#from ? mixed(this.#from.pose, pose, 1 - this.#from.left_s / this.#from.all_s) : pose;
  }

  #write(): void {
    const pose = this.#pose();
    for (const { bone, node } of this.#pairs) {
      bone.position.fromArray(pose, node * 10);
      bone.quaternion.fromArray(pose, node * 10 + 3);
      bone.scale.fromArray(pose, node * 10 + 7);
    }
  }
}

// From a to b: places and scales along a line, turns the short way.
export function mixed(a: Float32Array, b: Float32Array, amount: number): Float32Array {
  const out = new Float32Array(b.length);
  for (let at = 0; at < b.length; at += 10) {
    let dot = 0;
    for (let i = 3; i < 7; ++i) dot += a[at + i]! * b[at + i]!;
    let length = 0;
    for (let i = 0; i < 10; ++i) {
      const sign = i >= 3 && i < 7 && dot < 0 ? -1 : 1;
      const value = sign * a[at + i]! * (1 - amount) + b[at + i]! * amount;
      out[at + i] = value;
      if (i >= 3 && i < 7) length += value * value;
    }
    const scale = length > 0 ? 1 / Math.sqrt(length) : 1;
    for (let i = 3; i < 7; ++i) out[at + i]! *= scale;
  }
  return out;
}

// Actors: models that play clips or an animation graph, posed by the engine. An actor stores no times or fades in
// JavaScript; it calls the engine and reads the results.
//
//   const hero = scene.actor({ graph });
//   hero.set('speed', 2);
//   skelter.update(step_s);   // every frame: all actors in one call
//   hero.palette(0);          // 16 numbers for each joint of the first skin

import type { SkelterCrowd } from './crowd.ts';
import { Engine, SkelterError } from './engine.ts';

export interface ActorOptions {
  // A configuration of `skelter compile` (docs/compile.md): masks, events, root motion, graphs.
  config?: string | object;
  // An animation graph (docs/graph.md). By default, the first graph of the configuration or of the pack plays.
  graph?: string | object;
  // Files that the configuration and the graph refer to, by the names that they use.
  files?: Record<string, Uint8Array>;
  // false: clips play even if there is a graph.
  plays_graph?: boolean;
  // Also computes the local transforms of all nodes (see local_transforms).
  locals?: boolean;
}

export interface PlayOptions {
  fade_s?: number;
  curve?: 'smooth' | 'linear' | 'in' | 'out';
  kind?: 'crossfade' | 'inertialize';
  loop?: 'as_made' | 'once' | 'loop' | 'pingpong';
  start_s?: number;
  speed?: number; // factor on the actor's speed; negative values play backward
  layer?: number;
  profile?: string; // name of a mask; joints fade at different rates
  restart?: boolean; // starts the clip again even if it already plays
  same_phase?: boolean; // starts at the phase of the clip that plays
  queue?: boolean; // starts when the clip that plays ends
}

export interface LayerOptions {
  mode?: 'override' | 'additive';
  mask?: string;
  weight?: number;
  root_motion?: number;
}

export interface ActorEvent {
  type: 'started' | 'passed' | 'finished' | 'looped' | 'entered' | 'left';
  layer: number;
  clip?: string;
  name?: string; // name of a passed event
  state?: string; // graph state that was entered or left
  weight?: number; // weight of the clip
  position_s?: number; // clip position
  at_s?: number; // time since the start of the update
  rounds?: number;
}

export interface GraphParameter {
  name: string;
  type: 'number' | 'integer' | 'boolean' | 'trigger';
  initial: number;
  min: number;
  max: number;
}

// A mesh instance: its palette and its morph weights.
export interface ActorSkin {
  node: number;
  instance: number; // nodes[node].meshes[instance]
  first: number;
  size: number;
  node_entry: number | null; // palette entry of the node itself
  first_morph: number;
  morphs: number;
  shown: boolean;
}

export interface ActorJson {
  actor: number;
  first: number; // index of the actor's first number
  numbers: number; // count of the actor's numbers
  matrices: number;
  morphs: number;
  joints: { name: string; node: number; parent: number | null }[];
  skins: ActorSkin[];
  masks: string[];
  origin: [number, number, number];
  graph: { name: string; parameters: GraphParameter[]; slots: { name: string; slot: number }[] } | null;
  why_reference: string | null;
}

const kRootNumbers = 8;
const kNone = 0xffffffff;
let settings_folders = 0;

// The actors and crowds of one engine. update() advances all of them.
export class Stage {
  readonly crowds = new Set<SkelterCrowd>();
  readonly #engine: Engine;
  readonly #actors = new Map<number, SkelterActor>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get actors(): IterableIterator<SkelterActor> {
    return this.#actors.values();
  }

  // Advances all actors and crowds by step_s, or only one actor, and delivers events.
  update(step_s: number, one?: SkelterActor): void {
    if (!one) for (const crowd of this.crowds) crowd.update(step_s);
    const count = this.#engine.call('sk_actor_update', one ? one.number : 0, step_s);
    if (count < 0) this.#engine.fail();
    if (one) one.events = [];
    else for (const actor of this.#actors.values()) actor.events = [];
    if (count === 0) return;
    const happened = this.#engine.ask<(ActorEvent & { actor: number })[]>('sk_actor_events');
    for (const { actor, ...event } of happened) this.#actors.get(actor)?.events.push(event);
    for (const { actor, ...event } of happened) this.#actors.get(actor)?.on_event?.(event);
  }

  add(actor: SkelterActor): void {
    this.#actors.set(actor.number, actor);
  }
  remove(actor: SkelterActor): void {
    this.#actors.delete(actor.number);
  }
}

export class SkelterActor {
  readonly number: number;
  readonly skins: readonly ActorSkin[];
  readonly joints: readonly { name: string; node: number; parent: number | null }[];
  readonly masks: readonly string[];
  readonly parameters: readonly GraphParameter[]; // parameters of the graph
  readonly slots: readonly string[];
  readonly graph: string | null; // name of the graph that plays
  // Origin of model space in the scene; usually 0.
  readonly origin: readonly [number, number, number];
  // Why the reference evaluator plays; null if the engine plays.
  readonly why_reference: string | null;
  // Events of the last update.
  events: ActorEvent[] = [];
  on_event: ((event: ActorEvent) => void) | undefined;
  readonly #engine: Engine;
  readonly #stage: Stage;
  readonly #json: ActorJson;
  readonly #clip_number: (clip: string | number) => number;
  #speed = 1;
  #freed = false;
  #base = 0;
  #buffer: ArrayBufferLike | undefined;
  #numbers: Float32Array = new Float32Array();

  constructor(engine: Engine, stage: Stage, json: ActorJson, clip_number: (clip: string | number) => number) {
    this.#engine = engine;
    this.#stage = stage;
    this.#clip_number = clip_number;
    this.#json = json;
    this.number = json.actor;
    this.skins = json.skins;
    this.joints = json.joints;
    this.masks = json.masks;
    this.parameters = json.graph?.parameters ?? [];
    this.slots = json.graph?.slots.map(({ name }) => name) ?? [];
    this.graph = json.graph?.name ?? null;
    this.origin = json.origin;
    this.why_reference = json.why_reference;
    stage.add(this);
  }

  // Creates another actor with the same options, which shares the compiled data.
  another(): SkelterActor {
    this.#check();
    const actor = this.#engine.call('sk_actor_another', this.number);
    if (actor < 0) this.#engine.fail();
    const json = { ...this.#json, actor, first: this.#engine.call('sk_actor_first', actor) };
    return new SkelterActor(this.#engine, this.#stage, json, this.#clip_number);
  }

  // Starts a clip. The current clip continues during the fade. If the clip already plays, only its speed and loop mode
  // change, unless `restart` is set.
  play(clip: string | number, options: PlayOptions = {}): void {
    this.#check();
    this.#engine.ask('sk_actor_play', this.number, this.#clip(clip), JSON.stringify(options));
  }
  stop(layer: number, fade_s = 0.2): void {
    this.#check();
    this.#engine.ask('sk_actor_stop', this.number, layer, fade_s);
  }
  seek(position_s: number, layer = 0): void {
    this.#check();
    this.#engine.ask('sk_actor_seek', this.number, position_s, layer);
  }
  set_layer(layer: number, options: LayerOptions): void {
    this.#check();
    this.#engine.ask('sk_actor_layer', this.number, JSON.stringify({ layer, ...options }));
  }
  get speed(): number {
    return this.#speed;
  }
  set speed(speed: number) {
    this.#check();
    this.#engine.ask('sk_actor_speed', this.number, speed);
    this.#speed = speed;
  }

  // Sets a graph parameter; the next update uses it.
  set(parameter: string, value: number | boolean): void {
    this.#check();
    this.#engine.ask('sk_actor_set', this.number, this.#parameter(parameter), Number(value));
  }
  fire(trigger: string): void {
    this.#check();
    this.#engine.ask('sk_actor_fire', this.number, this.#parameter(trigger));
  }
  play_slot(slot: string, clip: string | number, fades: { fade_in_s?: number; fade_out_s?: number } = {}): void {
    this.#check();
    this.#engine.ask('sk_actor_play_slot', this.number, this.#slot(slot), this.#clip(clip), fades.fade_in_s ?? -1, fades.fade_out_s ?? -1);
  }
  stop_slot(slot: string): void {
    this.#check();
    this.#engine.ask('sk_actor_play_slot', this.number, this.#slot(slot), kNone, -1, -1);
  }

  // Advances only this actor. Skelter.update() advances all actors in one call.
  update(step_s: number): void {
    this.#check();
    this.#stage.update(step_s, this);
  }

  // State of the newest clip on the lowest layer. `position_s` includes all loops, `time_s` is the time in the clip.
  get now(): { clip: string | null; position_s: number; time_s: number; in_transition: boolean; finished: boolean } {
    this.#check();
    return this.#engine.ask('sk_actor_now', this.number);
  }

  // The arrays below are views of the engine's memory. They are valid until an actor is created or the memory grows, so
  // get them again after each update.

  // Movement in the last update, in the actor's space at the start of the update: translation x y z, rotation x y z w.
  get root_motion(): Float32Array {
    return this.#view(0, 7);
  }
  // model_from_mesh for the joints of a skin, 16 numbers each, column-major.
  palette(skin: number): Float32Array {
    const { first, size } = this.skins[skin]!;
    return this.#view(kRootNumbers + 16 * first, 16 * size);
  }
  morph_weights(skin: number): Float32Array {
    const { first_morph, morphs } = this.skins[skin]!;
    return this.#view(kRootNumbers + 16 * this.#json.matrices + first_morph, morphs);
  }
  // With {locals: true}: 10 numbers per node of the scene, in the layout of SkelterScene.evaluate().
  get local_transforms(): Float32Array {
    return this.#view(kRootNumbers + 16 * this.#json.matrices + this.#json.morphs, Infinity);
  }
  // Returns model_from_joint, 16 numbers, as a copy.
  joint(name: string | number): Float32Array {
    this.#check();
    const joint = typeof name === 'number' ? name : this.joints.findIndex((entry) => entry.name === name);
    const pointer = this.#engine.call('sk_actor_joint', this.number, joint);
    if (pointer === 0) throw new SkelterError({ code: 'invalid_argument', message: `no joint ${JSON.stringify(name)}; the model has ${this.joints.slice(0, 8).map((entry) => entry.name).join(', ')}` });
    return this.#engine.floats_at(pointer, 16);
  }

  // Frees the actor's memory. The actor cannot be used afterwards.
  dispose(): void {
    if (this.#freed) return;
    this.#freed = true;
    this.#stage.remove(this);
    if (!this.#engine.is_disposed) this.#engine.call('sk_actor_free', this.number);
  }

  #view(first: number, count: number): Float32Array {
    this.#check();
    const base = this.#engine.call('sk_actor_numbers');
    if (base !== this.#base || this.#buffer !== this.#engine.buffer) {
      this.#base = base;
      this.#buffer = this.#engine.buffer;
      this.#numbers = this.#engine.view_floats(base + 4 * this.#json.first, this.#json.numbers);
    }
    return this.#numbers.subarray(first, count === Infinity ? undefined : first + count);
  }
  #clip(clip: string | number): number {
    const number = this.#clip_number(clip);
    if (number < 0) throw new SkelterError({ code: 'invalid_argument', message: 'the rest pose is not a clip; make an actor that plays nothing' });
    return number;
  }
  #parameter(name: string): number {
    return this.#find('parameter', name, this.parameters.map((parameter) => parameter.name));
  }
  #slot(name: string): number {
    return this.#json.graph!.slots[this.#find('slot', name, this.slots)]!.slot;
  }
  #find(what: string, name: string, names: readonly string[]): number {
    const found = names.indexOf(name);
    if (found >= 0) return found;
    const expected = this.graph === null ? 'no graph plays' : `the graph has ${names.join(', ') || 'none'}`;
    throw new SkelterError({ code: 'invalid_argument', message: `no ${what} ${JSON.stringify(name)}: ${expected}` });
  }
  #check(): void {
    if (this.#freed) throw new SkelterError({ code: 'invalid_argument', message: 'the actor has been disposed of' });
  }
}

// Calls `open` with the options of sk_actor_open or sk_crowd_open. Their files are in an engine folder during the call.
export function with_settings<T>(engine: Engine, { files: given = {}, ...options }: ActorOptions, open: (json: string) => T): T {
  const json: Record<string, unknown> = { ...options };
  const folder = `actor-${++settings_folders}`;
  const text = (value: string | object) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
  const files = new Map(Object.entries(given));
  for (const name of ['config', 'graph'] as const) {
    const value = options[name];
    if (value === undefined) continue;
    json[name] = `${folder}/${name}.json`;
    files.set(`${name}.json`, text(value));
  }
  try {
    for (const [name, bytes] of files) engine.put_file(`${folder}/${name}`, bytes);
    return open(JSON.stringify(json));
  } finally {
    if (files.size > 0) engine.remove_file(folder);
  }
}

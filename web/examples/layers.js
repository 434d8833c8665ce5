// Layers: walks, waves with the upper body only (a mask), and leans to the left on top (an additive clip).
import { SkelterLoader } from 'skelter/three';
import { show, text } from './stage.js';

const graph = new TextEncoder().encode(await text('mannequin.graph.json'));
const loader = new SkelterLoader().setActorOptions({ config: await text('mannequin.json'), files: { 'mannequin.graph.json': graph }, plays_graph: false });
export const hero = await loader.loadAsync('mannequin.x');
const { actor } = hero;
actor.play('walk', { loop: 'loop' });
actor.set_layer(1, { mode: 'override', mask: 'upper_body', weight: 1 });
actor.play('wave', { layer: 1, loop: 'loop', fade_s: 0.3 });
actor.set_layer(2, { mode: 'additive', weight: 0.5 });
actor.play('lean_left', { layer: 2, loop: 'loop', fade_s: 0.3 });
show([hero.object], (step_s) => actor.update(step_s));

// Root motion: the walk moves the figure, and it walks through the scene.
import { SkelterLoader } from 'skelter/three';
import { say, show, text } from './stage.js';

const graph = new TextEncoder().encode(await text('mannequin.graph.json'));
const loader = new SkelterLoader().setActorOptions({ config: await text('mannequin.json'), files: { 'mannequin.graph.json': graph }, plays_graph: false });
export const hero = await loader.loadAsync('mannequin.x');
hero.actor.play('walk_ahead', { loop: 'loop' });
show([hero.object], (step_s) => {
  hero.actor.update(step_s);
  hero.move(); // by actor.root_motion
  say(`${hero.object.position.z.toFixed(2)} m`);
}, [9, 3, 3]);

// Events: the configuration marks when the feet come down, and the page counts the steps.
import { SkelterLoader } from 'skelter/three';
import { say, show, text } from './stage.js';

const graph = new TextEncoder().encode(await text('mannequin.graph.json')); // the configuration names it
const loader = new SkelterLoader().setActorOptions({ config: await text('mannequin.json'), files: { 'mannequin.graph.json': graph }, plays_graph: false });
export const hero = await loader.loadAsync('mannequin.x');
export const steps = { left_foot: 0, right_foot: 0 };
hero.actor.on_event = ({ type, name }) => {
  if (type === 'passed') steps[name] += 1;
  say(`${steps.left_foot} steps left, ${steps.right_foot} steps right`);
};
hero.actor.play('run', { loop: 'loop' });
show([hero.object], (step_s) => hero.actor.update(step_s));

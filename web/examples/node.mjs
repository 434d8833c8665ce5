// node node.mjs FILE: its clips, and where its joints are in the middle of the first one.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Skelter } from 'skelter';

const [file] = process.argv.slice(2);
const skelter = await Skelter.load();
const scene = skelter.read(readFileSync(file), basename(file));
for (const clip of scene.clips) console.log(`${clip.name}: ${clip.duration_s.toFixed(3)} s`);
const world = scene.world(scene.clips.length > 0 ? 0 : 'rest', (scene.clips[0]?.duration_s ?? 0) / 2);
scene.nodes.forEach((node, i) => console.log(node.name, ...world.subarray(16 * i + 12, 16 * i + 15)));
scene.free();

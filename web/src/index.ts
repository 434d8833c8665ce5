// skelter-web: reads animated figures and evaluates them, without a window.
//
//   const skelter = await Skelter.load();
//   const scene = skelter.read(bytes, 'hero.x', {files: {'skin.png': png}});
//   const pose = scene.evaluate('walk', 0.4);   // 10 numbers per node
//
// All of it: README.md.

export { SkelterError } from './engine.ts';
export type { EngineOptions } from './engine.ts';
export { Skelter, SkelterScene } from './scene.ts';
export type { ReadOptions, SceneClip, SceneMaterial, SceneMesh, SceneNode, ScenePart, SceneSkin } from './scene.ts';
export { SkelterPlayer } from './three_player.ts';
export { three_figure } from './three_figure.ts';
export type { ThreeFigure } from './three_figure.ts';

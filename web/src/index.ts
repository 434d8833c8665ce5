// skelter: reads animated models and evaluates them, without a window.
//
//   const skelter = await Skelter.load();
//   const scene = skelter.read(bytes, 'hero.x', {files: {'skin.png': png}});
//   const hero = scene.actor();
//   hero.play('walk');
//   skelter.update(1 / 60);
//
// For more, see README.md.

export { SkelterError } from './engine.ts';
export type { Bytes, EngineOptions, Floats } from './engine.ts';
export { SkelterActor } from './actor.ts';
export type { ActorEvent, ActorOptions, ActorSkin, GraphParameter, LayerOptions, PlayOptions } from './actor.ts';
export { SkelterCrowd } from './crowd.ts';
export type { CrowdOptions } from './crowd.ts';
export { Skelter, SkelterScene } from './scene.ts';
export type { ReadOptions, SceneClip, SceneMap, SceneMaterial, SceneMesh, SceneNode, ScenePart, SceneSkin, SceneTexture } from './scene.ts';
export type { DiagnosticReport } from './report.ts';
export { SkelterPlayer } from './three_player.ts';
export { three_figure, ThreeCrowd, ThreeFigure } from './three_figure.ts';
export type { TextureSource, ThreeCrowdOptions, ThreeModule, ThreeOptions } from './three_figure.ts';

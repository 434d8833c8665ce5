// A loader for three.js, in the manner of GLTFLoader:
//
//   const hero = await new SkelterLoader().loadAsync('hero.glb');
//   scene.add(hero.object);
//   hero.actor.play('walk');
//   hero.actor.update(step_s);   // every frame
//
// For more, see README.md.

import * as THREE from 'three';
import type { ActorOptions } from './actor.ts';
import { SkelterError } from './engine.ts';
import { gltf_files } from './fetch_model.ts';
import { Skelter, type SkelterScene } from './scene.ts';
import { make_figure, type ThreeFigure } from './three_figure.ts';

const { Loader, FileLoader, LoaderUtils, TextureLoader } = THREE;
let shared: Promise<Skelter> | undefined; // the engine of loaders that have none of their own

export class SkelterLoader extends Loader<ThreeFigure> {
  #skelter: Skelter | undefined;
  #options: ActorOptions = {};

  // Sets the engine to read with. By default, all loaders of a page share one.
  setEngine(skelter: Skelter | undefined): this {
    this.#skelter = skelter;
    return this;
  }
  // Sets the options for the actors of loaded models: {config, graph, files, plays_graph}.
  setActorOptions(options: ActorOptions): this {
    this.#options = options;
    return this;
  }

  // Loads a model with its buffers and images. To free everything, call dispose() on the model and on every copy made
  // with another(). Errors: SkelterError if the file cannot be read, and the errors of three.js's FileLoader.
  override load(url: string, onLoad: (figure: ThreeFigure) => void, onProgress?: (event: ProgressEvent) => void, onError?: (error: unknown) => void): void {
    this.manager.itemStart(url);
    this.#figure(url, onProgress).then(onLoad).catch((error: unknown) => {
      if (onError) onError(error);
      else console.error(error);
      this.manager.itemError(url);
    }).finally(() => this.manager.itemEnd(url));
  }
  // Typed here for versions of three.js in which Loader has no type parameter.
  override loadAsync(url: string, onProgress?: (event: ProgressEvent) => void): Promise<ThreeFigure> {
    return new Promise((done, fail) => this.load(url, done, onProgress, fail));
  }

  async #figure(url: string, onProgress?: (event: ProgressEvent) => void): Promise<ThreeFigure> {
    const path = this.resourcePath || (/^(blob|data):/.test(url) ? '' : LoaderUtils.extractUrlBase(LoaderUtils.resolveURL(url, this.path)));
    const [skelter, bytes] = await Promise.all([this.#skelter ?? shared_engine(), this.#bytes(url, this.path, onProgress)]);
    const name = /[^/\\]*$/.exec(url.replace(/[?#].*/, ''))![0] || 'model';
    const files: Record<string, Uint8Array> = {};
    const is_text = /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64))); // true for .gltf
    for (const uri of new Set(is_text ? gltf_files(bytes, false) : [])) files[decoded(uri)] = await this.#bytes(encoded(uri), path);
    await skelter.prepare(bytes);
    const scene = skelter.read(bytes, name, { files });
    try {
      const outside = scene.textures.filter(({ image }) => image === null || !scene.image(image)).map(({ name, uri }) => uri || name);
      const textures = new Map<string, THREE.Texture | Error>();
      await Promise.all([...new Set(outside)].filter(Boolean).map(async (image) => textures.set(image, await this.#texture(image, path))));
      scene.diagnostics = scene.diagnostics.filter(({ code }) => code !== 'texture.not-given'); // they are given here
      const texture = (image: string) => {
        const found = textures.get(image);
        if (found instanceof Error) throw found;
        return found?.clone(); // uses may have different transforms; clones share the image
      };
      const figure = make_figure(THREE, scene, { ...this.#options, texture }, () => scene.free());
      await figure.ready;
      return figure;
    } catch (error) {
      scene.free();
      throw error;
    }
  }

  #bytes(url: string, path: string, onProgress?: (event: ProgressEvent) => void): Promise<Uint8Array> {
    const loader = new FileLoader(this.manager).setPath(path).setResponseType('arraybuffer').setRequestHeader(this.requestHeader).setWithCredentials(this.withCredentials);
    return loader.loadAsync(url, onProgress).then((data) => new Uint8Array(data as ArrayBuffer));
  }

  // Loads an image next to the model. If this fails, the model reports it, and the material has no image.
  async #texture(image: string, path: string): Promise<THREE.Texture | Error> {
    const loader = (this.manager.getHandler(image) ?? new TextureLoader(this.manager)) as THREE.TextureLoader;
    loader.setCrossOrigin(this.crossOrigin).setRequestHeader(this.requestHeader).setWithCredentials(this.withCredentials);
    const url = LoaderUtils.resolveURL(encoded(image), path);
    try {
      return await loader.loadAsync(url);
    } catch {
      return new Error(`the image ${image} could not be loaded from ${url}`);
    }
  }
}

function shared_engine(): Promise<Skelter> {
  if (!shared) {
    shared = Skelter.load();
    shared.catch(() => (shared = undefined)); // so that a later load tries again
  }
  return shared;
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri).replaceAll('\\', '/');
  } catch {
    return uri;
  }
}
const encoded = (path: string) => decoded(path).split('/').map(encodeURIComponent).join('/');

export { SkelterError };
export type { SkelterScene, ThreeFigure };

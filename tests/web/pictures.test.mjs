// Compares images in a browser with those of the desktop: the same file, clip, time and camera. With Mesa,
// the tests show whether the engine draws the same; the browser's SwiftShader rounds edges differently.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { corpus, figure, native, root, skelter } from './common.mjs';
import { withPage } from './browser.mjs';
import { colorsOf, decodePng, difference } from './png.mjs';

const levels = 8;
// The share of pixels that may differ by more than these levels. SwiftShader rasterizes one-pixel lines
// differently from Mesa, and a crowd has many edges.
const most = { mesa: { plain: 0.005, edges: 0.005 }, swiftshader: { plain: 0.01, edges: 0.04 } };
const rasterizers = Object.keys(most);

// [file in the corpus, clip, time in seconds, commands before the image]
const pictures = [
  // Skinned models in .x and glTF.
  ['x/sdk_legacy/tiny_4anim.x', 0, 0.5],
  ['x/sdk_legacy/Dwarf.x', -1, 0],
  ['x/luanti/testentities_cool_guy.x', 0, 1],
  ['x/assimp/Testwuson.X', 0, 0.8],
  ['x/derived/bar_tzip.x', 0, 0.4],
  ['wild/dark-basic/zombie.x', 0, 0.6],
  ['gltf/Fox.glb', 1, 0.3],
  ['gltf/greenman.glb', 2, 0.4],
  ['gltf/derived/greenman_meshopt.glb', 3, 0.4],
  ['gltf/derived/CesiumMan_quantized_normpos.glb', 0, 0.7],
  ['gltf/InfiniteSkinnedTentacle.glb', 0, 0.5],
  ['wild/quaternius/Horse.glb', 3, 0.3],
  // Materials in glTF.
  ['gltf/KayKit_Knight.glb', -1, 0],
  ['gltf/kenney_character/character.glb', -1, 0],
  ['gltf/Godette_vrm_v4.vrm', -1, 0],
  // Morph targets.
  ['gltf/RobotExpressive.glb', 0, 0.5],
  ['gltf/SimpleMorph.gltf', 0, 1],
  ['gltf/cesium_box_morph.gltf', 0, 0.5],
  ['gltf/blender_cs_morph/01_cs_morph.gltf', 0, 0.5],
  ['gltf/RobotExpressive.glb', 2, 0.2, 'toggle skeleton'],
  // Wireframe, weights, boxes and normals drawn over the model.
  ['x/sdk/tiger.x', -1, 0, 'toggle wireframe', 'toggle bounds', 'toggle normals'],
  ['gltf/greenman.glb', 0, 0.1, 'shading weights', 'select #3'],
];

// Returns all files in the folder of a model, which include those that it references.
function neighbours(file) {
  const folder = join(corpus, dirname(file));
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile() && statSync(path).size < 20e6)
    .map((path) => relative(corpus, path));
}

async function drawnByMesa(page) {
  const renderer = await page.evaluate(() => {
    const gl = document.createElement('canvas').getContext('webgl2');
    return gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL);
  });
  return /llvmpipe/.test(renderer);
}

for (const rasterizer of rasterizers) test(`by ${rasterizer}, files of the corpus look as they do on the desktop`, { skip: !existsSync(corpus) && 'no corpus' }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'skelter-pictures-'));
  const wrong = [];
  const use = async (page) => {
    assert.equal(await drawnByMesa(page), rasterizer === 'mesa');
    for (const [file, clip, time, ...commands] of pictures) {
      if (!existsSync(join(corpus, file))) {
        console.log(`SKIPPED: ${file} is not in the corpus`);
        continue;
      }
      const got = await page.evaluate(
        async ([model, others, clipIndex, seconds, lines]) => {
          const engine = await load('skelter');
          for (const other of others) await engine.fetchInto(other, `/corpus/${other}`);
          const started = engine.json('sk_viewer_start', { files: [model] });
          const answers = [];
          const command = (line) => answers.push(engine.text('sk_viewer_command', line));
          command('pause');
          command(clipIndex < 0 ? 'clip rest' : `clip #${clipIndex}`);
          command(`seek ${seconds}`);
          for (const line of lines) command(line);
          engine.frame();
          engine.frame();
          const state = engine.call('sk_viewer_state', [], [], true);
          command('export picture.png 480x360');
          const frames = [engine.frame(), engine.frame()];
          const bytes = engine.get('picture.png');
          const text = bytes && base64(bytes);
          engine.call('sk_viewer_stop', [], []);
          return { started, answers, state, frames, text };
        },
        [file, neighbours(file), clip, time, commands],
      );
      assert.deepEqual(got.started.not_opened, [], file);
      for (const answer of got.answers) assert.deepEqual(answer, {}, `${file}: ${JSON.stringify(answer)}`);
      assert.ok(got.text, `${file}: no picture`);
      const name = [file, clip, ...commands].join('_').replaceAll(/[/ #]/g, '_');
      writeFileSync(join(folder, `${name}.web.png`), Buffer.from(got.text, 'base64'));
      writeFileSync(join(folder, `${name}.json`), got.state);
      writeFileSync(join(folder, `${name}.txt`), `export ${join(folder, name)}.native.png 480x360\n`);
      skelter(['view', join(folder, `${name}.json`), '--script', join(folder, `${name}.txt`)], corpus);
      const web = decodePng(Buffer.from(got.text, 'base64'));
      const desktop = decodePng(readFileSync(join(folder, `${name}.native.png`)));
      const share = difference(web, desktop, levels);
      figure(`${rasterizer}: ${[file, ...commands].join(', ')}: ${(100 * share).toFixed(2)} % of the pixels off by more than ${levels} levels, ${colorsOf(web)} colours`);
      const limit = most[rasterizer][commands.some((command) => command.startsWith('toggle')) ? 'edges' : 'plain'];
      if (share > limit) wrong.push(`${name}: ${share}, see ${folder}`);
      assert.ok(colorsOf(web) > 100, `${file} is empty`);
    }
    assert.deepEqual(wrong, []);
  };
  await withPage(t, use, rasterizer);
});

for (const rasterizer of rasterizers) test(`by ${rasterizer}, every way of drawing looks as on the desktop`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'skelter-ways-'));
  const ways = execFileSync(join(native, 'web_ways'), ['assets/mannequin.x', folder], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .trim()
    .split('\n');
  assert.ok(ways.length >= 10);
  const use = async (page) => {
    assert.equal(await drawnByMesa(page), rasterizer === 'mesa');
    const got = await page.evaluate(async (names) => {
      const { default: create } = await import('/programs/web_ways.js');
      const module = await create({ locateFile: (file) => `/programs/${file}` });
      for (const file of ['mannequin.x', 'mannequin.png'])
        module.FS.writeFile(`/${file}`, new Uint8Array(await (await fetch(`/assets/${file}`)).arrayBuffer()));
      module.ccall('ways_start', 'number', ['string'], ['#canvas']);
      const pictures = {};
      for (const way of names) {
        const said = module.ccall('ways_draw', 'string', ['string', 'string'], ['/mannequin.x', way]);
        pictures[way] = said || base64(module.FS.readFile('/out.png'));
      }
      return { pictures, capture: module.ccall('ways_capture', 'number', ['string'], ['/mannequin.x']) };
    }, ways);
    const wrong = [];
    for (const way of ways) {
      writeFileSync(join(folder, `${way}.web.png`), Buffer.from(got.pictures[way], 'base64'));
      const web = decodePng(Buffer.from(got.pictures[way], 'base64'));
      const share = difference(web, decodePng(readFileSync(join(folder, `${way}.png`))), levels);
      figure(`${rasterizer}: ${way}: ${(100 * share).toFixed(2)} % of the pixels off by more than ${levels} levels`);
      if (share > most[rasterizer][/crowd|wireframe|skeleton-lines/.test(way) ? 'edges' : 'plain']) wrong.push(`${way}: ${share}, see ${folder}`);
      assert.ok(colorsOf(web) > 200, `${way} is empty`);
    }
    assert.deepEqual(wrong, []);
    // Compares floats with the reference in double precision.
    assert.ok(got.capture >= 0 && got.capture < 1e-5, `vertices read back: off by ${got.capture} of the figure`);
    figure(`vertices read back from the graphics card: off by ${got.capture.toExponential(1)} of the figure's size`);
  };
  await withPage(t, use, rasterizer);
});

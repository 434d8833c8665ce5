// The compiler's glue code as pages and the package have it: without the parts that ask for Node, read the .wasm or look where they are. Engine.load()
// does that (src/engine.ts), and bundlers would follow what these parts name.
import { transform } from 'esbuild';

const parts = [
  [/var ENVIRONMENT_IS_WEB=[^;]*;var ENVIRONMENT_IS_WORKER=[^;]*;var ENVIRONMENT_IS_NODE=[^;]*;/, ''],
  [/var _scriptDir = import\.meta\.url;/, 'var _scriptDir = "";'],
  [/new URL\(("[\w-]+\.wasm"),import\.meta\.url\)\.toString\(\)/, '$1'],
];

export async function short_glue(text) {
  for (const [part, replacement] of parts) {
    if (!part.test(text)) throw new Error(`the glue code of this Emscripten has no ${part.source}`);
    text = text.replace(part, replacement);
  }
  const define = { ENVIRONMENT_IS_WEB: 'true', ENVIRONMENT_IS_WORKER: 'false', ENVIRONMENT_IS_NODE: 'false' };
  const { code } = await transform(text, { minify: true, format: 'esm', target: 'es2022', legalComments: 'none', define });
  if (/\brequire\(|import\.meta|process\./.test(code)) throw new Error('the glue code still asks for Node');
  return code;
}

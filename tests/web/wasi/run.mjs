// Runs a WASI program in a folder: node run.mjs PROGRAM.wasm FOLDER
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [program, folder] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program], preopens: { '.': folder } });
const module = await WebAssembly.compile(readFileSync(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));

// Checks glTF files with the Khronos validator: node validate.mjs LIST, where LIST is a file that contains
// one path per line. Prints one line of JSON per file: {"file", "errors", "warnings", "messages": ["CODE
// /pointer: text", ...]}.

import fs from 'node:fs';
import path from 'node:path';
import validator from 'gltf-validator';

const kNames = ['error', 'warning'];

async function judge(file) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: file,
    maxIssues: 100,
    externalResourceFunction: async (uri) =>
      new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri)))),
  });
  const messages = report.issues.messages
    .filter((issue) => issue.severity < 2)
    .map((issue) => `${kNames[issue.severity]} ${issue.code} ${issue.pointer ?? ''}: ${issue.message}`);
  return {file, errors: report.issues.numErrors, warnings: report.issues.numWarnings, messages};
}

for (const file of fs.readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean)) {
  let line;
  try {
    line = await judge(file);
  } catch (error) {
    line = {file, errors: 1, warnings: 0, messages: [String(error)]};
  }
  console.log(JSON.stringify(line));
}

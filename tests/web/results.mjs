// Converts the results of node --test for the summary of ./run.sh test web, in the format of ctest: one suite
// for each file.
import { basename } from 'node:path';

const text = (value) => String(value).replace(/[&<>"\n]/g, (letter) => `&#${letter.charCodeAt(0)};`).replaceAll('&#38;', '&amp;').replaceAll('&#34;', '&quot;');

export default async function* results(source) {
  yield '<testsuite>\n';
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const skipped = data.skip !== undefined && data.skip !== false;
    // The subtests of a suite are listed.
    if (data.details.type === 'suite' && !skipped && (type === 'test:pass' || data.details.error?.failureType === 'subtestsFailed')) continue;
    const file = basename(data.file ?? 'web').replace(/\.test\.mjs$/, '');
    const status = skipped ? 'notrun' : type === 'test:pass' ? 'run' : 'fail';
    yield `<testcase name="web_${text(file)}.${text(data.name)}" status="${status}" time="${(data.details.duration_ms / 1000).toFixed(3)}">\n`;
    if (skipped) yield `<skipped message="SKIP_${text(data.skip)}"/>\n`;
    yield '</testcase>\n';
  }
  yield '</testsuite>\n';
}

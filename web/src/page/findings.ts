// Rows of motion findings as in `skelter check`: FAILED or note, rule, value, unit, limit, location, note.

import type { Finding } from '../report.ts';

// Returns the findings that `finding` represents, or undefined if a different one represents it. Of a rule's passed
// findings with a note, the one with the largest value represents the others.
function stands_for(finding: Finding, all: readonly Finding[]): Finding[] | undefined {
  if (!finding.ok) return [];
  if (!finding.note) return undefined;
  const others = all.filter((other) => other !== finding && other.rule === finding.rule && other.ok && other.note);
  const at = all.indexOf(finding);
  return others.some((other) => other.value! > finding.value! || (other.value === finding.value && all.indexOf(other) < at)) ? undefined : others;
}

export function finding_rows(all: readonly Finding[]): { finding: Finding; at: number; cells: string[] }[] {
  return all.flatMap((finding, at) => {
    const others = stands_for(finding, all);
    if (!others) return [];
    const { ok, rule, value, unit, threshold, clip, time_s, object, note, confidence } = finding;
    const limit = confidence === 'low' ? 'not judged' : threshold === null ? 'info' : `at most ${Number(threshold.toPrecision(4))}`;
    const place = [clip !== null && `clip ${clip}`, time_s !== null && `${time_s.toFixed(3)} s`, object].filter(Boolean).join(', ');
    const more = others.length > 0 ? ` (and in ${others.length} more clip${others.length > 1 ? 's' : ''})` : '';
    return [{ finding, at, cells: [ok ? 'note' : 'FAILED', rule, value === null ? '-' : String(Number(value.toFixed(4))), unit === 'H' ? 'of size' : unit, limit, place, (note ?? '') + more] }];
  });
}

// Returns the rules without a finding to report.
export function fine_rules(all: readonly Finding[]): string[] {
  return [...new Set(all.map(({ rule }) => rule))].filter((name) => all.every(({ rule, ok, note }) => rule !== name || (ok && !note)));
}

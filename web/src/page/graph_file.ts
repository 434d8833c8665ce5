// What a graph's file says of its parameters, for sliders that end where the values do.

export interface ParameterRange {
  min: number;
  max: number;
}

// JSON with comments and commas at the end; whatever else is wrong with it the engine says.
export function parameter_ranges(text: string): Map<string, ParameterRange> {
  const ranges = new Map<string, ParameterRange>();
  // Texts stay as they are: a comment may stand in one.
  const plain = text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, kept: string | undefined) => kept ?? '').replace(/,(\s*[}\]])/g, '$1');
  try {
    const { parameters } = JSON.parse(plain) as { parameters?: Record<string, { min?: number; max?: number }> };
    for (const [name, { min, max }] of Object.entries(parameters ?? {})) if (typeof max === 'number') ranges.set(name, { min: min ?? 0, max });
  } catch {
    return ranges;
  }
  return ranges;
}

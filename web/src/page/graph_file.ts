// Reads the parameter ranges of a graph file, which are the limits of sliders.

export interface ParameterRange {
  min: number;
  max: number;
}

// Parses JSON with comments and trailing commas. The engine reports all other errors.
export function parameter_ranges(text: string): Map<string, ParameterRange> {
  const ranges = new Map<string, ParameterRange>();
  // Strings are kept, because they may contain comment markers.
  const plain = text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, kept: string | undefined) => kept ?? '').replace(/,(\s*[}\]])/g, '$1');
  try {
    const { parameters } = JSON.parse(plain) as { parameters?: Record<string, { min?: number; max?: number }> };
    for (const [name, { min, max }] of Object.entries(parameters ?? {})) if (typeof max === 'number') ranges.set(name, { min: min ?? 0, max });
  } catch {
    return ranges;
  }
  return ranges;
}

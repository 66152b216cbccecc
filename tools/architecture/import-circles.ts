import type { SourceFile } from './source-file.ts';

/** One violation for each circle that a depth-first search meets. Imports of types and dynamic imports count too. */
export function importCircles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports.flatMap(({ target }) => target ?? [])]));
  const visited = new Set<string>();
  const found: string[] = [];

  const visit = (path: string, importers: readonly string[]): void => {
    const start = importers.indexOf(path);
    if (start >= 0) {
      found.push(`${path}: imports itself through ${[...importers.slice(start + 1), path].join(', ')}`);
      return;
    }
    if (visited.has(path)) return;
    visited.add(path);
    for (const target of imports.get(path) ?? []) visit(target, [...importers, path]);
  };

  for (const path of imports.keys()) visit(path, []);
  return found;
}

import type { Import, SourceFile } from './source-file.ts';

/** Returns what is wrong with a file, and an empty list when it follows the rule. */
export type Rule = (file: SourceFile) => string[];

export const isTest = ({ path }: SourceFile) =>
  /\.(test|spec)\.tsx?$/.test(path) || /^(e2e|reliability|(server|web)\/testing)\//.test(path);

export const importViolations = (imports: Import[], isViolation: (one: Import) => boolean, reason: string) =>
  imports.filter(isViolation).map(({ specifier }) => `imports ${specifier}: ${reason}`);

/** A violation when the file is in none of the places. */
export const onlyIn = (
  file: SourceFile,
  places: (string | RegExp)[],
  isViolation: (file: SourceFile) => boolean,
  what: string,
) => {
  const allowed = places.some((place) =>
    typeof place === 'string' ? file.path.startsWith(place) : place.test(file.path),
  );
  return !allowed && !isTest(file) && isViolation(file) ? [`${what} belongs in ${places.join(', ')}`] : [];
};

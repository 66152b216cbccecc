import type { Import, SourceFile } from './source-file.ts';

/** Returns what is wrong with a file, or nothing when the file keeps the rule. */
export type Rule = (file: SourceFile) => string[];

export const isTest = ({ path }: SourceFile) =>
  /\.(test|spec)\.tsx?$/.test(path) || /^(e2e|(server|web)\/testing)\//.test(path);

export const complain = (imports: Import[], isWrong: (one: Import) => boolean, reason: string) =>
  imports.filter(isWrong).map(({ specifier }) => `imports ${specifier}: ${reason}`);

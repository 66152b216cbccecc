import { FEATURE_DEPENDENCIES } from './feature-dependencies.ts';
import { isTest } from './rule.ts';
import { featureOf } from './rules.ts';
import type { SourceFile } from './source-file.ts';
import { WEB_FEATURE_DEPENDENCIES, webFeatureOf } from './web-rules.ts';

/** The lines that allow a feature to import another one, although no file of it does. Both features have files. */
export const unusedDependencies = (files: readonly SourceFile[]): string[] => [
  ...unusedOn('server', FEATURE_DEPENDENCIES, files, featureOf),
  ...unusedOn('web', WEB_FEATURE_DEPENDENCIES, files, webFeatureOf),
];

function unusedOn(
  side: string,
  dependencies: Record<string, readonly string[]>,
  files: readonly SourceFile[],
  featureOfPath: (path: string) => string | undefined,
): string[] {
  const features = new Set(files.map(({ path }) => featureOfPath(path)));
  const used = new Set(
    files
      .filter((file) => !isTest(file))
      .flatMap(({ path, imports }) =>
        imports
          // Every feature may import it.
          .filter(({ target }) => target !== 'server/auth/owner.ts')
          .map(({ target }) => `${featureOfPath(path)} ${target && featureOfPath(target)}`),
      ),
  );
  return Object.entries(dependencies).flatMap(([from, allowed]) =>
    allowed
      .filter((to) => features.has(from) && features.has(to) && !used.has(`${from} ${to}`))
      .map((to) => `${side}/${from}: may depend on ${to} and does not, remove that from the rules`),
  );
}

import { complain, isTest, type Rule } from './rule.ts';
import type { SourceFile } from './source-file.ts';
import { WEB_RULES } from './web-rules.ts';

/** Which features may lean on which. A new arrow is one line here, seen in review. */
export const ARROWS: Record<string, readonly string[]> = {
  auth: [],
  account: ['auth', 'patients', 'billing'],
  health: [],
  billing: [],
  patients: ['billing'],
  agenda: ['patients'],
  drafts: ['patients'],
  signature: [],
  documents: ['drafts', 'signature'],
  'clinical-notes': ['patients', 'drafts', 'documents', 'cie10'],
  certificates: ['drafts', 'documents'],
  cie10: [],
  admin: ['auth', 'billing'],
};

/** The gate to identities and sessions opens for these alone. */
const IDENTITY_HANDLE_USERS = ['server/auth/', 'server/health/', 'server/platform/', 'server/app.ts', 'server/main.ts'];

/** What belongs to nobody is read by all, and changed by these alone. */
const CATALOGUE_HANDLE_USERS = ['server/cie10/', 'server/platform/'];

/** Money is counted in one place. */
const BILLING_HANDLE_USERS = ['server/billing/', 'server/platform/'];

/** Accounts of all users are looked at, and taken away, in one place. */
const ADMINISTRATION_HANDLE_USERS = ['server/admin/', 'server/platform/'];

const FOUNDATIONS = ['platform', 'audit', 'testing', 'migrations'];
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|types|constants|index)\.tsx?$/;
const MAX_LINES = 250;
const MAX_TEST_LINES = 400;

const sideOf = (path: string) => path.split('/')[0] ?? '';

export function featureOf(path: string): string | undefined {
  const [side, folder, file] = path.split('/');
  return side === 'server' && file && folder && !FOUNDATIONS.includes(folder) ? folder : undefined;
}

const sides: Rule = ({ path, imports }) => {
  const side = sideOf(path);
  const allowed: Record<string, string[]> = {
    contract: ['contract'],
    server: ['contract', 'server'],
    web: ['contract', 'web'],
    e2e: ['contract', 'e2e'],
    bench: ['contract', 'server', 'bench', 'tools'],
    tools: ['contract', 'server', 'web', 'tools'],
  };
  return complain(
    imports,
    ({ target }) => target !== undefined && !allowed[side]?.includes(sideOf(target)),
    `${side} does not know that side`,
  );
};

const contractIsPure: Rule = (file) =>
  file.path.startsWith('contract/') && !isTest(file)
    ? [
        ...complain(
          file.imports,
          ({ specifier, target }) => !target && specifier !== 'zod',
          'the contract knows zod alone',
        ),
        ...[...file.globals].map((name) => `uses ${name}: the contract knows no world around it`),
      ]
    : [];

const features: Rule = (file) => {
  const own = featureOf(file.path);
  if (!own || isTest(file)) return [];
  return file.imports.flatMap(({ specifier, target }) => {
    const other = target && featureOf(target);
    if (!other || other === own || target === 'server/auth/owner.ts') return [];
    if (!ARROWS[own]?.includes(other)) return [`imports ${specifier}: ${own} does not lean on ${other}`];
    return target.endsWith('.service.ts') ? [] : [`imports ${specifier}: another feature is reached by its service`];
  });
};

const knownFeatures: Rule = ({ path }) => {
  const feature = featureOf(path);
  return feature && !(feature in ARROWS) ? [`${feature} is not in the graph of features`] : [];
};

const layers: Rule = (file) => {
  if (isTest(file) || !featureOf(file.path)) return [];
  const wrong = (pattern: RegExp, reason: string) =>
    complain(file.imports, ({ target }) => target !== undefined && pattern.test(target), reason);
  if (file.path.endsWith('.store.ts')) {
    return wrong(
      /\.(service|routes)\.ts$|app-error\.ts$|^server\/audit\//,
      'a store fetches, it neither decides nor refuses',
    );
  }
  if (file.path.endsWith('.service.ts')) return wrong(/\.routes\.ts$/, 'a service does not know its routes');
  if (file.path.endsWith('.routes.ts'))
    return wrong(/^server\/(audit|platform\/crypto)\//, 'routes list, services decide');
  return [];
};

const onlyIn = (
  file: SourceFile,
  places: (string | RegExp)[],
  isWrong: (file: SourceFile) => boolean,
  what: string,
) => {
  const allowed = places.some((place) =>
    typeof place === 'string' ? file.path.startsWith(place) : place.test(file.path),
  );
  return !allowed && !isTest(file) && isWrong(file) ? [`${what} belongs in ${places.join(', ')}`] : [];
};
const importing = (pattern: RegExp) => (file: SourceFile) => file.imports.some((one) => pattern.test(one.specifier));

const places: Rule = (file) => [
  ...onlyIn(file, ['server/app.ts', 'server/platform/http/'], importing(/^(fastify$|@fastify\/)/), 'Fastify'),
  ...onlyIn(file, ['server/platform/database/', 'bench/'], importing(/^pg$/), 'the database driver'),
  ...onlyIn(
    file,
    [/\.store\.ts$/, 'server/platform/database/', 'bench/'],
    ({ path, sendsSql }) => path.startsWith('server/') && sendsSql,
    'SQL',
  ),
  ...onlyIn(
    file,
    IDENTITY_HANDLE_USERS,
    ({ path, members }) =>
      path.startsWith('server/') && (members.has('identity') || members.has('identityTransaction')),
    'the identity handle',
  ),
  ...onlyIn(
    file,
    CATALOGUE_HANDLE_USERS,
    ({ path, members }) => path.startsWith('server/') && members.has('catalogueTransaction'),
    'the catalogue handle',
  ),
  ...onlyIn(
    file,
    BILLING_HANDLE_USERS,
    ({ path, members }) => path.startsWith('server/') && (members.has('billing') || members.has('billingTransaction')),
    'the billing handle',
  ),
  ...onlyIn(
    file,
    ADMINISTRATION_HANDLE_USERS,
    ({ path, members }) => path.startsWith('server/') && (members.has('adminRead') || members.has('purgeTransaction')),
    'the administration handle',
  ),
  ...onlyIn(
    file,
    ['web/platform/api.ts'],
    ({ path, globals }) => path.startsWith('web/') && globals.has('fetch'),
    'fetch',
  ),
  ...onlyIn(
    file,
    ['web/platform/session.ts', 'web/drafts/kept-text.ts', 'web/platform/theme.ts', 'web/public/theme.js'],
    ({ path, globals }) => path.startsWith('web/') && (globals.has('localStorage') || globals.has('sessionStorage')),
    'browser storage',
  ),
];

const testingStaysOut: Rule = (file) =>
  isTest(file)
    ? []
    : complain(file.imports, ({ target }) => target?.startsWith('server/testing/') === true, 'only tests use it');

const shape: Rule = (file) => {
  const limit = isTest(file) ? MAX_TEST_LINES : MAX_LINES;
  return [
    ...(file.lines > limit ? [`has ${file.lines} lines, more than ${limit}`] : []),
    ...(file.reexports ? ['passes names on from another file: import them where they live'] : []),
    ...(FORBIDDEN_NAMES.test(file.path) ? ['is named for nothing: name it for what it does'] : []),
    ...complain(file.imports, ({ specifier }) => specifier.startsWith('../../'), 'use #contract, #server or #web'),
  ];
};

export const RULES: readonly Rule[] = [
  sides,
  contractIsPure,
  features,
  knownFeatures,
  layers,
  places,
  testingStaysOut,
  shape,
  ...WEB_RULES,
];

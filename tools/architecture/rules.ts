import { FEATURE_DEPENDENCIES } from './feature-dependencies.ts';
import { importViolations, isTest, onlyIn, type Rule } from './rule.ts';
import type { SourceFile } from './source-file.ts';
import { WEB_RULES } from './web-rules.ts';

const KEYS_HANDLE_USERS = ['server/keys/'];

/** The only users of each handle, beside the platform itself. */
const HANDLE_USERS: { name: string; members: string[]; users: string[] }[] = [
  {
    name: 'identity',
    members: ['identity', 'identityTransaction'],
    users: [
      'server/auth/',
      'server/calendar-link/',
      'server/professional-identity/',
      'server/assistants/',
      'server/notices/',
      'server/incidents/',
      'server/health/',
      'server/proof-of-work/',
      'server/app.ts',
      'server/request-limits.ts',
      'server/serve.ts',
    ],
  },
  // All features read the catalogue.
  { name: 'catalogue', members: ['catalogueTransaction'], users: ['server/cie10/'] },
  { name: 'billing', members: ['billing', 'billingTransaction'], users: ['server/billing/'] },
  // The system feature reads the list of backups.
  {
    name: 'administration',
    members: ['adminRead'],
    users: ['server/admin/', 'server/system/', 'server/incidents/', 'server/processing-agreement/'],
  },
  { name: 'purge', members: ['purgeTransaction'], users: ['server/admin/'] },
  { name: 'keys', members: ['keysTransaction'], users: KEYS_HANDLE_USERS },
  { name: 'audit', members: ['auditTransaction'], users: ['server/audit/'] },
  { name: 'clean-up', members: ['cleanup'], users: ['server/cleanup/'] },
  { name: 'custody', members: ['custodyTransaction'], users: ['server/custody/'] },
  // Notices are delivered like mails.
  { name: 'mail', members: ['mailTransaction'], users: ['server/mail/', 'server/notices/'] },
];

const FOUNDATIONS = [
  'platform',
  'audit',
  'pdf',
  'keys',
  'backups',
  'cleanup',
  'links',
  'mail',
  'payments',
  'proof-of-work',
  'testing',
  'migrations',
];
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
    reliability: ['contract', 'server', 'reliability', 'tools'],
    tools: ['contract', 'server', 'web', 'tools'],
  };
  return importViolations(
    imports,
    ({ target }) => target !== undefined && !allowed[side]?.includes(sideOf(target)),
    `${side} may not import that side`,
  );
};

const contractIsPure: Rule = (file) =>
  file.path.startsWith('contract/') && !isTest(file)
    ? [
        ...importViolations(
          file.imports,
          ({ specifier, target }) => !target && specifier !== 'zod',
          'the contract imports zod and nothing else',
        ),
        ...[...file.globals].map((name) => `uses ${name}: the contract has no input and output`),
      ]
    : [];

const features: Rule = (file) => {
  const own = featureOf(file.path);
  if (!own || isTest(file)) return [];
  return file.imports.flatMap(({ specifier, target }) => {
    const other = target && featureOf(target);
    if (!other || other === own || target === 'server/auth/owner.ts') return [];
    if (!FEATURE_DEPENDENCIES[own]?.includes(other)) return [`imports ${specifier}: ${own} may not depend on ${other}`];
    return target.endsWith('.service.ts') ? [] : [`imports ${specifier}: import the service of another feature`];
  });
};

/** Every feature builds on these, so they import no feature. */
const BELOW_FEATURES = [
  'server/deps.ts',
  'server/platform/',
  'server/audit/',
  'server/pdf/',
  'server/keys/',
  'server/backups/',
  'server/cleanup/',
  'server/links/',
  'server/mail/',
  'server/payments/',
  'server/proof-of-work/',
];
/** A rotation of the keys, and what ends with a restore, are recorded like any other act. */
const RECORDING_PLACES = ['server/keys/', 'server/backups/'];
const belowFeatures: Rule = (file) => {
  const own = isTest(file) ? undefined : BELOW_FEATURES.find((place) => file.path.startsWith(place));
  if (!own) return [];
  const below = ['server/platform/', own, ...(RECORDING_PLACES.includes(own) ? ['server/audit/'] : [])];
  const isAbove = (target = '') => target.startsWith('server/') && !below.some((place) => target.startsWith(place));
  return importViolations(
    file.imports,
    ({ target }) => isAbove(target),
    `${own} imports nothing above server/platform/`,
  );
};

const knownFeatures: Rule = ({ path }) => {
  const feature = featureOf(path);
  return feature && !(feature in FEATURE_DEPENDENCIES) ? [`${feature} is not in FEATURE_DEPENDENCIES`] : [];
};

const layers: Rule = (file) => {
  if (isTest(file) || !featureOf(file.path)) return [];
  const wrong = (pattern: RegExp, reason: string) =>
    importViolations(file.imports, ({ target }) => target !== undefined && pattern.test(target), reason);
  if (file.path.endsWith('.store.ts')) {
    return wrong(/\.(service|routes)\.ts$|app-error\.ts$|^server\/audit\//, 'a store only runs SQL');
  }
  if (file.path.endsWith('.service.ts')) return wrong(/\.routes\.ts$/, 'a service may not import routes');
  if (file.path.endsWith('.routes.ts')) return wrong(/^server\/(audit|platform\/crypto)\//, 'routes call services');
  return [];
};

const importing = (pattern: RegExp) => (file: SourceFile) => file.imports.some((one) => pattern.test(one.specifier));

/** Connections and transactions, the embedded server, and the placement of tables on several machines. */
const DATABASE_FOLDERS = [
  'server/platform/database/',
  'server/platform/embedded-postgres/',
  'server/platform/placement/',
];

const places: Rule = (file) => [
  ...onlyIn(file, ['server/app.ts', 'server/platform/http/'], importing(/^(fastify$|@fastify\/)/), 'Fastify'),
  ...onlyIn(file, [...DATABASE_FOLDERS, 'bench/'], importing(/^pg$/), 'the database driver'),
  ...onlyIn(file, ['server/pdf/layout/pdfkit-document.ts', 'tools/demo/'], importing(/^pdfkit$/), 'pdfkit'),
  ...onlyIn(
    file,
    [/\.store\.ts$/, ...DATABASE_FOLDERS, 'bench/'],
    ({ path, sendsSql }) => path.startsWith('server/') && sendsSql,
    'SQL',
  ),
  ...HANDLE_USERS.flatMap(({ name, members, users }) =>
    onlyIn(
      file,
      [...users, 'server/platform/'],
      (one) => one.path.startsWith('server/') && members.some((member) => one.members.has(member)),
      `the ${name} handle`,
    ),
  ),
  // Backups have key files, which are also called `keys`, and are given no handle. A map has a method of that name.
  ...onlyIn(
    file,
    [...KEYS_HANDLE_USERS, 'server/platform/'],
    ({ path, valuesRead, sendsSql }) =>
      path.startsWith('server/') && valuesRead.has('keys') && (sendsSql || featureOf(path) !== undefined),
    'the keys handle',
  ),
];

const testingOnlyInTests: Rule = (file) =>
  isTest(file)
    ? []
    : importViolations(
        file.imports,
        ({ target }) => /^(server|web)\/testing\//.test(target ?? ''),
        'only tests may use it',
      );

const shape: Rule = (file) => {
  const limit = isTest(file) ? MAX_TEST_LINES : MAX_LINES;
  return [
    ...(file.lines > limit ? [`has ${file.lines} lines, more than ${limit}`] : []),
    ...(file.reexports ? ['re-exports from another file: import from the file itself'] : []),
    ...(FORBIDDEN_NAMES.test(file.path) ? ['has a generic name: name it after what it does'] : []),
    ...importViolations(
      file.imports,
      ({ specifier }) => specifier.startsWith('../../'),
      'use #contract, #server or #web',
    ),
  ];
};

export const RULES: readonly Rule[] = [
  sides,
  contractIsPure,
  features,
  belowFeatures,
  knownFeatures,
  layers,
  places,
  testingOnlyInTests,
  shape,
  ...WEB_RULES,
];

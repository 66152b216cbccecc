import { importViolations, isTest, onlyIn, type Rule } from './rule.ts';

/** The features of web/ that each feature may import. A new dependency is a new line here, which reviewers see. */
export const WEB_FEATURE_DEPENDENCIES: Record<string, readonly string[]> = {
  'access-log': [],
  account: [
    'access-log',
    'assistants',
    'auth',
    'billing',
    'custody',
    'drafts',
    'export',
    'imports',
    'passkeys',
    'notices',
    'processing-agreement',
    'signature',
  ],
  admin: ['billing', 'cie10', 'incidents', 'system'],
  agenda: ['booking', 'charges', 'patients', 'reminders', 'services'],
  'appointment-links': ['patient-pages'],
  assistants: ['access-log'],
  booking: ['drafts', 'services'],
  'booking-page': ['patient-pages'],
  'calendar-link': [],
  reminders: ['drafts'],
  deposits: ['site'],
  'working-hours': ['booking', 'calendar-link', 'charges', 'deposits', 'reminders', 'services'],
  services: ['deposits'],
  'shared-documents': ['patient-pages'],
  shares: ['patients'],
  attachments: [],
  auth: ['drafts', 'passkeys', 'site'],
  billing: [],
  certificates: ['documents', 'drafts', 'patients', 'shares'],
  charges: ['cie10', 'documents', 'drafts', 'patients', 'reminders', 'services', 'shares'],
  cie10: [],
  medications: [],
  'clinical-notes': ['attachments', 'charges', 'cie10', 'documents', 'drafts', 'medications', 'patients', 'shares'],
  custody: ['export'],
  documents: ['site'],
  drafts: ['patients'],
  export: [],
  'first-steps': [],
  home: [
    'agenda',
    'booking',
    'first-steps',
    'patients',
    'processing-agreement',
    'reminders',
    'rights-requests',
    'shares',
  ],
  imports: ['patients'],
  incidents: [],
  invitation: ['patient-pages'],
  'processing-agreement': [],
  notices: [],
  presets: ['clinical-notes'],
  'patient-profile': [
    'access-log',
    'agenda',
    'attachments',
    'certificates',
    'charges',
    'clinical-notes',
    'drafts',
    'patients',
    'record-search',
    'reminders',
    'shares',
  ],
  passkeys: [],
  'patient-pages': [],
  patients: ['export'],
  reception: ['agenda', 'charges'],
  'record-search': [],
  'rights-form': ['patient-pages'],
  'rights-requests': ['drafts', 'export', 'patients'],
  'service-worker': [],
  signature: [],
  site: ['billing'],
  system: [],
};

/** From low to high: a file imports its own level and those below. Files directly in web/ count as `app`. */
const LEVELS = ['ui', 'platform', 'feature', 'app'] as const;

const folderOf = (path: string): string => {
  const [, folder = '', file] = path.split('/');
  return file ? folder : 'app';
};
const levelOf = (path: string): number => {
  const level = (LEVELS as readonly string[]).indexOf(folderOf(path));
  return level >= 0 ? level : LEVELS.indexOf('feature');
};
const isWeb = (path?: string): path is string => path?.startsWith('web/') === true;
export const webFeatureOf = (path?: string): string | undefined =>
  isWeb(path) && levelOf(path) === LEVELS.indexOf('feature') ? folderOf(path) : undefined;

const levels: Rule = (file) =>
  isWeb(file.path) && !isTest(file)
    ? importViolations(
        file.imports,
        ({ target }) => isWeb(target) && levelOf(target) > levelOf(file.path),
        `that is a higher level`,
      )
    : [];

const dependencies: Rule = (file) => {
  const own = webFeatureOf(file.path);
  if (!own || isTest(file)) return [];
  const allowed = WEB_FEATURE_DEPENDENCIES[own];
  if (!allowed) return [`web/${own} is not in WEB_FEATURE_DEPENDENCIES`];
  return file.imports.flatMap(({ specifier, target }) => {
    const other = webFeatureOf(target);
    if (!other || other === own || allowed.includes(other)) return [];
    return [`imports ${specifier}: web/${own} may not depend on web/${other}`];
  });
};

const browserOnly: Rule = (file) =>
  isWeb(file.path) && !isTest(file)
    ? importViolations(
        file.imports,
        ({ specifier }) => specifier.startsWith('node:'),
        'Node modules do not run in a browser',
      )
    : [];

const places: Rule = (file) => [
  ...onlyIn(
    file,
    // The pages for patients do without the client, which brings the schemas of all endpoints. The service worker calls
    // no endpoint.
    ['web/platform/api.ts', 'web/patient-pages/requests.ts', 'web/service-worker/'],
    ({ path, globals }) => isWeb(path) && globals.has('fetch'),
    'fetch',
  ),
  ...onlyIn(
    file,
    ['web/platform/upload-progress.ts'],
    ({ path, globals }) => isWeb(path) && globals.has('XMLHttpRequest'),
    'XMLHttpRequest',
  ),
  ...onlyIn(
    file,
    [
      'web/platform/session.ts',
      'web/platform/device-choices.ts',
      'web/platform/access-token.ts',
      'web/platform/screen-lock.ts',
      'web/drafts/unsaved-changes.ts',
      'web/patient-pages/typed-data.ts',
      'web/platform/theme.ts',
      'web/public/theme.js',
    ],
    ({ path, globals }) => isWeb(path) && (globals.has('localStorage') || globals.has('sessionStorage')),
    'browser storage',
  ),
];

export const WEB_RULES: readonly Rule[] = [levels, dependencies, browserOnly, places];

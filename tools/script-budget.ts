import type { Manifest } from 'vite';

/** The most JavaScript, in bytes after gzip, that a screen may load the first time. */
const BUDGET = 180_000;

/** Loaded by every screen behind the login: the entry and the routes around the page. */
const FRAME = ['index.html', 'app/providers.tsx', 'app/require-auth.tsx'];

/** In the head of every page, outside the modules. */
export const THEME_SCRIPT = 'theme.js';

type Parts = Record<string, string[][]>;

/** The parts that a screen loads by itself until it is shown. A page that shows one thing or another has several rows. */
const PARTS: Parts = {
  'account/account-page.tsx': [
    ['account/security-tab.tsx'],
    ['billing/subscription-tab.tsx'],
    ['signature/signature-tab.tsx'],
  ],
  'admin/admin-page.tsx': [['admin/mails-tab.tsx'], ['admin/webhooks-tab.tsx']],
  'agenda/agenda-page.tsx': [[], ['agenda/week-grid.tsx']],
  'home/home-page.tsx': [['home/your-day.tsx']],
  'patient-profile/patient-profile-page.tsx': [
    [
      'patient-profile/appointments-card.tsx',
      'patient-profile/measurements-card.tsx',
      'attachments/attachments-card.tsx',
      'attachments/attachment-list.tsx',
    ],
  ],
  'clinical-notes/clinical-note-page.tsx': [
    ['clinical-notes/clinical-note-editor.tsx', 'clinical-notes/measurement-inputs.tsx'],
    ['clinical-notes/finalized-clinical-note.tsx', 'clinical-notes/addendum-editor.tsx'],
  ],
  'certificates/certificate-page.tsx': [
    ['certificates/certificate-editor.tsx'],
    ['certificates/finalized-certificate.tsx'],
  ],
};

/** Loaded when something is opened, sent or searched, or when the browser is idle. */
const LATER = [
  /-dialog\.tsx$/,
  /-menu\.tsx$/,
  /-rules\.ts$/,
  'access-log/access-log-entries.tsx',
  'account/personal-info-form.tsx',
  'account/second-factor-setup.tsx',
  'agenda/booking-questions.tsx',
  'app/next-screens.ts',
  'attachments/attachment-preview.tsx',
  'attachments/pdf-pages.tsx',
  'attachments/upload-list.tsx',
  'auth/common-passwords.txt?raw',
  'clinical-notes/cie10-diagnosis.tsx',
  'clinical-notes/further-prescription-fields.tsx',
  'clinical-notes/medicine-suggestions.tsx',
  'confirm-panel',
  'dialog-panel',
  'record-search/record-search-results.tsx',
  'schedule',
  'ui/calendar.tsx',
  'ui/drawer.tsx',
  'ui/popover.tsx',
  'ui/toaster.tsx',
  'upload',
];

export interface Screen {
  source: string;
  bytes: number;
}

/**
 * What each screen loads the first time: the modules of the frame, of its page and of its parts, with all that they
 * import. Modules that a screen loads later do not count. `bench/navigation.ts` measures the same in a browser. The pages
 * of the public site are outside the frame. Throws for a module that is neither a part nor loaded later.
 */
export function screensOf(
  manifest: Manifest,
  sizeOf: (file: string) => number,
  { parts = PARTS, later = LATER }: { parts?: Parts; later?: readonly (string | RegExp)[] } = {},
): Screen[] {
  const isOutside = (key: string) => FRAME.includes(key) || !key.endsWith('-page.tsx') || key.startsWith('site/');
  const pages = new Set(
    [...withImports(manifest, FRAME)]
      .flatMap((key) => manifest[key]?.dynamicImports ?? [])
      .filter((key) => !isOutside(key)),
  );
  const stray = Object.keys(parts).filter((source) => !pages.has(source));
  if (stray.length > 0) throw new Error(`The build has no ${stray.join(', ')}`);
  const known = Object.values(parts).flat(2);
  const unknown = [...loadedOnDemand(manifest, [...pages])].filter(
    (source) =>
      !known.includes(source) && !later.some((one) => (typeof one === 'string' ? one === source : one.test(source))),
  );
  if (unknown.length > 0) throw new Error(`Neither a part of a screen nor loaded later: ${unknown.join(', ')}`);
  return [...pages]
    .map((source) => {
      const sizes = (parts[source] ?? [[]]).map((some) => sizeWith(manifest, sizeOf, [source, ...some]));
      return { source, bytes: Math.max(...sizes) };
    })
    .sort((one, other) => other.bytes - one.bytes);
}

/** A file that several modules share has no source but a name. */
const sourceOf = (manifest: Manifest, key: string): string => manifest[key]?.src ?? manifest[key]?.name ?? key;

/** The modules behind the pages that are imported on demand, at any depth. */
function loadedOnDemand(manifest: Manifest, pages: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (key: string) => {
    for (const imported of withImports(manifest, [key])) {
      for (const part of manifest[imported]?.dynamicImports ?? []) {
        const source = sourceOf(manifest, part);
        if (pages.includes(part) || found.has(source)) continue;
        found.add(source);
        add(part);
      }
    }
  };
  pages.forEach(add);
  // The entry of the frame is imported by every page, and what it loads is part of the frame.
  for (const key of withImports(manifest, FRAME)) {
    for (const part of manifest[key]?.dynamicImports ?? []) found.delete(sourceOf(manifest, part));
  }
  return found;
}

function sizeWith(manifest: Manifest, sizeOf: (file: string) => number, sources: string[]): number {
  const files = [...withImports(manifest, [...FRAME, ...sources])].map((key) => manifest[key]?.file ?? '');
  const scripts = files.filter((file) => file.endsWith('.js'));
  return [THEME_SCRIPT, ...scripts].reduce((total, file) => total + sizeOf(file), 0);
}

function withImports(manifest: Manifest, sources: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (found.has(key)) return;
    found.add(key);
    chunk.imports?.forEach(add);
  };
  sources.forEach(add);
  return found;
}

/** One line for the log of the build. Throws if a screen is over the budget. */
export function describeBudget(screens: readonly Screen[], budget = BUDGET): string {
  const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  // A file of unknown size is over every budget.
  const over = screens.filter(({ bytes }) => !(bytes <= budget));
  if (over.length > 0) {
    const list = over.map(({ source, bytes }) => `${source} ${inKilobytes(bytes)}`).join(', ');
    throw new Error(`More JavaScript (gzip) than ${inKilobytes(budget)} the first time: ${list}`);
  }
  const [largest] = screens;
  if (!largest) throw new Error('The build has no screens');
  return `JavaScript of a screen the first time: at most ${inKilobytes(largest.bytes)} (${largest.source}), budget ${inKilobytes(budget)}`;
}

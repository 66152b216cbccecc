import type { Manifest } from 'vite';

/** The most JavaScript, in bytes after gzip, that a screen may load the first time. */
const BUDGET = 180_000;

/** Loaded by every screen behind the login: the entry and the routes around the page. */
const FRAME = ['index.html', 'app/providers.tsx', 'app/require-auth.tsx'];

/** In the head of every page, outside the modules. */
export const THEME_SCRIPT = 'theme.js';

/**
 * The parts that a screen loads by itself until all of it is shown, with data of every kind. A page that shows one thing
 * or another has several rows.
 */
const PARTS: Record<string, string[][]> = {
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
    ['clinical-notes/clinical-note-editor.tsx'],
    [
      'clinical-notes/finalized-clinical-note.tsx',
      'attachments/attachments-card.tsx',
      'attachments/attachment-list.tsx',
    ],
  ],
  'certificates/certificate-page.tsx': [
    ['certificates/certificate-editor.tsx'],
    ['certificates/finalized-certificate.tsx'],
  ],
};

export interface Screen {
  source: string;
  bytes: number;
}

/**
 * What each screen loads the first time: the modules of its lazy routes and of its parts, with all that they import.
 * Modules that a screen loads later, when a dialog opens or when the browser is idle, do not count. `bench/navigation.ts`
 * measures the same in a browser. The pages of the public site are outside the frame.
 */
export function screensOf(manifest: Manifest, sizeOf: (file: string) => number, parts = PARTS): Screen[] {
  const isLater = (key: string) => FRAME.includes(key) || !key.endsWith('-page.tsx') || key.startsWith('site/');
  const pages = new Set(
    [...withImports(manifest, FRAME)]
      .flatMap((key) => manifest[key]?.dynamicImports ?? [])
      .filter((key) => !isLater(key)),
  );
  return [...pages]
    .map((source) => {
      const sizes = (parts[source] ?? [[]]).map((some) => sizeWith(manifest, sizeOf, [source, ...some]));
      return { source, bytes: Math.max(...sizes) };
    })
    .sort((one, other) => other.bytes - one.bytes);
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
  const over = screens.filter(({ bytes }) => bytes > budget);
  if (over.length > 0) {
    const list = over.map(({ source, bytes }) => `${source} ${inKilobytes(bytes)}`).join(', ');
    throw new Error(`More JavaScript (gzip) than ${inKilobytes(budget)} the first time: ${list}`);
  }
  const [largest] = screens;
  if (!largest) throw new Error('The build has no screens');
  return `JavaScript of a screen the first time: at most ${inKilobytes(largest.bytes)} (${largest.source}), budget ${inKilobytes(budget)}`;
}

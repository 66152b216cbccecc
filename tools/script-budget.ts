import type { Manifest } from 'vite';

/** The most JavaScript, in bytes after brotli, that a screen behind the login loads the first time. */
const SCREEN_BUDGET = 260_000;

/** The same for a public page, which has no React. */
const PUBLIC_BUDGET = 60_000;

/** Loaded by every screen behind the login: the entry and the routes around the page. */
const FRAME = ['index.html', 'app/providers.tsx', 'app/require-auth.tsx'];

/** The same for the page where patients book. */
const BOOKING_BUDGET = 70_000;
const BOOKING_PAGE = 'booking-page/booking-page-script.ts';

const PUBLIC_PAGES = [
  'site/public-page.ts',
  'appointment-links/appointment-link-script.ts',
  'shared-documents/shared-documents-script.ts',
  'rights-form/rights-form-script.ts',
  'invitation/invitation-script.ts',
];

/** In the head of every page, outside the modules. */
export const THEME_SCRIPT = 'theme.js';

interface FirstLoad {
  source: string;
  bytes: number;
}

/** The lines for the log of the build. Throws when a page is over its budget. */
export function describeBudgets(manifest: Manifest, sizeOf: (file: string) => number): string {
  const load = (sources: string[]) => firstLoad(manifest, sizeOf, sources);
  const screens = screenSources(manifest).map((source) => ({ source, bytes: load([...FRAME, source]) }));
  const publicPages = PUBLIC_PAGES.map((source) => ({ source, bytes: load([source]) }));
  return [
    describe('a screen behind the login', screens, SCREEN_BUDGET),
    describe('a public page', publicPages, PUBLIC_BUDGET),
    describe('the booking page', [{ source: BOOKING_PAGE, bytes: load([BOOKING_PAGE]) }], BOOKING_BUDGET),
  ].join('\n');
}

/** The pages of the public site are outside the frame. */
const screenSources = (manifest: Manifest): string[] =>
  Object.keys(manifest).filter((key) => key.endsWith('-page.tsx') && !key.startsWith('site/'));

/** The bytes of the modules with all that they import. What a dialog loads when it is opened does not count. */
function firstLoad(manifest: Manifest, sizeOf: (file: string) => number, sources: string[]): number {
  const files = new Set([THEME_SCRIPT]);
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  sources.forEach(add);
  return [...files].filter((file) => file.endsWith('.js')).reduce((total, file) => total + sizeOf(file), 0);
}

function describe(what: string, loads: FirstLoad[], budget: number): string {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const [largest] = loads.sort((one, other) => other.bytes - one.bytes);
  if (!largest) throw new Error('The build has no screens');
  const text = `JavaScript of ${what} the first time (brotli): ${kilobytes(largest.bytes)} (${largest.source}), budget ${kilobytes(budget)}`;
  if (largest.bytes > budget) throw new Error(text);
  return text;
}

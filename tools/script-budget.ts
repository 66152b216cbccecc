import type { Manifest } from 'vite';

/** The most JavaScript, in bytes after gzip, that a screen may load the first time. */
const BUDGET = 180_000;

/** Loaded by every screen behind the login: the entry and the routes around the page. */
const FRAME = ['index.html', 'app/providers.tsx', 'app/require-auth.tsx'];

export interface Screen {
  source: string;
  bytes: number;
}

/**
 * What each screen loads the first time: the modules of its lazy routes with all that they import. Modules that a screen
 * loads later, when a dialog opens or when the browser is idle, do not count. `bench/navigation.ts` measures the same in a
 * browser. The pages of the public site are outside the frame.
 */
export function screensOf(manifest: Manifest, sizeOf: (file: string) => number): Screen[] {
  const isLater = (key: string) => FRAME.includes(key) || !key.endsWith('-page.tsx') || key.startsWith('site/');
  const pages = new Set(
    [...withImports(manifest, FRAME)]
      .flatMap((key) => manifest[key]?.dynamicImports ?? [])
      .filter((key) => !isLater(key)),
  );
  return [...pages]
    .map((source) => {
      const files = [...withImports(manifest, [...FRAME, source])].map((key) => manifest[key]?.file ?? '');
      const scripts = files.filter((file) => file.endsWith('.js'));
      return { source, bytes: scripts.reduce((total, file) => total + sizeOf(file), 0) };
    })
    .sort((one, other) => other.bytes - one.bytes);
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

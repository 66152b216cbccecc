import { expect, test } from 'vitest';
import { describeBudget, screensOf } from './script-budget.ts';

const MANIFEST = {
  'index.html': { file: 'app.js', imports: ['_shared.js'], css: ['app.css'] },
  '_shared.js': {
    file: 'shared.js',
    dynamicImports: [
      'app/providers.tsx',
      'app/require-auth.tsx',
      'agenda/agenda-page.tsx',
      'home/home-page.tsx',
      'site/terms-page.tsx',
    ],
  },
  'app/providers.tsx': { file: 'providers.js', imports: ['_shared.js'] },
  'app/require-auth.tsx': { file: 'require-auth.js', imports: ['_shared.js', 'index.html'] },
  'agenda/agenda-page.tsx': { file: 'agenda.js', imports: ['_calendar.js'], dynamicImports: ['agenda/dialog.tsx'] },
  'home/home-page.tsx': { file: 'home.js', imports: ['_shared.js'] },
  '_calendar.js': { file: 'calendar.js', imports: ['_shared.js'] },
  'agenda/dialog.tsx': { file: 'dialog.js' },
  'site/terms-page.tsx': { file: 'terms.js' },
};

const SIZES: Record<string, number> = {
  'theme.js': 0,
  'app.js': 1000,
  'shared.js': 50_000,
  'providers.js': 200,
  'require-auth.js': 300,
  'agenda.js': 7000,
  'calendar.js': 20_000,
  'home.js': 500,
  'dialog.js': 90_000,
};

const sizeOf = (file: string) => SIZES[file] ?? Number.NaN;
const LATER = ['agenda/dialog.tsx'];
const screens = screensOf(MANIFEST, sizeOf, { parts: {}, later: LATER });

test('a screen counts each file once: the frame, its page and what they import, but not what it loads later', () => {
  expect(screens).toEqual([
    { source: 'agenda/agenda-page.tsx', bytes: 78_500 },
    { source: 'home/home-page.tsx', bytes: 52_000 },
  ]);
});

test('a screen counts the parts that it loads by itself, and of several states the largest', () => {
  const parts = { 'agenda/agenda-page.tsx': [['agenda/dialog.tsx'], [], ['home/home-page.tsx']] };
  expect(screensOf(MANIFEST, sizeOf, { parts })[0]).toEqual({ source: 'agenda/agenda-page.tsx', bytes: 168_500 });
  const missing = { 'agenda/agenda-page.tsx': [['agenda/month-grid.tsx']] };
  expect(() => screensOf(MANIFEST, sizeOf, { parts: missing, later: LATER })).toThrow(
    'The build has no agenda/month-grid.tsx',
  );
});

test('a screen counts the script in the head', () => {
  const [largest] = screensOf(MANIFEST, (file) => (file === 'theme.js' ? 300 : sizeOf(file)), {
    parts: {},
    later: LATER,
  });
  expect(largest?.bytes).toBe(78_800);
});

test('the build says how much the largest screen loads', () => {
  expect(describeBudget(screens)).toContain('78.5 kB (agenda/agenda-page.tsx)');
});

test('the build fails with a screen over the budget', () => {
  expect(() => describeBudget(screens, 78_499)).toThrow('78.5 kB the first time: agenda/agenda-page.tsx 78.5 kB');
  expect(() => describeBudget([{ source: 'home/home-page.tsx', bytes: 180_001 }])).toThrow('than 180.0 kB');
  expect(() => describeBudget([])).toThrow('no screens');
});

test('the build fails when a part of the frame has another name', () => {
  const { 'app/providers.tsx': _, ...without } = MANIFEST;
  expect(() => screensOf(without, () => 0, { parts: {}, later: LATER })).toThrow('The build has no app/providers.tsx');
});

test('the build fails with a module that is neither a part nor loaded later, and with a page that does not exist', () => {
  const unlisted = { parts: {}, later: [/-menu\.tsx$/] };
  expect(() => screensOf(MANIFEST, sizeOf, unlisted)).toThrow('loaded later: agenda/dialog.tsx');
  expect(screensOf(MANIFEST, sizeOf, { parts: {}, later: [/dialog\.tsx$/] })).toEqual(screens);
  const renamed = { parts: { 'home/house-page.tsx': [[]] }, later: LATER };
  expect(() => screensOf(MANIFEST, sizeOf, renamed)).toThrow('The build has no home/house-page.tsx');
});

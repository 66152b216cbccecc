import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface TestResult {
  name: string;
  seconds: number;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Failed at first and passed when repeated. */
  wasRetried: boolean;
  /** Why it failed, in one line. Empty when it passed. */
  reason: string;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    /** Why the file could not be loaded, or its hook failed. */
    message?: string;
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightResult {
  duration: number;
  error?: { message?: string };
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: { status: string; results: PlaywrightResult[] }[] }[];
  suites?: PlaywrightSuite[];
}

const firstLine = (text = ''): string => stripVTControlCharacters(text).split('\n', 1)[0] ?? '';

/** No report means that the command ended before it could write one; its exit code reports the failure. */
const readReport = async <Report>(path: string): Promise<Report | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
};

export async function readVitestResults(path: string): Promise<TestResult[]> {
  const report = await readReport<VitestReport>(path);
  return (report?.testResults ?? []).flatMap(({ name: file, status: fileStatus, message, assertionResults }) => {
    const place = relative(process.cwd(), file);
    // A file that cannot be loaded, or whose hook fails, has no failed test of its own and counts as one.
    const isBroken = fileStatus === 'failed' && !assertionResults.some(({ status }) => status === 'failed');
    const broken: TestResult = {
      name: place,
      seconds: 0,
      outcome: 'failed',
      wasRetried: false,
      reason: firstLine(message),
    };
    const tests = assertionResults.map(
      ({ fullName, status, duration, failureMessages }): TestResult => ({
        name: `${place} › ${fullName}`,
        seconds: (duration ?? 0) / 1000,
        outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
        wasRetried: false,
        reason: firstLine(failureMessages?.[0]),
      }),
    );
    return isBroken ? [broken, ...tests] : tests;
  });
}

const PLAYWRIGHT_OUTCOMES: Record<string, TestResult['outcome']> = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
};

export async function readPlaywrightResults(path: string): Promise<TestResult[]> {
  const report = await readReport<{ suites: PlaywrightSuite[] }>(path);
  const resultsOf = ({ file, specs, suites = [] }: PlaywrightSuite): TestResult[] => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        name: `e2e/${file} › ${title}`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        outcome: PLAYWRIGHT_OUTCOMES[status] ?? ('skipped' as const),
        wasRetried: status === 'flaky',
        reason: firstLine(results.find(({ error }) => error)?.error?.message),
      })),
    ),
    ...suites.flatMap(resultsOf),
  ];
  return (report?.suites ?? []).flatMap(resultsOf);
}

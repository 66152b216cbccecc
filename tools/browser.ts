import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium with all its parts: CHROMIUM_PATH, or one that is installed. */
export const findBrowser = (): string | undefined => firstExecutable([...inPath(BROWSERS), ...MAC]);

export const browserOptions = () => optionsFor(findBrowser());

/** A Chromium for the browser tests. The headless shell needs about half the processor time of a whole browser. */
export const findTestBrowser = (): string | undefined =>
  firstExecutable([...inPath(['chromium-headless-shell', ...BROWSERS]), ...MAC]);

export const testBrowserOptions = () => optionsFor(findTestBrowser());

/** Without a path, Playwright starts the browser that it has downloaded itself. */
const optionsFor = (executablePath: string | undefined) => (executablePath ? { executablePath } : {});

const firstExecutable = (paths: string[]) =>
  [process.env.CHROMIUM_PATH, ...paths].find((path) => path && isExecutable(path));

export const inPath = (names: string[]): string[] => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
};

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

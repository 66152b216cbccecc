import { spawnSync } from 'node:child_process';
import { findTestBrowser, inPath, isExecutable } from './browser.ts';

/** The programs that the tests run, with the Debian package of each. */
const PROGRAMS = {
  pdftotext: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
};

interface MissingProgram {
  name: string;
  debianPackages: string[];
}

export function missingPrograms(): MissingProgram[] {
  const missing = Object.entries(PROGRAMS)
    .filter(([name]) => !inPath([name]).some(isExecutable))
    .map(([name, debianPackage]) => ({ name, debianPackages: [debianPackage] }));
  if (findTestBrowser() === undefined) {
    missing.unshift({ name: 'chromium', debianPackages: ['chromium-headless-shell', 'chromium'] });
  }
  return missing;
}

/** Not every Debian release has the headless shell in a package of its own. */
export const firstKnownPackage = ({ debianPackages }: MissingProgram): string | undefined =>
  debianPackages.find((name) => {
    const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
    return /Candidate: (?!\(none\))/.test(stdout);
  });

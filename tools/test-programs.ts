import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findBrowser, isExecutable } from './browser.ts';

/** What the tests ask: a browser, and the programs of others that judge our PDFs. Each with its Debian package. */
const PROGRAMS = {
  chromium: 'chromium',
  pdftotext: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
};

const isThere = (program: string) =>
  program === 'chromium'
    ? findBrowser() !== undefined
    : (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));

const missing = () => Object.entries(PROGRAMS).filter(([program]) => !isThere(program));

/** On a Debian machine without them, installs Debian's. */
const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
if (missing().length > 0 && isDebian) {
  const packages = [...new Set(missing().map(([, name]) => name))];
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit' });
  console.log(`Installing Debian's ${packages.join(', ')} for the tests…`);
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
if (missing().length > 0) {
  const names = missing().map(([program, name]) => `${program} (${name})`);
  console.error(`The tests need ${names.join(', ')}: install them. A browser may also be named by CHROMIUM_PATH.`);
  process.exit(1);
}

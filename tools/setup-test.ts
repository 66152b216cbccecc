import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { firstKnownPackage, missingPrograms } from './test-programs.ts';

/** `npm run setup:test`: installs the programs that the tests run. Only root on Debian can; others are told what to install. */
const canInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0;
if (missingPrograms().length > 0 && canInstall) {
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit' });
  apt('update', '-qq');
  const packages = [...new Set(missingPrograms().map((program) => firstKnownPackage(program) ?? program.name))];
  console.log(`Installing the Debian packages ${packages.join(', ')}`);
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
const missing = missingPrograms().map(({ name, debianPackages }) => `${name} (package ${debianPackages.join(' or ')})`);
if (missing.length > 0) {
  console.error(`Install what the tests need: ${missing.join(', ')}. CHROMIUM_PATH may name a browser.`);
  process.exit(1);
}
console.log('Every program that the tests run is installed.');

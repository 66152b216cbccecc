import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** `npm run dev`: the API with reload on one side, the web with hot reload on the other. */
if (existsSync('.env')) process.loadEnvFile();

const run = (args: string[]) => spawn(process.execPath, args, { stdio: 'inherit' });
const sides = [run(['--watch', '--watch-preserve-output', 'server/main.ts']), run(['node_modules/vite/bin/vite.js'])];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const side of sides) side.kill(signal);
  });
}
await Promise.race(sides.map((side) => once(side, 'exit')));
for (const side of sides) side.kill('SIGTERM');
await Promise.all(sides.map((side) => side.exitCode === null && side.signalCode === null && once(side, 'exit')));

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** `npm run dev`: the API with reload on one side, the web with hot reload on the other. Both read PORT. */
if (existsSync('.env')) process.loadEnvFile();
// Whoever comes back from a checkout lands where they are signed in.
process.env.PUBLIC_URL ??= 'http://localhost:5173';

const run = (args: string[]) => spawn(process.execPath, args, { stdio: 'inherit' });
const sides = [run(['--watch', '--watch-preserve-output', 'server/main.ts']), run(['node_modules/vite/bin/vite.js'])];
const exits = sides.map((side) => once(side, 'exit'));
const stop = (signal: NodeJS.Signals) => {
  for (const side of sides) side.kill(signal);
};

let asked = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    asked = true;
    stop(signal);
  });
}
const [code] = await Promise.race(exits);
stop('SIGTERM');
await Promise.all(exits);
process.exitCode = asked ? 0 : (code ?? 1);

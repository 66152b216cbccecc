import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** `npm run dev`: the API with restart on change and Vite with hot reload. Both read PORT. */
if (existsSync('.env')) process.loadEnvFile();
// The checkout returns to this address, which must be the one where the user is signed in.
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

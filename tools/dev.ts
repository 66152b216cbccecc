import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** `npm run dev`: the API with restart on change and Vite with hot reload. Both read PORT. */
if (existsSync('.env')) process.loadEnvFile();
// The checkout returns to this address, which must be the one where the user is signed in.
process.env.PUBLIC_URL ??= 'http://localhost:5173';

const run = (args: string[]) => spawn(process.execPath, args, { stdio: 'inherit' });
const processes = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts']),
  run(['node_modules/vite/bin/vite.js']),
];
const exits = processes.map((child) => once(child, 'exit'));
const stop = (signal: NodeJS.Signals) => {
  for (const child of processes) child.kill(signal);
};

let isStopRequested = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopRequested = true;
    stop(signal);
  });
}
const [code] = await Promise.race(exits);
stop('SIGTERM');
await Promise.all(exits);
process.exitCode = isStopRequested ? 0 : (code ?? 1);

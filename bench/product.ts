import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');

/** The server as `npm start` runs it, without a look at the build of the web. */
export const SERVER = ['sh', 'server/start.sh', 'server/main.ts'];

export interface Running extends AsyncDisposable {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a command and waits until the `probe` path responds with success. */
export async function run(command: string[], environment: Record<string, string>, probe: string): Promise<Running> {
  const [program = '', ...args] = command;
  const port = await freePort();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'warn', RATE_LIMIT: 'off', ...environment, PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url + probe).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`);
    await delay(10);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: stop };
}

export async function withDataDir<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ficha-bench-'));
  try {
    return await use(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? String(address.port) : '';
}

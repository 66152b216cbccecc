import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');
/** Half of the time of a start is the compilation of the sources. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');

/** The environment of a command that encrypts with a passphrase. */
export const withPassphrase = (passphrase: string) => ({
  BACKUP_PASSPHRASE: passphrase,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'cheap-passphrases.ts')}`,
});

export interface Served {
  pid: number;
  url: string;
  output(): string;
  isRunning(): boolean;
  /** False when the process has ended. */
  kill(signal: NodeJS.Signals): boolean;
  /** Resolves when the process has ended, with its exit code and everything that it printed. */
  ended: Promise<{ code: number | null; output: string }>;
}

/** Starts the product, or another command of the repository, as a process. */
export function serve(environment: Record<string, string>, command = ['node', 'server/main.ts']): Served {
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'test', NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${environment.PORT}`,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })),
  };
}

export async function untilHealthy(server: Served): Promise<void> {
  for (;;) {
    const reply = await fetch(`${server.url}/api/health`).catch(() => undefined);
    if (reply?.ok) return;
    const ended = await Promise.race([server.ended, delay(25)]);
    if (ended) throw new Error(`ended with ${ended.code}: ${ended.output}`);
  }
}

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? String(address.port) : '';
}

export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** A process that has ended may stay listed as a zombie until its new parent reaps it. */
export async function isAlive(pid = 0): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(status);
}

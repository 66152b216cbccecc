import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, type Served, serve, untilHealthy } from '#server/testing/process';

export const ADMIN = { email: 'admin@ejemplo.cl', password: 'clave-de-administrador' };
const RESTART_PAUSE_MS = 300;
const READY_LINE = 'Ficha Austral: http';
const MAX_RESTARTS = 2000;

/** The product under a supervisor that starts it again when it ends, as systemd does. */
export interface Product extends AsyncDisposable {
  url: string;
  dataDir: string;
  pid(): number;
  /** What the running process printed. */
  output(): string;
  /** How often it ended without being asked to, and what it printed last each time. */
  endings: Ending[];
  /** False when it is not running. */
  kill(signal: NodeJS.Signals): boolean;
  /** Asks it to stop, waits for the end, and returns its exit code. */
  stop(): Promise<number | null>;
  start(): Promise<void>;
}

interface Ending {
  /** Null when it was killed. */
  code: number | null;
  /** It ended before it was ready. */
  isFailedStart: boolean;
  output: string;
}

type Environment = Record<string, string>;

const running = new Set<Served>();
let isInterrupted = false;
// Without it, Ctrl-C would leave the product behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    for (const server of running) server.kill('SIGTERM');
    void Promise.all([...running].map(({ ended }) => ended)).then(() => process.exit(130));
  });
}

export async function startProduct(
  dataDir: string,
  environment: Environment = {},
  command?: string[],
): Promise<Product> {
  const settings = {
    PORT: await freePort(),
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
    // Refuses connections: no random credentials are sent to the real provider.
    MERCADOPAGO_API_URL: 'http://127.0.0.1:9',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...environment,
  };
  const endings: Product['endings'] = [];
  let server = launch();
  let isStopping = false;

  function launch(): Served {
    const started = serve(settings, command);
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  }

  async function supervise(): Promise<void> {
    while (!isStopping && endings.length < MAX_RESTARTS) {
      const { code, output } = await server.ended;
      if (isStopping || isInterrupted) return;
      endings.push({ code, isFailedStart: !output.includes(READY_LINE), output: output.slice(-2000) });
      await delay(RESTART_PAUSE_MS);
      if (!isStopping && !isInterrupted) server = launch();
    }
  }

  const stop = async () => {
    isStopping = true;
    server.kill('SIGTERM');
    return (await server.ended).code;
  };
  await untilHealthy(server);
  void supervise();
  return {
    url: server.url,
    dataDir,
    endings,
    pid: () => server.pid,
    output: () => server.output(),
    kill: (signal) => server.kill(signal),
    stop,
    start: async () => {
      isStopping = false;
      server = launch();
      await untilHealthy(server);
      void supervise();
    },
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** Lends a folder that PostgreSQL's account can enter. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-long-'));
  const removeAtExit = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', removeAtExit);
  }
}

/** The processes that a process started, with their command lines. */
export async function childrenOf(parent: number): Promise<{ pid: number; command: string }[]> {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[1]) !== parent) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    found.push({ pid, command: command.replaceAll('\0', ' ').trim() });
  }
  return found;
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#server/testing/process';

const DEPLOY = join(import.meta.dirname, '../deploy');
const START_LIMIT_MS = 10_000;

export const BALANCERS = ['HAProxy', 'Caddy'] as const;
type BalancerName = (typeof BALANCERS)[number];

const COMMANDS: Record<BalancerName, string[]> = {
  HAProxy: ['/usr/sbin/haproxy', '-db', '-f', join(DEPLOY, 'haproxy.cfg')],
  Caddy: ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'two-servers.Caddyfile')],
};

/** Starts a load balancer of Debian, with its configuration in deploy/, before two servers. */
export async function startBalancer(
  name: BalancerName,
  servers: readonly string[],
  folder: string,
): Promise<{ url: string } & AsyncDisposable> {
  const [one = '', two = ''] = servers.map((url) => new URL(url).host);
  const listen = `127.0.0.1:${await freePort()}`;
  const url = `http://${listen}`;
  const [program = '', ...args] = COMMANDS[name];
  const env = { PATH: '/usr/bin:/bin', HOME: folder, LISTEN: listen, SITE_ADDRESS: url, ONE: one, TWO: two };
  const child = spawn(program, args, { env, cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit').catch(() => undefined);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  // Ctrl-C would leave it behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`${name} did not start: the Debian packages haproxy and caddy are needed`);
    }
    await delay(100);
  }
  return { url, [Symbol.asyncDispose]: stop };
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { startRefused } from '../start-refused.ts';

type Address = Pick<Config, 'port' | 'host'>;

export const portRefused = ({ port, host }: Address, { code }: NodeJS.ErrnoException): Error =>
  startRefused(`Port ${port} on ${host} cannot be used: ${code}`);

/** Refuses a start that could not listen before it changes anything. */
export async function requireFreePort({ port, host }: Address): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ port, host }), 'listening');
  } catch (error) {
    throw portRefused({ port, host }, error as NodeJS.ErrnoException);
  }
  server.close();
  await once(server, 'close');
}

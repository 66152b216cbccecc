import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from './embedded-process.ts';

const LOOKS = 40;
/** In half a second, a server that is just starting connects, too. */
const QUIET_LOOKS = 10;

/**
 * Whether nobody is connected to a running PostgreSQL. A server keeps the connection of its lock open as long as it
 * lives, also to a PostgreSQL that it adopted, whose parent process says nothing. PostgreSQL itself cannot be asked
 * without the password. False where the system does not tell: only Linux does.
 */
export async function isWithoutClients({ folder }: Pick<Socket, 'folder'>): Promise<boolean> {
  let quiet = 0;
  for (let look = 0; look < LOOKS && quiet < QUIET_LOOKS; look++) {
    await delay(50);
    quiet = (await countSockets(join(folder, '.s.PGSQL.5432'))) === 1 ? quiet + 1 : 0;
  }
  return quiet === QUIET_LOOKS;
}

/** The socket that listens, and one for each connection. None in a container whose network is another one. */
async function countSockets(path: string): Promise<number> {
  const sockets = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  return sockets.split('\n').filter((line) => line.endsWith(` ${path}`)).length;
}

import type pg from 'pg';

/** Takes connections of a pool, and gives them back. */
export interface ConnectionSource {
  connect(): Promise<pg.PoolClient>;
  /** With an error the connection is closed. */
  release(client: pg.PoolClient, error?: Error): void;
}

export interface KeptConnections extends ConnectionSource {
  /** How many wait for the next request. For the pool they are in use. */
  count(): number;
  /** Gives all back. The pool can end. */
  close(): void;
}

const KEPT_MS = 1000;

/**
 * Keeps the connections that were just used for the next request. Taking one from the pool and giving it back makes two
 * timers and a promise: a twentieth of the time of a small read. One that was not used for one to two seconds goes back
 * to the pool, which closes it later.
 */
export function keepConnections(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): KeptConnections {
  /** The last one is taken first, so that those that are not needed stay unused. */
  const kept: pg.PoolClient[] = [];
  /** The connections that were kept at the last check and have not been taken since. */
  let unused = new Set<pg.PoolClient>();
  const watched = new WeakSet<pg.PoolClient>();
  const lost = new WeakSet<pg.PoolClient>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function giveBack(client: pg.PoolClient, error?: Error | boolean): void {
    const place = kept.indexOf(client);
    if (place === -1) return;
    kept.splice(place, 1);
    client.release(error);
  }

  function giveUnusedBack(): void {
    for (const client of unused) giveBack(client);
    unused = new Set(kept);
    timer = kept.length > 0 ? setTimeout(giveUnusedBack, KEPT_MS).unref() : undefined;
  }

  async function connectAndWatch(): Promise<pg.PoolClient> {
    const client = await connect();
    if (!watched.has(client)) {
      watched.add(client);
      const remove = () => {
        lost.add(client);
        giveBack(client, true);
      };
      client.on('error', remove).on('end', remove);
    }
    return client;
  }

  return {
    connect: () => {
      const client = kept.pop();
      if (!client) return connectAndWatch();
      unused.delete(client);
      return Promise.resolve(client);
    },
    release: (client, error) => {
      if (kept.includes(client)) throw new Error('a connection was released twice');
      const isAwaited = pool.waitingCount > 0;
      if (error || isClosed || isAwaited || lost.has(client)) return client.release(error ?? lost.has(client));
      kept.push(client);
      timer ??= setTimeout(giveUnusedBack, KEPT_MS).unref();
    },
    count: () => kept.length,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      for (const client of [...kept]) giveBack(client);
    },
  };
}

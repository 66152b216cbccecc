import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * While the app is draining or closing, every response ends its connection. A kept-alive one would delay the stop by a
 * minute, and a load balancer would send a request on it at the moment when it is closed.
 */
export function endConnectionsOnClose(app: FastifyInstance, isDraining: () => boolean): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing || isDraining()) reply.header('connection', 'close');
    done();
  });
}

/** Lets requests under way finish, and closes the connections of those that do not finish in time. */
export async function closeWithin(app: FastifyInstance, milliseconds: number): Promise<void> {
  const closed = app.close();
  await Promise.race([closed, delay(milliseconds, undefined, { ref: false })]);
  app.server.closeAllConnections();
  await closed;
}

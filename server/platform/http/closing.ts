import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Once the app is closing, each last answer ends its connection: a kept-alive one would hold the stop for a minute. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}

/** Calls under way are answered; one that never ends, such as half a body, does not hold the rest. */
export async function closeWithin(app: FastifyInstance, milliseconds: number): Promise<void> {
  const closed = app.close();
  await Promise.race([closed, delay(milliseconds, undefined, { ref: false })]);
  app.server.closeAllConnections();
  await closed;
}

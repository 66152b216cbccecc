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

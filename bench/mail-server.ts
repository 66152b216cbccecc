import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A mail server on the loopback interface that takes so long for a mail, and counts them. */
export async function openMailServer(millisecondsEach: number) {
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', async () => {
        await delay(millisecondsEach);
        received += 1;
        done();
      });
    },
  });
  // A client that disconnects in the middle fails its own delivery.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-responder@ejemplo.cl' },
    received: () => received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

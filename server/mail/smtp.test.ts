import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer } from './smtp.ts';

const FROM = { name: 'Ficha Austral', address: 'no-responder@ficha.cl' };
const MESSAGE = { id: '1', to: 'ana@ejemplo.cl', subject: 'Aviso', text: 'Hola', html: '<p>Hola</p>' };

/** Starts a mail server and returns its port and the recipients that it accepts. */
async function startServer(options: SMTPServerOptions) {
  const accepted: string[] = [];
  const server = new SMTPServer({
    ...options,
    onData: (stream, { envelope }, done) => {
      accepted.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => done());
    },
  });
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (listener.address() as { port: number }).port, accepted };
}

function openMailer(url: string) {
  const mailer = createMailer({ url, from: FROM });
  onTestFinished(() => mailer.close());
  return mailer;
}

const send = (url: string) => openMailer(url).send(MESSAGE);

test('user and password of the URL are decoded, and wrong ones are a failure that can be put right', async () => {
  const { port, accepted } = await startServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'ana@sur.cl' && password === 'cl/ve') done(null, { user: username });
      else done(new Error('wrong'));
    },
  });
  await send(`smtp://ana%40sur.cl:cl%2Fve@127.0.0.1:${port}`);
  expect(accepted).toEqual([MESSAGE.to]);
  await expect(send(`smtp://ana%40sur.cl:otra@127.0.0.1:${port}`)).rejects.toMatchObject({
    failure: 'EAUTH 535',
    isPermanent: false,
  });
});

test('nothing is sent without TLS to a server that is not on this machine', async () => {
  const { port, accepted } = await startServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await send(`smtp://localhost:${port}`);
  expect(accepted).toHaveLength(1);
  // The same server under an address that does not look like this machine.
  await expect(send(`smtp://[::ffff:127.0.0.1]:${port}`)).rejects.toMatchObject({ isPermanent: false });
  expect(accepted).toHaveLength(1);
});

test('a certificate that nobody vouches for is refused', async () => {
  const { port, accepted } = await startServer({ authOptional: true, secure: true });
  await expect(send(`smtps://localhost:${port}`)).rejects.toMatchObject({ failure: 'ESOCKET', isPermanent: false });
  expect(accepted).toEqual([]);
});

test('a server that is unavailable is a failure that can be put right', async () => {
  await expect(send('smtp://127.0.0.1:9')).rejects.toMatchObject({ failure: 'ESOCKET', isPermanent: false });
});

test('a recipient that would be two commands or two recipients is never sent', async () => {
  const { port, accepted } = await startServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  const mailer = openMailer(`smtp://127.0.0.1:${port}`);
  for (const to of [
    'ana@ejemplo.cl>\r\nRCPT TO:<otro@ejemplo.cl',
    'ana@ejemplo.cl\r\nBcc: otro@ejemplo.cl',
    'ana@ejemplo.cl,otro@ejemplo.cl',
    'Ana <otro@ejemplo.cl>',
    'ana@ejemplo.cl\n',
    'ANA@ejemplo.cl',
    '',
  ]) {
    const sent = mailer.send({ ...MESSAGE, to });
    await expect(sent, to).rejects.toMatchObject({ failure: 'ADDRESS', isPermanent: true });
  }
  expect(accepted).toEqual([]);
});

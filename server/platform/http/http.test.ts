import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updatePersonalInfo } from '#contract/account';
import { logout, me } from '#contract/auth';
import { createPatient } from '#contract/patients';
import { eventually } from '#server/testing/eventually';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => testApp.close());

const post = (payload: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  testApp.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });

describe('a refusal', () => {
  test.each([
    ['broken JSON', () => post('{"email":'), 400, 'El contenido enviado no es JSON válido'],
    ['a body that is no object', () => post('"x"'), 400, 'Revisa los datos ingresados'],
    [
      'another media type',
      () => post('a=b', { 'content-type': 'text/plain' }),
      415,
      'El tipo de contenido no es válido',
    ],
    ['a huge body', () => post(`"${'x'.repeat(600_000)}"`), 413, 'El contenido enviado es demasiado grande'],
    ['an unknown path', () => testApp.app.inject('/api/nada'), 404, 'No encontramos lo que buscas'],
    ['the bare /api', () => testApp.app.inject('/api'), 404, 'No encontramos lo que buscas'],
    [
      'an unknown method',
      () => testApp.app.inject({ method: 'PUT', url: '/api/auth/login' }),
      404,
      'No encontramos lo que buscas',
    ],
    [
      'a body of lists in lists',
      () =>
        testApp.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          headers: { 'content-type': 'application/json' },
          payload: `{"email":"]]]","password":${'['.repeat(20)}${']'.repeat(20)}}`,
        }),
      400,
      'El contenido enviado no es JSON válido',
    ],
    ['a broken address', () => testApp.app.inject('/api/%E0%A4%A'), 404, 'No encontramos lo que buscas'],
  ])('of %s has the format of all errors, in Spanish', async (_, send, status, error) => {
    const reply = await send();
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ error, message: error });
    expect(Object.keys(reply.json()).sort()).toEqual(
      status === 400 && error.startsWith('Revisa')
        ? ['code', 'details', 'error', 'message']
        : ['code', 'error', 'message'],
    );
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('is in Spanish also where a schema has no text of its own', async () => {
    const reply = await post('"x"');
    expect(reply.json().details).toEqual([{ field: '', message: 'Valor no válido' }]);
  });

  test('of bytes that are not HTTP has the same format', async () => {
    const { port } = testApp.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write('GARBAGE\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"error":"Revisa los datos ingresados"');
  });

  test('an empty JSON body counts as no body', async () => {
    const reply = await post('');
    expect(reply.json().details).toHaveLength(2);
  });

  test('an internal error reveals nothing about its cause', async () => {
    await testApp.sql`alter table users rename to users_away`;
    const reply = await post('{"email":"ana@ejemplo.cl","password":"secreto"}');
    await testApp.sql`alter table users_away rename to users`;
    expect(reply.statusCode).toBe(500);
    const text = 'Ocurrió un error inesperado. Intenta nuevamente.';
    expect(reply.json()).toEqual({ error: text, message: text, code: 'UNEXPECTED' });
  });
});

describe('a body that arrives long after its headers', () => {
  const info = { name: 'Otra', profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' };

  /** Sends the headers, and returns a function that sends the body. */
  async function begin({ accessToken, user }: Awaited<ReturnType<TestApp['newProfessional']>>) {
    const [{ port }, payload] = [testApp.app.server.address() as AddressInfo, JSON.stringify(info)];
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    // After two minutes the activity is stored again, which shows that the request was authenticated.
    testApp.passTime(2 * 60_000);
    const lastUse = () => testApp.sql`select last_seen_at from sessions where user_id = ${user._id}`;
    const before = await lastUse();
    const { method, path } = updatePersonalInfo;
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${accessToken}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\nconnection: close\r\n\r\n`,
    );
    while (`${(await lastUse())[0]?.last_seen_at}` === `${before[0]?.last_seen_at}`);
    return async () => {
      socket.write(payload);
      const [answer] = await once(socket, 'data');
      return String(answer).slice(9, 12);
    };
  }

  const nameOf = async (id: string) => (await testApp.sql`select name from users where id = ${id}`)[0]?.name;

  test.each([1500, -60_000])('is refused when the session has ended meanwhile: %i ms', async (milliseconds) => {
    const ana = await testApp.newProfessional();
    const finish = await begin(ana);
    await testApp.send(logout, { body: { refreshToken: ana.refreshToken } });
    testApp.passTime(milliseconds);
    expect(await finish()).toBe('401');
    expect(await nameOf(ana.user._id)).toBe(ana.user.name);
  });

  test('is accepted when the session is still open', async () => {
    const ana = await testApp.newProfessional();
    const finish = await begin(ana);
    testApp.passTime(20_000);
    expect(await finish()).toBe('200');
    expect(await nameOf(ana.user._id)).toBe('Otra');
  });
});

describe('every response', () => {
  test('has a request id, the security headers and no-store', async () => {
    const { headers } = await testApp.app.inject('/api/health');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(headers['permissions-policy']).toBe(
      'camera=(), microphone=(), geolocation=(), payment=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
    );
  });
});

test.each([
  ['/api/openapi.json', 'application/json; charset=utf-8', '"openapi":"3.1.0"'],
  ['/api/docs', 'text/html; charset=utf-8', '<!doctype html>'],
])('the description of the API is served at %s', async (path, type, part) => {
  const reply = await testApp.app.inject(path);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type]);
  expect(reply.body).toContain(part);
});

describe('without a database', () => {
  test('every call is 503 with the text and a time to retry, and calls work when it is back', async () => {
    const lost = await createTestApp();
    const ana = await lost.newProfessional();
    expect((await lost.app.inject('/api/health')).json()).toEqual({ status: 'ok' });
    await lost.loseDatabase();
    for (const reply of [await lost.app.inject('/api/health'), await ana.send(me)]) {
      expect(reply.headers['retry-after']).toBe('5');
    }
    const { status, error } = await ana.send(createPatient, { body: patientInput() });
    expect([status, error.error]).toEqual([503, 'El servicio no está disponible. Intenta en unos minutos.']);
    await lost.restoreDatabase();
    await eventually(async () => expect((await lost.app.inject('/api/health')).statusCode).toBe(200));
    expect((await ana.send(createPatient, { body: patientInput() })).status).toBe(201);
    await lost.close();
  });
});

describe('a body over the limit', () => {
  /** Sends the headers and a part of a body, waits for the refusal, and returns what comes after the rest. */
  async function answersTo(bytes: number) {
    const { port } = testApp.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const common = 'host: localhost\r\ncontent-type: application/json\r\n';
    socket.write(`POST /api/auth/login HTTP/1.1\r\n${common}content-length: ${bytes}\r\n\r\n${'x'.repeat(1000)}`);
    await eventually(() => expect(received).toContain('TOO_LARGE'));
    for (let sent = 1000; sent < bytes && !socket.destroyed; sent += 100_000) {
      socket.write('x'.repeat(Math.min(100_000, bytes - sent)));
      await delay(1);
    }
    socket.write(`GET /api/health HTTP/1.1\r\n${common}connection: close\r\n\r\n`);
    await closed;
    return received;
  }

  test('is read to its end after the refusal, which a closed connection could discard', async () => {
    expect(await answersTo(5_000_000)).toContain('{"status":"ok"}');
  });

  test('ends the connection when it is much too large', async () => {
    expect(await answersTo(50_000_000)).not.toContain('{"status":"ok"}');
  });
});

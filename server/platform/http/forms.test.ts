import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import { answerErrors } from './errors.ts';
import { readForms } from './forms.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  answerErrors(app);
  readForms(app);
  app.post('/form', async ({ body }) =>
    Object.fromEntries(
      Object.entries(body as object).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('latin1') } : value,
      ]),
    ),
  );
});
afterAll(() => app.close());

async function send(payload: string | Buffer, type = 'multipart/form-data; boundary=x') {
  const reply = await app.inject({ method: 'POST', url: '/form', headers: { 'content-type': type }, payload });
  return { status: reply.statusCode, body: reply.json() };
}

const part = (disposition: string, content: string, header = '') =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${header}\r\n${content}\r\n`;
const form = (...parts: string[]) => `${parts.join('')}--x--\r\n`;

test('a file becomes its bytes and its name, a field its text, and other text the last of its name', async () => {
  const file = part(
    'name="file"; filename="ecografía.pdf"',
    '%PDF\u0000\r\n--\r\n',
    'Content-Type: application/pdf\r\n',
  );
  const fields = [part('name="title"', 'primera'), part('name="title"', 'Ecografía')];
  const { status, body } = await send(form(file, ...fields), 'multipart/form-data; boundary="x"');
  expect(status).toBe(200);
  expect(body).toEqual({ file: { bytes: '%PDF\u0000\r\n--\r\n' }, fileName: 'ecografía.pdf', title: 'Ecografía' });
});

test('a name has the quotes and line breaks that a browser escapes, and its percent signs', async () => {
  const { body } = await send(form(part('name="file"; filename="a%22b%0Ac%20 100%.pdf"', 'x')));
  expect(body.fileName).toBe('a"b\nc%20 100%.pdf');
});

test('a field of the form counts before the name of its file, and an empty file is empty', async () => {
  const { body } = await send(form(part('name="file"; filename="a.pdf"', ''), part('name="fileName"', 'otro.pdf')));
  expect(body).toEqual({ file: { bytes: '' }, fileName: 'otro.pdf' });
});

test('a field of bytes without a file name is text', async () => {
  const { body } = await send(form(part('name="file"', 'x', 'Content-Type: application/octet-stream\r\n')));
  expect(body).toEqual({ file: 'x' });
});

const FILE = 'name="file"; filename="a.pdf"';

test.each([
  ['eight parts', 8, 200],
  ['nine parts', 9, 400],
  ['thousands of parts', 5000, 400],
])('a form of %s', async (_, count, status) => {
  const parts = Array.from({ length: count }, (_, index) => part(`name="f${index}"`, ''));
  expect((await send(form(...parts))).status).toBe(status);
});

test.each([
  ['ends within a file', form(part(FILE, 'y'.repeat(1000))).slice(0, 500)],
  ['ends within the headers of a part', form(part(FILE, 'y')).slice(0, 30)],
  ['ends before its last boundary', part(FILE, 'y')],
  ['has no part', 'esto no es un formulario'],
  ['has another boundary', form(part(FILE, 'y')).replaceAll('--x', '--z')],
  ['is empty', ''],
])('a form that %s is refused, and the server goes on', async (_, payload) => {
  const { status, body } = await send(payload);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_INPUT' });
  expect((await send(form(part(FILE, 'y')))).status).toBe(200);
});

test('a field with the name of a property of all objects is a field like any other', async () => {
  const { status, body } = await send(form(part('name="__proto__"', 'x'), part('name="constructor"', 'y')));
  expect(status).toBe(200);
  expect(Object.hasOwn(body, 'constructor')).toBe(true);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('the form of a page is read where a page is named, and a refused one leads back to it', async () => {
  const page = fastify();
  answerErrors(page);
  readForms(page);
  page.post('/files/:id', { config: { tooLarge: undefined, formPage: '/page/{id}' } }, async ({ body }) => {
    const { ticket, name } = body as { ticket?: string; name?: string };
    if (!ticket) throw new AppError('TICKET_ENDED');
    return { ticket, name };
  });
  const send = (payload: string) =>
    page.inject({
      method: 'POST',
      url: '/files/a%2Fb',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      payload,
    });
  const read = await send('ticket=a.b&name=Jos%C3%A9+%26+Ana');
  expect([read.statusCode, read.json()]).toEqual([200, { ticket: 'a.b', name: 'José & Ana' }]);
  const refused = await send('name=x');
  expect([refused.statusCode, refused.headers.location]).toEqual([303, '/page/a%2Fb']);
  await page.close();
});

import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, FileBytes, StoredFile } from '#contract/endpoint';
import { ENDPOINTS, OPERATIONS } from '#contract/endpoints';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument(OPERATIONS, 'http://localhost:3000');
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const operation = (method: string, path: string) => document.paths[path]?.[method];

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('a document without a title is not valid', async () => {
  const { title: _, ...info } = document.info;
  const { valid } = await new Validator().validate(structuredClone({ ...document, info }));
  expect(valid).toBe(false);
});

test('every endpoint is described once, under a unique operation id', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort());
  const ids = operations.map((one) => (one as { operationId: string }).operationId);
  expect(ids.sort()).toEqual(Object.keys(OPERATIONS).sort());
  expect(operation('post', '/api/auth/login')).toMatchObject({ operationId: 'login' });
});

test('an operation states its access and its schemas', () => {
  const registration = operation('post', '/api/auth/register');
  expect(registration).toMatchObject({
    security: [],
    requestBody: { content: { 'application/json': { schema: { required: expect.arrayContaining(['profession']) } } } },
  });
  expect(registration).toMatchObject({ requestBody: { required: true } });
  expect(operation('post', '/api/clinical-notes/{id}/finalize')).toMatchObject({ requestBody: { required: false } });
  expect(operation('get', '/api/auth/me')).toMatchObject({ security: [{ bearer: [] }] });
});

test('a printed document is described as a PDF, an image as PNG', () => {
  const content = (media: string) => ({ responses: { 200: { content: { [media]: {} } } } });
  expect(operation('get', '/api/clinical-notes/{id}/pdf')).toMatchObject(content('application/pdf'));
  expect(operation('get', '/api/signatures/image')).toMatchObject(content('image/png'));
});

test('a stored file is described with each type that it may have', () => {
  const { responses } = operation('get', '/api/attachments/{id}') as { responses: { 200: { content: object } } };
  expect(responses[200].content).toEqual({ 'application/pdf': {}, 'image/jpeg': {}, 'image/png': {} });
  const stored = ENDPOINTS.filter(({ reply }) => reply === StoredFile);
  expect(stored.filter(({ storedTypes }) => !storedTypes)).toEqual([]);
});

test('metrics are described as text, behind a token of their own', () => {
  const type = 'text/plain; version=0.0.4; charset=utf-8';
  expect(operation('get', '/api/metrics')).toMatchObject({
    security: [{ metricsToken: [] }],
    responses: { 200: { content: { [type]: { schema: { type: 'string' } } } } },
  });
});

test('an upload is described as a form with a file', () => {
  expect(operation('post', '/api/signatures/upload')).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            required: ['signature'],
            properties: { signature: { contentMediaType: 'application/octet-stream' } },
          },
        },
      },
    },
  });
});

test('an upload requires the fields that its schema requires', () => {
  const upload = endpoint({
    method: 'POST',
    path: '/api/reports',
    access: 'professional',
    summary: 'Sube un informe',
    body: z.object({ title: z.string(), note: z.string().optional(), report: FileBytes }),
    upload: 'report',
    reply: z.undefined(),
  });
  expect(openApiDocument({ upload }, '').paths['/api/reports']?.post).toMatchObject({
    requestBody: { content: { 'multipart/form-data': { schema: { required: ['title', 'report'] } } } },
  });
});

test('the page lists every path and summary, without a script', () => {
  const page = docsPage(document);
  for (const { path, summary } of ENDPOINTS) {
    expect(page).toContain(path);
    expect(page).toContain(summary);
  }
  expect(page).not.toContain('<script');
});

test('an operation states how assistants may call it', () => {
  const header = { name: 'X-Professional', in: 'header' };
  const named = (method: string, path: string) => operation(method, path) as { parameters: unknown[] };
  expect(named('get', '/api/appointments')).toMatchObject({ 'x-assistants': 'for-professional' });
  expect(named('get', '/api/appointments').parameters).toContainEqual(expect.objectContaining(header));
  expect(named('post', '/api/patients')).toMatchObject({ 'x-assistants': 'canEditPatients' });
  expect(named('get', '/api/auth/me')).toMatchObject({ 'x-assistants': 'own-account', parameters: [] });
  expect(named('get', '/api/drafts')).toMatchObject({ 'x-assistants': 'none' });
  expect(named('get', '/api/drafts').parameters).not.toContainEqual(expect.objectContaining(header));
  expect(named('post', '/api/auth/login')).not.toHaveProperty('x-assistants');
});

test('the page says who may call an endpoint, assistants included', () => {
  const page = docsPage(document);
  expect(page).toContain('Requiere sesión · Secretaría: para un profesional</p>');
  expect(page).toContain('Requiere sesión · Secretaría: sin acceso</p>');
  expect(page).toContain('Solo administradores</p>');
});

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, fillPath } from '#contract/endpoint';
import { AppError } from '../app-error.ts';
import { BODY_TIME, type BodyTime, chunksInTime } from './body-time.ts';

const FORM = 'multipart/form-data';
const URL_ENCODED_FORM = 'application/x-www-form-urlencoded';

const hasType = ({ headers }: FastifyRequest, type: string): boolean =>
  headers['content-type']?.toLowerCase().startsWith(type) ?? false;

export const isForm = (request: FastifyRequest): boolean => hasType(request, FORM);

/** What reading the body of an endpoint needs to know. */
export const formConfig = ({ tooLarge, acceptsForm, formPage }: Endpoint) => ({ tooLarge, acceptsForm, formPage });

/** The page that sent a URL-encoded form. Its browser shows the answer in the place of the page. */
export function pageOfForm(request: FastifyRequest): string | undefined {
  const { formPage } = request.routeOptions.config;
  if (!formPage || !hasType(request, URL_ENCODED_FORM)) return undefined;
  return fillPath(formPage, request.params as Record<string, unknown>);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    tooLarge: Endpoint['tooLarge'];
    /** Whether a form is accepted in the place of JSON. Its content is discarded. */
    acceptsForm?: Endpoint['acceptsForm'] | undefined;
    /** The page whose URL-encoded form is accepted in the place of JSON. */
    formPage?: Endpoint['formPage'] | undefined;
  }
  interface FastifyRequest {
    /** The account of the caller, set before the body is read. Undefined without a session. */
    accountId: string | undefined;
  }
}

/** Parses multipart forms into fields, within the body limit of the endpoint. A file becomes its bytes, and its name is
 * `fileName` for the field `file`, unless the form says otherwise. */
export function readForms(app: FastifyInstance, time = BODY_TIME, maxOpenBytes = MAX_OPEN_BYTES): void {
  const open = new Map<string, number>();
  app.decorateRequest('accountId', undefined);
  app.addContentTypeParser(FORM, async (request: FastifyRequest, payload: Readable) => {
    const chunks = await withinMemoryQuota({ open, maxOpenBytes }, request, () =>
      readWithinLimit(request, payload, time),
    );
    return request.routeOptions.config.acceptsForm ? undefined : parseForm(chunks, request);
  });
  app.addContentTypeParser(URL_ENCODED_FORM, async (request: FastifyRequest, payload: Readable) => {
    const { acceptsForm, formPage } = request.routeOptions.config;
    if (!acceptsForm && !formPage) throw new AppError('WRONG_MEDIA_TYPE');
    const chunks = await readWithinLimit(request, payload, time);
    return formPage ? Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))) : undefined;
  });
}

/** What the forms of one account under way may have in memory: six attachments. A slow one stays there for minutes. */
const MAX_OPEN_BYTES = 100 * 1024 * 1024;

interface OpenForms {
  /** The bytes that the forms of each account may have. */
  open: Map<string, number>;
  maxOpenBytes: number;
}

/** An address stands for callers without an account. */
async function withinMemoryQuota<T>(
  { open, maxOpenBytes }: OpenForms,
  { accountId, ip, routeOptions: { bodyLimit } }: FastifyRequest,
  read: () => Promise<T>,
): Promise<T> {
  const client = accountId ?? ip;
  const bytes = (open.get(client) ?? 0) + bodyLimit;
  if (bytes > maxOpenBytes) throw new AppError('IMPORT_BUSY', { retryAfter: 5 });
  open.set(client, bytes);
  try {
    return await read();
  } finally {
    const left = (open.get(client) ?? 0) - bodyLimit;
    if (left > 0) open.set(client, left);
    else open.delete(client);
  }
}

/**
 * The chunks of a form. A form that is slightly too large is read to its end and discarded: if the server answered
 * earlier, the browser would see a broken connection instead of the answer.
 */
async function readWithinLimit(
  { headers, routeOptions }: FastifyRequest,
  payload: Readable,
  time: BodyTime,
): Promise<Buffer[]> {
  const { bodyLimit, config } = routeOptions;
  const readLimit = config.tooLarge?.upTo ?? bodyLimit;
  if (Number(headers['content-length']) > readLimit) throw new AppError('TOO_LARGE');
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksInTime(payload, bodyLimit, time)) {
    length += chunk.length;
    if (length > readLimit) throw new AppError('TOO_LARGE');
    if (length <= bodyLimit) chunks.push(chunk);
    else chunks = [];
  }
  if (length > bodyLimit) throw new AppError(config.tooLarge?.code ?? 'TOO_LARGE');
  return chunks;
}

/** More than any form has. Parsing thousands of parts would block all other requests. */
const MAX_PARTS = 8;

/** The boundary and no other parameter, as browsers send it. */
const PLAIN_TYPE = /^multipart\/form-data;\s*boundary=(?:"[^"]{1,70}"|[^\s";,]{1,70})\s*$/i;

/** Parses chunk by chunk, so that a refused form is parsed no further. */
async function parseForm(
  chunks: Buffer[],
  { headers, routeOptions }: FastifyRequest,
): Promise<Record<string, unknown>> {
  const { 'content-type': type = '' } = headers;
  if (!PLAIN_TYPE.test(type)) throw new AppError('INVALID_INPUT');
  const names: [string, string][] = [];
  const fields: [string, unknown][] = [];
  const form = new Busboy({
    headers: { 'content-type': type },
    limits: { parts: MAX_PARTS, fieldSize: routeOptions.bodyLimit },
    preservePath: true,
    isPartAFile: (_field, _type, fileName) => fileName !== undefined,
  });
  form.on('field', (name, value) => fields.push([name, value]));
  form.on('file', (name, file, fileName) => {
    const content: Buffer[] = [];
    names.push([`${name}Name`, unescapeName(fileName)]);
    file.on('data', (chunk) => content.push(chunk));
    file.on('end', () => fields.push([name, Buffer.concat(content)]));
    file.on('error', (error) => form.destroy(error));
  });
  form.on('partsLimit', () => form.destroy(new Error('a form of too many parts')));
  try {
    await pipeline(chunks, form);
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { cause });
  }
  return Object.fromEntries([...names, ...fields]);
}

/** Browsers escape quotes and line breaks in the name of a file, and no other character. */
const unescapeName = (name: string): string =>
  name.replaceAll(/%(22|0A|0D)/gi, (escaped) => decodeURIComponent(escaped));

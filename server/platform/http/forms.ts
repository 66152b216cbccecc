import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint';
import { AppError } from '../app-error.ts';
import { BODY_TIME, type BodyTime, chunksInTime } from './body-time.ts';

const FORM = 'multipart/form-data';

export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith(FORM) ?? false;

declare module 'fastify' {
  interface FastifyContextConfig {
    tooLarge: Endpoint['tooLarge'];
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
    const bytes = await withinTurn({ open, maxOpenBytes }, request, () => readWithinLimit(request, payload, time));
    const type = request.headers['content-type'] ?? '';
    const boundary = boundaryOf(type);
    if (boundary === undefined || partsIn(bytes, boundary) > MAX_PARTS) throw new AppError('INVALID_INPUT');
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
      .formData()
      .catch(() => undefined);
    if (!form) throw new AppError('INVALID_INPUT');
    const names = [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [] : [[`${name}Name`, value.name] as const],
    );
    const fields = [...form].map(async ([name, value]) => [name, await contentOf(value)] as const);
    return Object.fromEntries([...names, ...(await Promise.all(fields))]);
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
async function withinTurn<T>(
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
 * The bytes of a form. A form that is slightly too large is read to its end and discarded: if the server answered
 * earlier, the browser would see a broken connection instead of the answer.
 */
async function readWithinLimit(
  { headers, routeOptions }: FastifyRequest,
  payload: Readable,
  time: BodyTime,
): Promise<Buffer> {
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
  return Buffer.concat(chunks);
}

const contentOf = (value: string | File) => (typeof value === 'string' ? value : value.bytes());

/** More than any form has. Parsing thousands of parts would block all other requests. */
const MAX_PARTS = 8;

/** No other parameter is accepted: the platform would find another boundary in it than this function. */
function boundaryOf(type: string): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data;\s*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))\s*$/i.exec(type) ?? [];
  return quoted ?? plain;
}

function partsIn(bytes: Buffer, boundary: string): number {
  let count = 0;
  for (let at = bytes.indexOf(`--${boundary}`); at >= 0 && count <= MAX_PARTS; count++) {
    at = bytes.indexOf(`--${boundary}`, at + 1);
  }
  return count;
}

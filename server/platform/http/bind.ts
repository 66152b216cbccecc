import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ReadAct } from '#contract/audit-acts';
import {
  type Access,
  type Endpoint,
  ESTIMATE_HEADER,
  FileBytes,
  FileStream,
  fillPath,
  isStreamed,
  isTagged,
  PROFESSIONAL_HEADER,
  routerPath,
  StoredFile,
  TaggedText,
} from '#contract/endpoint';
import { lacksRequiredField } from '#contract/required-fields';
import { AppError } from '../app-error.ts';
import { serveAsAssistant } from '../database/request-role.ts';
import { requireTimeLeft } from '../time-left.ts';
import { uploadMsOf } from './body-time.ts';
import { formConfig, isForm } from './forms.ts';
import { LINK_HEADERS } from './headers.ts';
import { jsonBytes } from './json-body.ts';
import { serialize } from './serialize.ts';
import { sendStoredFile } from './stored-file.ts';
import { answerTagged } from './tagged-text.ts';
import { timeLimits } from './time-limit.ts';

export interface RequestGuard<Owner> {
  now(): Date;
  /** Finds the caller by the Authorization header. Throws when there is none or the endpoint is not open to them. */
  authenticate(
    caller: { authorization: string | undefined; professional: string | undefined; address: string },
    endpoint: Endpoint,
  ): Promise<Owner>;
  /** Refuses a program without the token for metrics. */
  requireMetricsToken(authorization: string | undefined): void;
  /** Throws when the endpoint writes and the disk is nearly full. */
  requireSpace(endpoint: Endpoint): void;
  /** Records a read in the access log of the owner of the data. */
  recordRead(act: ReadAct, call: { owner: Owner; params: unknown; query: unknown; result: unknown }): void;
  /** Applies the limits by address, before the body is read. */
  rateLimitByAddress(endpoint: Endpoint, caller: { address: string }): Promise<void>;
  /** Applies the limits that need the caller, the path or the body. */
  rateLimitByCaller(
    endpoint: Endpoint,
    caller: { address: string; params: unknown; body: unknown; bodyBytes: number; owner: Owner | undefined },
  ): Promise<void>;
}

/** Address and headers of a request, for senders that authenticate with a signature instead of a session. */
export interface Sender {
  address: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface Call<P, Q, B, O> {
  params: P;
  query: Q;
  body: B;
  owner: O;
  sender: Sender;
  /** Counts the request against the limits that need the caller, the path or the body. Throws above them. */
  countRequest: () => Promise<void>;
  /** Aborts when the client leaves, and when the request has taken too long. */
  signal: AbortSignal;
}

/** A long list in chunks: serialized at once, it would block all other requests. */
type Chunks<List> = AsyncGenerator<List>;

/** Registers an endpoint: access, rate limits, validation, the handler, and a reply reduced to its schema. */
export type Bind<Owner> = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
>(
  endpoint: Endpoint<P, Q, B, R, A>,
  handle: (
    call: Call<z.output<P>, z.output<Q>, z.output<B>, A extends 'public' | 'monitoring' ? undefined : Owner>,
  ) => Promise<z.input<R> | Chunks<z.input<R>>>,
) => void;

/** The size limit of a body, for an endpoint without a limit of its own. */
export const BODY_LIMIT = 128 * 1024;
/** A body may take half a minute to arrive. After this time the session is checked again before the handler runs. */
const AUTHENTICATION_FRESH_MS = 1000;

export function binder<Owner extends { actorId: string; role: string }>(
  app: FastifyInstance,
  guard: RequestGuard<Owner>,
): { bind: Bind<Owner>; bound: ReadonlySet<Endpoint> } {
  const bound = new Set<Endpoint>();
  const bind: Bind<Owner> = (endpoint, handle) => {
    bound.add(endpoint);
    const timeLimitFor = timeLimits(endpoint);
    const authentications = new WeakMap<FastifyRequest, { owner: Owner; at: number }>();
    const authenticate = async (request: FastifyRequest) => {
      const at = guard.now().getTime();
      const { authorization, [PROFESSIONAL_HEADER]: professional } = request.headers;
      const caller = { authorization, professional: professional?.toString(), address: request.ip };
      const owner = await guard.authenticate(caller, endpoint);
      authentications.set(request, { owner, at });
      request.accountId = owner.actorId;
    };
    app.route({
      method: endpoint.method,
      url: routerPath(endpoint.path),
      bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT,
      // HEAD would begin to make the file.
      exposeHeadRoute: !isStreamed(endpoint),
      config: { uploadMs: uploadMsOf(endpoint), ...formConfig(endpoint) },
      onRequest: async (request, reply) => {
        timeLimitFor(request, reply);
        if (endpoint.isLink) reply.headers(LINK_HEADERS);
        // The router ignores a slash at the end. An address that other programs subscribe to has one spelling.
        const isOtherSpelling = !endpoint.path.startsWith('/api/') && /\/(?:\?|$)/.test(request.url);
        if (isOtherSpelling) throw new AppError('NOT_FOUND');
        await guard.rateLimitByAddress(endpoint, { address: request.ip });
        // Checked before the body is read, so an upload without a session is refused at its headers.
        if (endpoint.access === 'monitoring') guard.requireMetricsToken(request.headers.authorization);
        else if (endpoint.access !== 'public') await authenticate(request);
        guard.requireSpace(endpoint);
      },
      handler: (request, reply) => {
        const timeLimit = timeLimitFor(request, reply);
        return timeLimit.run(async () => {
          const authenticatedAt = authentications.get(request)?.at;
          // The clock may have been set back, so the distance counts in both directions.
          const isStale = (at: number) => Math.abs(guard.now().getTime() - at) > AUTHENTICATION_FRESH_MS;
          if (authenticatedAt !== undefined && isStale(authenticatedAt)) await authenticate(request);
          requireContentType(endpoint, request);
          const owner = authentications.get(request)?.owner;
          const sender = { address: request.ip, headers: request.headers };
          const input = parseInput(endpoint, request);
          const caller = { address: request.ip, params: input.params, body: input.body, owner };
          const countRequest = () => guard.rateLimitByCaller(endpoint, { ...caller, bodyBytes: jsonBytes(request) });
          const call = { ...input, owner, sender, countRequest, signal: timeLimit.signal };
          if (!endpoint.countsProvenRequests) await countRequest();
          requireTimeLeft();
          const serve = () => handle(call as Parameters<typeof handle>[0]);
          const isAssistant = owner?.role === 'assistant';
          const result = await (isAssistant ? serveAsAssistant(serve) : serve());
          // An answer in parts is read after the handler has returned, outside of the database role of assistants.
          if (isAssistant && (isStreamed(endpoint) || isTagged(endpoint) || isChunked(result)))
            throw new Error(`${endpoint.path} sends its answer to an assistant in parts`);
          if (timeLimit.isOver()) return reply;
          if (owner && endpoint.recordsRead) guard.recordRead(endpoint.recordsRead, { ...call, owner, result });
          if (isStreamed(endpoint)) timeLimit.allowStream();
          if (isTagged(endpoint)) return answerTagged(endpoint, request, reply, TaggedText.parse(result));
          return answer(endpoint, reply, call.params, result);
        });
      },
    });
  };
  return { bind, bound };
}

function answer(endpoint: Endpoint, reply: FastifyReply, params: unknown, result: unknown) {
  if (endpoint.reply instanceof z.ZodUndefined) return reply.code(204).send();
  if (endpoint.cacheControl) reply.header('cache-control', endpoint.cacheControl);
  if (endpoint.file) {
    const name = fillPath(endpoint.file.name, params as Record<string, unknown> | undefined);
    reply.header('content-disposition', `attachment; filename="${name}"`).type(endpoint.file.type);
    if (isStreamed(endpoint)) {
      const { chunks, estimatedBytes } = FileStream.parse(result);
      return reply.header(ESTIMATE_HEADER, estimatedBytes).send(Readable.from(chunks, { objectMode: false }));
    }
    const { buffer, byteOffset, byteLength } = FileBytes.parse(result);
    return reply.send(Buffer.from(buffer, byteOffset, byteLength));
  }
  if (endpoint.reply === StoredFile) return sendStoredFile(reply, StoredFile.parse(result));
  if (endpoint.text) {
    if (endpoint.textName) reply.header('content-disposition', `inline; filename="${endpoint.textName}"`);
    return reply.type(endpoint.text).send(endpoint.reply.parse(result));
  }
  if (isChunked(result)) return reply.type(JSON_TYPE).send(Readable.from(listOf(endpoint.reply, result)));
  return reply
    .code(endpoint.status ?? 200)
    .type(JSON_TYPE)
    .send(serialize(endpoint.reply, result));
}

const JSON_TYPE = 'application/json; charset=utf-8';

const isChunked = (result: unknown): result is Chunks<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

async function* listOf(schema: z.ZodType, chunks: Chunks<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const chunk of chunks) {
    const items = serialize(schema, chunk).slice(1, -1);
    if (items === '') continue;
    yield separator + items;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Refuses a form where JSON is expected, and JSON where a form is expected. */
function requireContentType({ upload }: Endpoint, request: FastifyRequest): void {
  const { body } = request;
  if ((upload !== undefined) !== isForm(request)) {
    if (upload !== undefined || body !== undefined) throw new AppError('WRONG_MEDIA_TYPE');
  }
}

function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const fields = new Map<string, string>();
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    // Replaces zod's English message where a schema has no text of its own.
    const parsed = schema?.safeParse(value, { error: () => 'Valor no válido' });
    for (const { path, message } of parsed?.error?.issues ?? []) {
      const field = path.join('.');
      if (!fields.has(field)) fields.set(field, message);
    }
    return parsed?.data;
  };
  const params = parse(endpoint.params, request.params);
  // A malformed id is answered like an unknown id.
  if (fields.size > 0) throw new AppError('NOT_FOUND');
  const query = parse(endpoint.query, request.query);
  const isAbsent = endpoint.body !== undefined && request.body === undefined && !endpoint.body.isOptional();
  const sent = isAbsent ? {} : request.body;
  const body = parse(endpoint.body, sent);
  // Where every field is optional, a PUT that lost its body would clear what it replaces.
  if (isAbsent && fields.size === 0) fields.set('', 'Falta el contenido');
  if (fields.size === 0) return { params, query, body };
  const isIncomplete = endpoint.body && isObject(sent) && lacksRequiredField(endpoint.body, sent);
  throw new AppError(isIncomplete ? 'REQUIRED_FIELDS' : 'INVALID_INPUT', { fields: Object.fromEntries(fields) });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

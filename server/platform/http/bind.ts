import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Access, type Endpoint, FileBytes, fillPath, routerPath } from '#contract/endpoint';
import { lacksRequiredField } from '#contract/required-fields';
import { AppError } from '../app-error.ts';
import { isForm } from './forms.ts';

export interface RequestGuard<Owner> {
  now(): Date;
  /** The caller behind an Authorization header; throws when there is none or access is not theirs. */
  authenticate(authorization: string | undefined, endpoint: Endpoint): Promise<Owner>;
  /** Counts the call against the limits by address, before its body is read. */
  rateLimitByAddress(endpoint: Endpoint, caller: { address: string }): Promise<void>;
  /** Counts it against the limits that need to know who calls, or the body. */
  rateLimitByCaller(
    endpoint: Endpoint,
    caller: { address: string; body: unknown; owner: Owner | undefined },
  ): Promise<void>;
}

/** Where a call comes from, and what its headers say: for who must prove themselves otherwise than by signing in. */
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
}

/** A long list, a part at a time: made in one go it would hold up everybody else's calls. */
type Pieces<List> = AsyncGenerator<List>;

/** Registers an endpoint: access, limits, validation, the handler, and a reply that carries its schema and no more. */
export type Bind<Owner> = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
>(
  endpoint: Endpoint<P, Q, B, R, A>,
  handle: (
    call: Call<z.output<P>, z.output<Q>, z.output<B>, A extends 'public' ? undefined : Owner>,
  ) => Promise<z.input<R> | Pieces<z.input<R>>>,
) => void;

/** A body may take half a minute to come, and its sender's session end meanwhile: who was let in is asked again. */
const AUTHENTICATION_FRESH_MS = 1000;

export function binder<Owner>(
  app: FastifyInstance,
  guard: RequestGuard<Owner>,
): { bind: Bind<Owner>; bound: ReadonlySet<Endpoint> } {
  const bound = new Set<Endpoint>();
  const bind: Bind<Owner> = (endpoint, handle) => {
    bound.add(endpoint);
    const authentications = new WeakMap<FastifyRequest, { owner: Owner; at: number }>();
    const authenticate = async (request: FastifyRequest) => {
      const at = guard.now().getTime();
      const owner = await guard.authenticate(request.headers.authorization, endpoint);
      authentications.set(request, { owner, at });
    };
    app.route({
      method: endpoint.method,
      url: routerPath(endpoint.path),
      bodyLimit: endpoint.bodyLimit,
      config: { tooLarge: endpoint.tooLarge },
      onRequest: async (request) => {
        await guard.rateLimitByAddress(endpoint, { address: request.ip });
        // Asked before the body is read: a stranger's upload ends at its headers.
        if (endpoint.access !== 'public') await authenticate(request);
      },
      handler: async (request, reply) => {
        const authenticatedAt = authentications.get(request)?.at;
        // In either direction: a clock that was set back tells nothing of how long ago that was.
        const isLongAgo = (at: number) => Math.abs(guard.now().getTime() - at) > AUTHENTICATION_FRESH_MS;
        if (authenticatedAt !== undefined && isLongAgo(authenticatedAt)) await authenticate(request);
        requireLabel(endpoint, request);
        const owner = authentications.get(request)?.owner;
        const sender = { address: request.ip, headers: request.headers };
        const call = { ...parseInput(endpoint, request), owner, sender };
        await guard.rateLimitByCaller(endpoint, { address: request.ip, body: call.body, owner });
        const result = await handle(call as Parameters<typeof handle>[0]);
        return answer(endpoint, reply, call.params, result);
      },
    });
  };
  return { bind, bound };
}

function answer(endpoint: Endpoint, reply: FastifyReply, params: unknown, result: unknown) {
  if (endpoint.reply instanceof z.ZodUndefined) return reply.code(204).send();
  if (endpoint.file) {
    const name = fillPath(endpoint.file.name, params as Record<string, unknown> | undefined);
    reply.header('content-disposition', `attachment; filename="${name}"`).type(endpoint.file.type);
    const { buffer, byteOffset, byteLength } = FileBytes.parse(result);
    return reply.send(Buffer.from(buffer, byteOffset, byteLength));
  }
  if (isPieces(result)) return reply.type(JSON_TYPE).send(Readable.from(listOf(endpoint.reply, result)));
  return reply.code(endpoint.status ?? 200).send(endpoint.reply.parse(result));
}

const JSON_TYPE = 'application/json; charset=utf-8';

const isPieces = (result: unknown): result is Pieces<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

async function* listOf(schema: z.ZodType, pieces: Pieces<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const piece of pieces) {
    const items = JSON.stringify(schema.parse(piece)).slice(1, -1);
    if (items === '') continue;
    yield separator + items;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** A form where JSON belongs, or the other way around, is not what it says. */
function requireLabel({ upload }: Endpoint, request: FastifyRequest): void {
  const { body } = request;
  if ((upload !== undefined) !== isForm(request)) {
    if (upload !== undefined || body !== undefined) throw new AppError('WRONG_MEDIA_TYPE');
  }
}

function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const fields = new Map<string, string>();
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    // Where a schema has no text of its own, zod would speak English.
    const parsed = schema?.safeParse(value, { error: () => 'Valor no válido' });
    for (const { path, message } of parsed?.error?.issues ?? []) {
      const field = path.join('.');
      if (!fields.has(field)) fields.set(field, message);
    }
    return parsed?.data;
  };
  const params = parse(endpoint.params, request.params);
  // An id that cannot be one is an id that is not there.
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint';
import { AppError } from '../app-error.ts';

export interface Gatekeeper<Owner> {
  /** The caller behind an Authorization header; throws when there is none or access is not theirs. */
  admit(authorization: string | undefined, access: Exclude<Access, 'public'>): Promise<Owner>;
  /** Counts the call against the endpoint's limits; `email` is known once the body has been read. */
  count(endpoint: Endpoint, caller: { address: string; email?: string }): Promise<void>;
}

interface Call<P, Q, B, O> {
  params: P;
  query: Q;
  body: B;
  owner: O;
}

type Handle<Owner> = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
>(
  endpoint: Endpoint<P, Q, B, R, A>,
  handle: (
    call: Call<z.output<P>, z.output<Q>, z.output<B>, A extends 'public' ? undefined : Owner>,
  ) => Promise<z.input<R>>,
) => void;

/** Registers an endpoint: access, limits, validation, the handler, and a reply that carries its schema and no more. */
export type Bind<Owner> = Handle<Owner>;

export function binder<Owner>(app: FastifyInstance, gatekeeper: Gatekeeper<Owner>): Bind<Owner> {
  return (endpoint, handle) => {
    // Asked before the body is read: a stranger's upload ends at its headers.
    const owners = new WeakMap<FastifyRequest, Owner>();
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: async (request) => {
        await gatekeeper.count(endpoint, { address: request.ip });
        if (endpoint.access === 'public') return;
        owners.set(request, await gatekeeper.admit(request.headers.authorization, endpoint.access));
      },
      handler: async (request, reply) => {
        const call = { ...parseInput(endpoint, request), owner: owners.get(request) };
        if (hasEmail(call.body)) await gatekeeper.count(endpoint, { address: request.ip, email: call.body.email });
        const result = await handle(call as Parameters<typeof handle>[0]);
        return answer(endpoint, reply, result);
      },
    });
  };
}

function answer(endpoint: Endpoint, reply: FastifyReply, result: unknown) {
  if (endpoint.reply instanceof z.ZodUndefined) return reply.code(204).send();
  return reply.code(endpoint.status ?? 200).send(endpoint.reply.parse(result));
}

function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const fields: Record<string, string> = {};
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message;
    return undefined;
  };
  const input = {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body ?? {}),
  };
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields });
  return input;
}

const hasEmail = (body: unknown): body is { email: string } =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string';

import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Id } from './wire.ts';

/** Who may call: anyone, anyone signed in, or administrators only. */
export type Access = 'public' | 'professional' | 'admin';

/**
 * One call of the API as a value. The route, its validation, the OpenAPI document, the typed client
 * and the access test all come from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  access: Allowed;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** `z.undefined()` for a call that answers nothing, `FileBytes` for one that answers a file. */
  reply: Reply;
  /** The file that it answers instead of JSON; its name may hold the path's values. */
  file?: { type: 'application/pdf' | 'image/png'; name: string };
  /** The field of a multipart form that carries the one file it takes; the body is then `{ [field]: bytes }`. */
  upload?: string;
  /** The status of a success that carries a body; 200 unless said otherwise. */
  status?: 200 | 201;
  /** The most bytes its body may have, where that is more than usual. */
  bodyLimit?: number;
  /** How a form over `bodyLimit` is refused while it has no more bytes than this; a larger one is TOO_LARGE. */
  tooLarge?: { code: ErrorCode; upTo: number };
  limits?: readonly RateLimit[];
  /** Answers also who signed in with a temporary password and has not chosen their own yet. */
  allowsTemporaryPassword?: boolean;
}

/**
 * At most `max` calls in `seconds`, counted for each address, each email, both together, each account signed in, or
 * each of its sessions: who stole one uses up what that one may, and not what its owner may.
 */
export interface RateLimit {
  by: 'address' | 'email' | 'address-and-email' | 'account' | 'session';
  max: number;
  seconds: number;
}

/** What stands in a file; JSON has no place for it. */
export const FileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Falta el archivo');

/** A call that answers the file of one thing. */
export type FileEndpoint = Endpoint<typeof Id, z.ZodUndefined, z.ZodUndefined, typeof FileBytes>;

/** '/api/patients/{id}' with its values in place. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** '/api/patients/{id}' as routers write it: '/api/patients/:id'. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

export function endpoint<
  Reply extends z.ZodType,
  const Allowed extends Access,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(value: Endpoint<Params, Query, Body, Reply, Allowed>): Endpoint<Params, Query, Body, Reply, Allowed> {
  return value;
}

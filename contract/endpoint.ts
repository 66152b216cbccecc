import { z } from 'zod';
import type { ReadAct } from './audit-acts.ts';
import type { ErrorCode } from './errors.ts';
import type { Id } from './wire.ts';

/**
 * Who may call an endpoint: everyone, signed-in users, administrators only, assistants only, or a program with
 * METRICS_TOKEN.
 */
export type Access = 'public' | 'professional' | 'admin' | 'assistant' | 'monitoring';

/**
 * How assistants may call an endpoint of professionals: about their own account, for a professional who invited them, or
 * only with a permission of that professional.
 */
export type AssistantUse = 'own-account' | 'for-professional' | 'canEditPatients' | 'canCharge';

/**
 * The definition of one API endpoint. The route, its validation, the OpenAPI document, the typed client
 * and the access test are derived from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Other programs subscribe to '/calendario'. */
  path: `/api/${string}` | `/calendario/${string}`;
  access: Allowed;
  /** Left out where assistants have no access. */
  assistants?: AssistantUse;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * The response body: `z.undefined()` for none, `FileBytes`, `FileStream` or `StoredFile` for a file, `TaggedText` for a
   * text.
   */
  reply: Reply;
  /** The file returned instead of JSON. Its name may contain path parameters. */
  file?: { type: 'application/pdf' | 'application/zip' | 'image/png' | 'text/csv; charset=utf-8'; name: string };
  /** The media types that a `StoredFile` may have. */
  storedTypes?: readonly string[];
  /** The media type of a text that is returned instead of JSON. */
  text?: string;
  /** The name under which a browser that does not show such a text saves it. */
  textName?: string;
  /** The header of a successful response. By default a response is not stored. */
  cacheControl?: string;
  /** The multipart field of the uploaded file. The body is then `{ [field]: bytes }`. */
  upload?: string;
  /** The success status of a response with a body. Defaults to 200. */
  status?: 200 | 201 | 202;
  /** Maximum body size in bytes, when it differs from the default. */
  bodyLimit?: number;
  /** The error code for a form over `bodyLimit` of at most `upTo` bytes. A larger form is refused as TOO_LARGE. */
  tooLarge?: { code: ErrorCode; upTo: number };
  limits?: readonly RateLimit[];
  /**
   * Whether the handler counts a request itself, when its proof of work is right. One with a wrong proof counts against
   * its address alone, so that nobody uses up the limits of somebody else.
   */
  countsProvenRequests?: true;
  /** Whether the path has the token of a link that somebody received. Its answers are not indexed, and tell no other site. */
  isLink?: true;
  /** Whether a form of a mail program (RFC 8058) is accepted in the place of JSON. Its content is not read. */
  acceptsForm?: true;
  /** The page whose URL-encoded form is accepted in the place of JSON. A refused form leads back to the page. */
  formPage?: `/${string}`;
  /** Whether a call may take most of a minute, as one that writes thousands of rows. */
  isSlow?: true;
  /** True for a GET that writes. A call with any other method always counts as a write. */
  writes?: true;
  /** The act that the access log records when a call succeeds. A call that writes records its own in its transaction. */
  recordsRead?: ReadAct;
  /** Whether the endpoint answers while the disk is nearly full. Other endpoints that write are refused then. */
  allowsLowStorage?: true;
  /** Whether a user with a temporary password may call the endpoint. */
  allowsTemporaryPassword?: boolean;
  /** Whether the session must have proved who uses it in the last 15 minutes. A login is such a proof. */
  needsFreshProof?: true;
}

/**
 * The slowest connection, in bytes per second, over which a file can be sent: 256 kbit/s. The largest file takes eight
 * minutes over it.
 */
export const MIN_UPLOAD_RATE = 32 * 1024;

/**
 * At most `max` calls in `seconds`, counted by address, email, both, account, session, known device, or by the secret
 * token or the slug in the path. A limit by session keeps a stolen session from using up the limit of the owner's other
 * sessions. For a device that has logged in to the account before, the limit by device replaces those by address and by
 * email.
 */
export interface RateLimit {
  by: 'address' | 'email' | 'address-and-email' | 'account' | 'session' | 'device' | 'token' | 'slug';
  max: number;
  seconds: number;
}

/** Whether a known device has a limit of its own. */
export const limitsByDevice = ({ limits }: Pick<Endpoint, 'limits'>): boolean =>
  limits?.some(({ by }) => by === 'device') ?? false;

/** The content of an uploaded or returned file. JSON cannot represent it. */
export const FileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Falta el archivo');

/** A file that is made while it is sent, because it may be larger than the memory. */
export const FileStream = z.custom<{
  chunks: AsyncIterable<Uint8Array>;
  /** About how many bytes it will have, for the progress bar. */
  estimatedBytes: number;
}>((value) => typeof value === 'object' && value !== null && 'chunks' in value, 'Falta el archivo');

/** A stored file, with its own name and type. It is sent as it is read. */
export const StoredFile = z.custom<{
  name: string;
  type: string;
  size: number;
  chunks: AsyncIterable<Uint8Array>;
  /** Whether a browser may show it. Only for what the server made: a file that somebody uploaded is a download. */
  isShown?: boolean;
}>((value) => typeof value === 'object' && value !== null && 'chunks' in value, 'Falta el archivo');

export const isStreamed = ({ reply }: Pick<Endpoint, 'reply'>): boolean => reply === FileStream || reply === StoredFile;

/** Whether the reply is a `TaggedText`. */
export const isTagged = ({ reply }: Pick<Endpoint, 'reply'>): boolean => reply === TaggedText;

/** Names the professional for whom an assistant calls. */
export const PROFESSIONAL_HEADER = 'x-professional';

/** Says about how many bytes a file stream has. */
export const ESTIMATE_HEADER = 'x-estimated-bytes';

/** A text that is made when the client does not have it yet. The tag changes with it. */
export const TaggedText = z.custom<{ tag: string; make(): Promise<string> }>(
  (value) => typeof value === 'object' && value !== null && 'make' in value,
);

/** An endpoint that returns the file of one record. */
export type FileEndpoint = Endpoint<typeof Id, z.ZodUndefined, z.ZodUndefined, typeof FileBytes>;

export const isWrite = ({ method, writes }: Pick<Endpoint, 'method' | 'writes'>): boolean => writes ?? method !== 'GET';

/** Replaces the parameters of a path such as '/api/patients/{id}' with URL-encoded values. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** '/api/patients/{id}' → '/api/patients/:id' */
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

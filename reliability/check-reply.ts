import { z } from 'zod';
import { ATTACHMENT_TYPES } from '#contract/attachments';
import { type Endpoint, routerPath, StoredFile } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { ERRORS, type ErrorCode, ErrorReply } from '#contract/errors';
import type { RawAnswer, RawRequest } from './raw-request.ts';

const StrictError = z.strictObject(ErrorReply.shape);

/** The endpoint that the server binds to a method and path. */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  const place = (path.split('?')[0] ?? '').replace(/\/$/, '');
  const isPlain = (endpoint: Endpoint) => !endpoint.path.includes('{');
  return ENDPOINTS.filter((one) => one.method === method)
    .toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)))
    .find((one) => new RegExp(`^${routerPath(one.path).replaceAll(/:\w+/g, '[^/]+')}$`).test(place));
}

/** What is wrong with an answer. Undefined for an answer that its schema describes. */
export function replyProblem(request: RawRequest, answer: RawAnswer): string | undefined {
  const { status, type, body } = answer;
  if (request.method === 'HEAD') return undefined;
  if (status >= 200 && status < 300) return successProblem(endpointOf(request.method, request.path), answer);
  if (isMissingPage(request, answer)) return undefined;
  if (!type.startsWith('application/json')) return `an answer ${status} of type ${type}`;
  const parsed = StrictError.safeParse(jsonOf(body));
  if (!parsed.success) return `an error ${status} that is not in its schema: ${body.toString().slice(0, 200)}`;
  const { code, error, message } = parsed.data;
  const known = ERRORS[code as ErrorCode] as (typeof ERRORS)[ErrorCode] | undefined;
  if (known?.status !== status) return `a code ${code} with the status ${status}`;
  return error === message ? undefined : 'an error with two texts';
}

/** Outside of the API, an address that belongs to no endpoint is that of a page. */
const isMissingPage = ({ method, path }: RawRequest, { status, type }: RawAnswer): boolean =>
  status === 404 && type.startsWith('text/html') && !path.startsWith('/api') && !endpointOf(method, path);

/** Answers of the API that no endpoint describes. */
const DESCRIPTIONS = ['/api/openapi.json', '/api/docs'];

function successProblem(endpoint: Endpoint | undefined, { status, type, body }: RawAnswer): string | undefined {
  if (!endpoint) return `a success ${status} without an endpoint`;
  if (endpoint.reply instanceof z.ZodUndefined) {
    return status === 204 && body.length === 0 ? undefined : `${status} instead of an empty 204`;
  }
  if (status !== (endpoint.status ?? 200)) return `${status} instead of ${endpoint.status ?? 200}`;
  if (endpoint.file) return type === endpoint.file.type && body.length > 0 ? undefined : `a file of type ${type}`;
  if (endpoint.reply === StoredFile) {
    return type in ATTACHMENT_TYPES && body.length > 0 ? undefined : `a stored file of type ${type}`;
  }
  if (endpoint.text) return type === endpoint.text ? undefined : `a text of type ${type}`;
  const parsed = endpoint.reply.safeParse(jsonOf(body));
  return parsed.success ? undefined : `a reply that is not in its schema: ${parsed.error.message.slice(0, 200)}`;
}

export const isDescription = ({ path }: RawRequest): boolean => DESCRIPTIONS.some((one) => path.startsWith(one));

export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

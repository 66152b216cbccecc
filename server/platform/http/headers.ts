import type { FastifyInstance, FastifyReply } from 'fastify';

const NO_FRAMES = "frame-ancestors 'none'";

// Nothing is loaded from other origins, pages have no inline scripts, and no site may frame them.
// Inline styles are for Radix, which locks scrolling with a style element.
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  NO_FRAMES,
];

const PERMISSIONS_POLICY = [
  'camera=()',
  'microphone=()',
  'geolocation=()',
  'payment=()',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
];

/**
 * The headers of every response, built once. Helmet builds them for each request, which takes a quarter of the time of
 * a read request.
 */
export function headersFor(publicUrl: string): Record<string, string> {
  const isHttps = publicUrl.startsWith('https:');
  return {
    'content-security-policy': [...CONTENT_SECURITY_POLICY, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join(
      '; ',
    ),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY.join(', '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The headers of pages and answers under a link that somebody received: whoever has the address may act with it. */
export const LINK_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** Characters with a meaning in a content policy occur in no origin that a browser sends. */
const PLAIN_ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** Lets these sites show the response in a frame. The rest of its content policy stays. */
export function allowFraming(reply: FastifyReply, origins: readonly string[]): void {
  const plain = origins.filter((origin) => PLAIN_ORIGIN.test(origin));
  if (plain.length === 0) return;
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(NO_FRAMES, `frame-ancestors ${plain.join(' ')}`));
  reply.removeHeader('x-frame-options');
}

/** Responses that do not set cache-control, those of the API, are never cached. */
export function setHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}

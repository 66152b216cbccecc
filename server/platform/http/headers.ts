import type { FastifyInstance } from 'fastify';

// Nothing is loaded from elsewhere, no script stands in a page, nobody frames us.
// The inline styles are Radix's: it locks scrolling with a style element of its own.
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
  "frame-ancestors 'none'",
];

/** Headers of every answer, put together once: helmet does it anew for each, at the price of a quarter of a read. */
export function headersFor(publicUrl: string): Record<string, string> {
  const isHttps = publicUrl.startsWith('https:');
  return {
    'content-security-policy': [...CONTENT_SECURITY_POLICY, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join(
      '; ',
    ),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** What says nothing of caching is an answer of the API, and is kept nowhere. */
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

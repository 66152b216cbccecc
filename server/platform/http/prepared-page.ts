import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip), identity: async (text: Buffer) => text };
type Encoding = keyof typeof ENCODERS;

/** For a page that is rendered and compressed every few seconds. The best quality would take fifty times as long. */
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
export const QUICK_ENCODERS = { ...ENCODERS, br: (html: Buffer) => ENCODERS.br(html, QUICK_BROTLI) };

const HTML = 'text/html; charset=utf-8';

export interface Page {
  etag: string;
  type: string;
  /** The body in that encoding, compressed once, when a browser first asks for it. */
  body(encoding: Encoding): Promise<Buffer>;
}

interface Preparation {
  encoders?: Record<Encoding, (text: Buffer) => Promise<Buffer>>;
  type?: string;
}

export function prepare(text: string, { encoders = ENCODERS, type = HTML }: Preparation = {}): Page {
  const identity = Buffer.from(text);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    etag: `"${createHash('sha256').update(identity).digest('base64url')}"`,
    body: (encoding) => {
      const body = bodies.get(encoding) ?? encoders[encoding](identity);
      bodies.set(encoding, body);
      return body;
    },
  };
}

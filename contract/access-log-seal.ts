import { z } from 'zod';
import { momentIn } from './access-log.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './wire.ts';

/** What an account notes down elsewhere to find out later whether its log was changed. */
const AccessLogSeal = z.object({
  /** The number and the beginning of the digest: '12:5f0c1a2b3c4d5e6f'. */
  seal: z.string(),
  sealedAt: Instant,
  /** The number of the last entry that it covers. */
  lastEntry: z.int(),
});
export type AccessLogSeal = z.output<typeof AccessLogSeal>;

export const getAccessLogSeal = endpoint({
  method: 'GET',
  path: '/api/account/access-log/seal',
  access: 'professional',
  summary: 'El último sello del registro de accesos de la cuenta, para anotarlo en otro lugar; null si aún no tiene',
  reply: AccessLogSeal.nullable(),
});

/** 'Último sello: 12:5f0c1a2b3c4d5e6f, del 16/11/2026 06:12:43, hasta el acceso N.º 57' */
export const sealText = ({ seal, sealedAt, lastEntry }: AccessLogSeal, timeZone: string): string =>
  `Último sello: ${seal}, del ${momentIn(timeZone)(sealedAt)}, hasta el acceso N.º ${lastEntry}`;

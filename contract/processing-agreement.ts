import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { optionalLine } from './text.ts';
import { Instant, wholeNumber } from './wire.ts';

/**
 * The contract between a professional and who runs the service, as the page /encargo shows it. A changed text is a
 * new version, which each account is asked to accept.
 */
export const PROCESSING_AGREEMENT = { version: '2026-12', publishedOn: '2026-11-19' } as const;

export const Acceptance = z.object({ version: z.string(), acceptedAt: Instant });
export type Acceptance = z.output<typeof Acceptance>;

export const ProcessingAgreement = z.object({
  /** The version in force. */
  version: z.string(),
  publishedOn: z.iso.date(),
  /** The last version that the account accepted, and when. Null when it accepted none. */
  accepted: Acceptance.nullable(),
  /** All accepted versions, the last one first. */
  history: z.array(Acceptance),
});
export type ProcessingAgreement = z.output<typeof ProcessingAgreement>;

export const isAccepted = ({ version, history }: Pick<ProcessingAgreement, 'version' | 'history'>): boolean =>
  history.some((acceptance) => acceptance.version === version);

export const getProcessingAgreement = endpoint({
  method: 'GET',
  path: '/api/account/processing-agreement',
  access: 'professional',
  summary: 'La versión vigente del contrato de encargo, y las que aceptó la cuenta',
  reply: ProcessingAgreement,
});

const AcceptedVersion = z.object({ version: z.string('Indica la versión que aceptas').max(20, 'Versión desconocida') });

export const acceptProcessingAgreement = endpoint({
  method: 'POST',
  path: '/api/account/processing-agreement',
  access: 'professional',
  summary: 'Acepta la versión vigente del contrato de encargo. Aceptarla otra vez no cambia nada',
  body: AcceptedVersion,
  reply: ProcessingAgreement,
});

export const AGREEMENTS_PER_PAGE = 50;

/** What an account accepted. */
export const AccountAgreement = z.object({
  user: z.object({
    _id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(['admin', 'professional']),
  }),
  /** The last one first. */
  history: z.array(Acceptance),
});
export type AccountAgreement = z.output<typeof AccountAgreement>;

export const listProcessingAgreements = endpoint({
  method: 'GET',
  path: '/api/admin/processing-agreements',
  access: 'admin',
  summary: 'Qué versiones del contrato de encargo aceptó cada cuenta, por nombre; search busca como en los usuarios',
  query: z.object({
    search: optionalLine(120),
    page: wholeNumber(1, 1_000_000).default(1),
    limit: wholeNumber(1, 200).default(AGREEMENTS_PER_PAGE),
  }),
  reply: z.array(AccountAgreement),
});

export const countProcessingAgreements = endpoint({
  method: 'GET',
  path: '/api/admin/processing-agreements/count',
  access: 'admin',
  summary: 'Cuántas cuentas tiene la lista del contrato de encargo con esa búsqueda',
  query: z.object({ search: optionalLine(120) }),
  reply: z.object({ total: z.int() }),
});

export const PROCESSING_AGREEMENT_OPERATIONS = {
  getProcessingAgreement,
  acceptProcessingAgreement,
  listProcessingAgreements,
  countProcessingAgreements,
};

import { listClosedAccounts, restoreAccount } from './closed-accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { INCIDENT_OPERATIONS } from './incidents.ts';
import { countMails, listMails } from './mail.ts';
import { PROCESSING_AGREEMENT_OPERATIONS } from './processing-agreement.ts';

/** The endpoints of those who run the service, beside `contract/admin.ts`, by operation id. */
export const OPERATOR_OPERATIONS = {
  listClosedAccounts,
  restoreAccount,
  listMails,
  countMails,
  ...INCIDENT_OPERATIONS,
  ...PROCESSING_AGREEMENT_OPERATIONS,
} satisfies Record<string, Endpoint>;

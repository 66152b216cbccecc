import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './wire.ts';

/** How long a deleted account can be restored. Its data are deleted afterwards. */
export const CLOSED_ACCOUNT_DAYS = 7;

/** An account that an administrator deleted. Its data are still stored, and nobody reaches them. */
export const ClosedAccount = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  closedAt: Instant,
  /** The name of the administrator. Absent when that account was deleted too. */
  closedBy: z.string().optional(),
  /** From when its data are deleted. */
  purgeAt: Instant,
  /** False from `purgeAt`, also while its data wait for the clean-up. */
  isRestorable: z.boolean(),
});
export type ClosedAccount = z.output<typeof ClosedAccount>;

export const listClosedAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/closed-accounts',
  access: 'admin',
  summary: 'Las cuentas eliminadas cuyos datos todavía existen, la más reciente primero',
  reply: z.array(ClosedAccount),
});

export const restoreAccount = endpoint({
  method: 'POST',
  path: '/api/admin/closed-accounts/{id}/restore',
  access: 'admin',
  summary: 'Restaura una cuenta eliminada hace menos de siete días, con todos sus datos. Sus sesiones siguen cerradas',
  params: Id,
  reply: z.undefined(),
  needsFreshProof: true,
});

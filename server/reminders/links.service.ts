import type { OwnerTx } from '#server/platform/database/database';
import { deleteLinks } from './links.store.ts';

/** The links of an appointment stop working. */
export const endLinks = (tx: OwnerTx, appointmentId: string): Promise<number> => deleteLinks(tx, appointmentId);

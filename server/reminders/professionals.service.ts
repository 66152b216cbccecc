import type { Database } from '#server/platform/database/database';
import { findProfessional, type Professional } from './professionals.store.ts';

/** On whose behalf a mail is sent. Undefined for a closed account. */
export const professionalForMail = ({ mail }: Pick<Database, 'mail'>, id: string): Promise<Professional | undefined> =>
  findProfessional(mail, id);

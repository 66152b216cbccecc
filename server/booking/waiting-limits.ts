import { compactRut } from '#contract/rut';
import { AppError } from '#server/platform/app-error';
import { mailboxOf } from '#server/platform/mailbox';
import type { Waiting } from './waiting-list.store.ts';

/** Entries of one person with one professional, and of all people. */
const MAX_ENTRIES = 2;
const MAX_WAITING = 200;

/** Nobody fills the list, or takes the place of a person, with entries that were not confirmed. */
export function requireFewEntries(entries: readonly Waiting[], { rut, documentType, email }: Waiting['person']): void {
  const confirmed = entries.filter(({ confirmedAt }) => confirmedAt !== undefined);
  if (confirmed.length >= MAX_WAITING) throw new AppError('WAITING_LIST_FULL');
  const hasDocument = ({ person }: Waiting) =>
    compactRut(person.rut) === compactRut(rut) && person.documentType === documentType;
  const hasMailbox = ({ person }: Waiting) => mailboxOf(person.email) === mailboxOf(email);
  const ofPerson = entries.filter((one) => hasMailbox(one) || (one.confirmedAt !== undefined && hasDocument(one)));
  if (ofPerson.length >= MAX_ENTRIES) throw new AppError('TOO_MANY_WAITING');
}

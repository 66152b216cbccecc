import type { PurgeTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { endAssistance } from './closed-accounts.store.ts';

/** False when the account is open, or was closed after `until`. */
export async function lockClosedAccount(tx: PurgeTx, until: Date): Promise<boolean> {
  const rows = await tx`select from users where id = ${tx.owner} and closed_at <= ${until} for update`;
  return rows.length === 1;
}

/** Referencing tables come before the tables that they reference. */
const TABLES = [
  fragment`audit_details`,
  fragment`share_openings`,
  fragment`shared_documents`,
  fragment`share_links`,
  fragment`shares`,
  fragment`documents`,
  fragment`verifications`,
  fragment`folios`,
  fragment`signatures`,
  fragment`print_settings`,
  fragment`processing_agreements`,
  fragment`addenda`,
  fragment`attachment_chunks`,
  fragment`attachments`,
  fragment`clinical_notes`,
  fragment`certificates`,
  fragment`certificate_template_versions`,
  fragment`certificate_templates`,
  fragment`note_templates`,
  fragment`prescription_favourites`,
  fragment`reminders`,
  fragment`reminder_settings`,
  fragment`receipts`,
  fragment`charge_payments`,
  fragment`charges`,
  fragment`charge_reminders`,
  fragment`charge_settings`,
  fragment`deposit_payments`,
  fragment`deposits`,
  fragment`payment_accounts`,
  fragment`appointment_links`,
  fragment`patient_answers`,
  fragment`bookings`,
  fragment`waiting_list`,
  fragment`booking_settings`,
  fragment`page_slugs`,
  fragment`rights_requests`,
  fragment`appointments`,
  fragment`services`,
  fragment`absences`,
  fragment`working_hours`,
  fragment`agenda_settings`,
  fragment`imported_rows`,
  fragment`imports`,
  fragment`patient_suffixes`,
  fragment`patients`,
  fragment`patient_counts`,
  fragment`storage_usage`,
  fragment`payments`,
  fragment`purchases`,
  fragment`subscriptions`,
];

/** Printed documents stay in use. The data that tells them from forgeries is kept, without names and initials. */
async function keepIssuedDocuments(tx: PurgeTx): Promise<void> {
  await tx`
    insert into verifications_of_deleted_accounts
      (code_hash, kind, title, folio, finalized_at, time_zone, content_hash, file_hash, timestamp,
       addenda_count, voided_at)
    select code_hash, kind, title, folio, finalized_at, time_zone, content_hash, file_hash, timestamp, addenda_count,
           voided_at
      from verifications where owner_id = ${tx.owner}`;
}

/** Sessions, notifications and the assistants of a professional are deleted by cascade. */
export async function deleteAccount(tx: PurgeTx, now: Date): Promise<void> {
  await keepIssuedDocuments(tx);
  // An invitation may have been accepted while the account was being closed.
  await endAssistance(tx, now);
  for (const table of TABLES) await tx`delete from ${table} where owner_id = ${tx.owner}`;
  await tx`delete from users where id = ${tx.owner}`;
}

import type { PatientAnswer } from '#contract/reminder-states';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerTx } from '#server/platform/database/database';

export const reasonContext = (owner: string, row: string) => ({
  table: 'patient_answers',
  column: 'reason',
  owner,
  row,
});

/** Replaces an earlier answer about the same appointment. */
export async function saveAnswer(
  tx: OwnerTx,
  appointmentId: string,
  { answer, reason, at }: { answer: PatientAnswer['answer']; reason: string | undefined; at: Date },
  cipher: FieldCipher,
): Promise<void> {
  const encrypted = reason === undefined ? null : cipher.encrypt(reason, reasonContext(tx.owner, appointmentId));
  await tx`
    insert into patient_answers (owner_id, appointment_id, answer, reason, at)
    values (${tx.owner}, ${appointmentId}, ${answer}, ${encrypted}, ${at})
    on conflict (owner_id, appointment_id) do update
      set answer = excluded.answer, reason = excluded.reason, at = excluded.at`;
}

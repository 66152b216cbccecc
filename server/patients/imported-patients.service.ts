import type { PatientInput } from '#contract/patients';
import type { Deps } from '#server/deps';
import type { OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { insertPatients } from './imported-patients.store.ts';
import { takeFichaNumbers } from './patients.store.ts';

/** Adds many patients and returns their ids. The caller holds the lock of the owner and records the import. */
export async function addImportedPatients(
  tx: OwnerTx,
  { cipher }: Pick<Deps, 'cipher'>,
  inputs: readonly PatientInput[],
  at: Date,
): Promise<string[]> {
  if (inputs.length === 0) return [];
  const first = await takeFichaNumbers(tx, inputs.length);
  const patients = inputs.map((input, index) => ({ id: uuidv7(at), fichaNumber: first + index, input }));
  await insertPatients(tx, patients, cipher, at);
  return patients.map(({ id }) => id);
}

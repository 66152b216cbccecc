import type { ErrorCode } from '#contract/errors';
import type { PatientImportPreview } from '#contract/imports/patient-import';
import { type Choices, documentKey, type PatientRow, patientsIn } from './patient-rows.ts';
import { readTable } from './read-table.ts';
import { fileRefused, refusalOf } from './table.ts';

export type FileTask = Choices & { bytes: Uint8Array };

/** What a worker found in a file. The server parses a batch when it inserts it, so that it is never busy for long. */
export type PatientFile =
  | { refused: ErrorCode }
  | (Pick<PatientImportPreview, 'columns' | 'dateOrder' | 'rows' | 'problems' | 'problemCount'> & {
      /** The keys of the documents of the rows without problems, in the order of the batches. */
      documents: string[];
      /** Rows without problems, as JSON. */
      batches: Uint8Array[];
    });

export const BATCH_ROWS = 250;
/** Maximum size of all batches together, which pass through the memory of the server. */
const MAX_BATCH_BYTES = 64 * 1024 * 1024;

export async function readPatientFile({ bytes, ...choices }: FileTask): Promise<PatientFile> {
  try {
    const { patients, ...findings } = patientsIn(await readTable(bytes), choices);
    return {
      ...findings,
      documents: patients.map(({ patient }) => documentKey(patient)),
      batches: batchesOf(patients),
    };
  } catch (error) {
    const refused = refusalOf(error);
    if (refused) return { refused };
    throw error;
  }
}

function batchesOf(patients: readonly PatientRow[]): Uint8Array[] {
  const batches: Uint8Array[] = [];
  let bytes = 0;
  for (let at = 0; at < patients.length; at += BATCH_ROWS) {
    const batch = Buffer.from(JSON.stringify(patients.slice(at, at + BATCH_ROWS)));
    bytes += batch.length;
    if (bytes > MAX_BATCH_BYTES) throw fileRefused('IMPORT_TOO_LARGE');
    batches.push(batch);
  }
  return batches;
}

export const patientsInBatch = (batch: Uint8Array): PatientRow[] => JSON.parse(Buffer.from(batch).toString());

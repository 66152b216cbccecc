import { useQuery } from '@tanstack/react-query';
import { type ClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import { type MeasurementText, measurementTexts } from '#contract/measurement-texts';
import { call } from '#web/platform/api.ts';
import { FETCH_ONCE } from '#web/platform/query-client.ts';

/** Fetched once: a save of the note that is being written changes none of them. Its place shows a failure. */
export const usePreviousNotes = (patientId: string) =>
  useQuery({
    ...FETCH_ONCE,
    queryKey: [listClinicalNotes.path, 'previous notes', patientId],
    queryFn: async ({ signal }): Promise<ClinicalNote[]> => {
      const notes = await call(listClinicalNotes, { params: { id: patientId } }, signal);
      return notes.filter(({ status }) => status === 'finalized');
    },
  });

const decrypted = (notes: readonly ClinicalNote[]) => notes.filter(({ undecryptable }) => !undecryptable);

/** Each diagnosis once, the newest first. */
export const previousDiagnoses = (notesNewestFirst: readonly ClinicalNote[]): string[] => [
  ...new Set(decrypted(notesNewestFirst).flatMap(({ diagnoses }) => diagnoses)),
];

export interface LastMeasurement extends MeasurementText {
  /** The date of its note. */
  date: string;
}

/** The last value of each measurement. */
export function lastMeasurements(notesNewestFirst: readonly ClinicalNote[]): LastMeasurement[] {
  const all = decrypted(notesNewestFirst).flatMap(({ date, measurements }) =>
    measurements ? measurementTexts(measurements).map((one) => ({ ...one, date })) : [],
  );
  return all.filter(({ label }, at) => all.findIndex((one) => one.label === label) === at);
}

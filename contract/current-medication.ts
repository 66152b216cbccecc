import type { ClinicalNote } from './clinical-notes.ts';
import { addDays, dayIn } from './days.ts';
import { fold } from './fold.ts';

type Prescription = ClinicalNote['prescriptions'][number];

interface CurrentMedicine {
  prescription: Prescription;
  /** The day on which its note was finalised. */
  day: string;
}

const UNIT_DAYS: Record<string, number> = { dia: 1, semana: 7, mes: 30, ano: 365 };

/** '90 días' → 90. Undefined for a text that is not one length of time. */
function durationInDays(text: string): number | undefined {
  const [, count, unit = ''] = /^(?:por |durante )?(\d{1,3}) ?(dia|semana|mes|ano)(?:s|es)?$/.exec(fold(text)) ?? [];
  const days = UNIT_DAYS[unit];
  return days && Number(count) * days;
}

/** The substance, so that a new dose replaces the one before. */
const substanceName = ({ dci, medicamento }: Prescription): string => fold(dci || medicamento);

/**
 * The medicines that a patient takes today according to the finalised notes, newest first: the last prescription of
 * each medicine if it is permanent or its duration has not ended. A prescription without a readable duration counts
 * until a later note prescribes anything.
 */
export function currentMedication(
  notes: readonly ClinicalNote[],
  { today, timeZone }: { today: string; timeZone: string },
): CurrentMedicine[] {
  const current: CurrentMedicine[] = [];
  const replaced = new Set<string>();
  for (const { finalizedAt, prescriptions } of prescribing(notes)) {
    const day = dayIn(timeZone, new Date(finalizedAt));
    const isLast = replaced.size === 0;
    const holds = ({ permanente, duracion = '' }: Prescription): boolean => {
      const days = durationInDays(duracion);
      return permanente || (days === undefined ? isLast : today < addDays(day, days));
    };
    const added = prescriptions.filter((one) => !replaced.has(substanceName(one)) && holds(one));
    current.push(...added.map((prescription) => ({ prescription, day })));
    for (const one of prescriptions) replaced.add(substanceName(one));
  }
  return current;
}

/** The finalised notes with prescriptions, newest first. A note that could not be decrypted has none. */
const prescribing = (notes: readonly ClinicalNote[]) =>
  notes
    .flatMap(({ finalizedAt, prescriptions, undecryptable }) =>
      finalizedAt && !undecryptable && prescriptions.length > 0 ? { finalizedAt, prescriptions } : [],
    )
    .sort((one, other) => Date.parse(other.finalizedAt) - Date.parse(one.finalizedAt));

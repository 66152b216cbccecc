import type { User } from '#contract/auth';
import { type ClinicalNoteContent, isBlank } from '#contract/clinical-notes';
import { measurementTexts } from '#contract/measurement-texts';
import type { Patient } from '#contract/patients';
import { mayPrescribe } from '#contract/professions';
import { askToFinalize } from '#web/drafts/finalize-dialog.tsx';
import type { Ask } from '#web/ui/use-question.tsx';

/** The professional who finalises the note. */
type Author = Pick<User, 'profession' | 'rnpi'>;

const AND = new Intl.ListFormat('es', { type: 'conjunction' });

const counted = (count: number, one: string, several: string) => {
  if (count === 0) return undefined;
  return count === 1 ? `1 ${one}` : `${count} ${several}`;
};

/** 'motivo de consulta, 2 diagnósticos y 1 medicamento' */
function printedParts(note: ClinicalNoteContent): string {
  const measurements = note.measurements ? measurementTexts(note.measurements).length : 0;
  const parts = [
    note.reason && 'motivo de consulta',
    note.anamnesis && 'anamnesis',
    counted(measurements, 'medición', 'mediciones'),
    counted(note.diagnoses.length, 'diagnóstico', 'diagnósticos'),
    note.plansAndIndications && 'planes e indicaciones',
    counted(note.prescriptions.length, 'medicamento', 'medicamentos'),
  ];
  return AND.format(parts.filter((part) => typeof part === 'string'));
}

/** Many notes have no measurements and no prescriptions: to name these each time would hide the others. */
const emptyParts = (note: ClinicalNoteContent, { profession, rnpi }: Author): string[] =>
  [
    !note.reason && 'Sin motivo de consulta',
    !note.anamnesis && 'Sin anamnesis',
    note.diagnoses.length === 0 && 'Sin diagnóstico',
    !note.plansAndIndications && 'Sin planes e indicaciones',
    note.prescriptions.length > 0 && mayPrescribe(profession) && !rnpi && 'Receta sin tu RNPI',
  ].filter((part) => part !== false);

export async function askToFinalizeNote(
  ask: Ask,
  author: Author,
  patient: Patient,
  note: ClinicalNoteContent,
  onEdit?: () => void,
): Promise<boolean> {
  // The server refuses a blank note, and says why.
  if (isBlank(note)) return true;
  return askToFinalize(ask, {
    title: '¿Finalizar la nota clínica?',
    subject: 'Nota clínica',
    patient,
    printed: `${printedParts(note)}.`,
    lacks: emptyParts(note, author),
    consequence: 'Después no se puede cambiar ni eliminar. Lo que falte se agrega en una adenda.',
    ...(onEdit && { onEdit }),
  });
}

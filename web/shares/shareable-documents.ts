import type { Certificate } from '#contract/certificates';
import type { ClinicalNote } from '#contract/clinical-notes';
import { prescriptionsHeading } from '#contract/professions';
import type { ChosenDocument } from '#contract/shares';

/** A finalised document that can be sent. */
export interface ShareableDocument extends ChosenDocument {
  title: string;
  /** The instant that its record shows. */
  date: string;
}

export const documentKey = ({ kind, id }: ChosenDocument): string => `${kind}/${id}`;

/** The parts of a note that can be printed: none for a draft or for a note that cannot be decrypted. */
export function noteDocuments(note: ClinicalNote, profession: string | undefined): ShareableDocument[] {
  const { _id: id, status, date, plansAndIndications, prescriptions, undecryptable } = note;
  if (status === 'draft' || undecryptable) return [];
  const documents: ShareableDocument[] = [{ kind: 'clinical-note', id, date, title: 'Atención Clínica' }];
  if (plansAndIndications) documents.push({ kind: 'plans', id, date, title: 'Planes e Indicaciones' });
  if (prescriptions.length > 0) {
    documents.push({ kind: 'prescriptions', id, date, title: prescriptionsHeading(profession) });
  }
  return documents;
}

export function certificateDocuments(certificate: Certificate): ShareableDocument[] {
  const { _id: id, isFinalized, title, createdAt: date, undecryptable } = certificate;
  return isFinalized && !undecryptable ? [{ kind: 'certificate', id, date, title }] : [];
}

import type { Certificate } from '#contract/certificates';
import type { Charge } from '#contract/charges';
import type { ClinicalNote } from '#contract/clinical-notes';
import { prescriptionsHeading } from '#contract/professions';
import type { ChosenDocument } from '#contract/shares';

/** A finalised document that can be sent. */
export interface ShareableDocument extends ChosenDocument {
  title: string;
  /** The instant that its record shows, or the day of a charge. */
  date: string;
  /** The reason for the visit of a note, or the concept of a charge. It tells documents of the same title apart. */
  reason?: string;
}

/** A single document is sent without a choice. A session note is chosen by hand always. */
export const needsNoChoice = (documents: readonly ShareableDocument[]): boolean =>
  documents.length === 1 && documents[0]?.kind !== 'clinical-note';

export const documentKey = ({ kind, id }: ChosenDocument): string => `${kind}/${id}`;

/** The parts of a note that can be printed: none for a draft or for a note that cannot be decrypted. */
export function noteDocuments(note: ClinicalNote, profession: string | undefined): ShareableDocument[] {
  const { _id: id, status, date, reason, plansAndIndications, prescriptions, undecryptable } = note;
  if (status === 'draft' || undecryptable) return [];
  const visit = { id, date, ...(reason && { reason }) };
  const documents: ShareableDocument[] = [{ kind: 'clinical-note', ...visit, title: 'Atención Clínica' }];
  if (plansAndIndications) documents.push({ kind: 'plans', ...visit, title: 'Planes e Indicaciones' });
  if (prescriptions.length > 0) {
    documents.push({ kind: 'prescriptions', ...visit, title: prescriptionsHeading(profession) });
  }
  return documents;
}

export function certificateDocuments(certificate: Certificate): ShareableDocument[] {
  const { _id: id, isFinalized, title, createdAt: date, undecryptable } = certificate;
  return isFinalized && !undecryptable ? [{ kind: 'certificate', id, date, title }] : [];
}

/** The receipts of charges with a valid payment. */
export const receiptDocuments = (charges: readonly Charge[]): ShareableDocument[] =>
  charges
    .filter(({ paid, undecryptable }) => paid > 0 && !undecryptable)
    .map(({ _id: id, date, concept: reason }) => ({
      kind: 'receipt',
      id,
      date,
      title: 'Comprobante de Pago',
      reason,
    }));

/** The last days first. The documents of a day stay in their order. */
export const lastDaysFirst = (documents: readonly ShareableDocument[]): ShareableDocument[] =>
  documents.toSorted((one, other) => {
    const [a, b] = [one, other].map(({ date }) => date.slice(0, 10)) as [string, string];
    return Number(a < b) - Number(a > b);
  });

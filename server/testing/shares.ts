import { finalizeCertificate } from '#contract/certificates';
import { createShare, type NewShare, openShare } from '#contract/shares';
import type { Person, TestApp } from './test-app.ts';

/** Finalises a certificate of the patient. Returns it as a document to share. */
export async function finalizedCertificate(owner: Person, patientId: string, title = 'Reposo') {
  const { _id: id } = await owner.hasCertificate({ patientId, title });
  await owner.send(finalizeCertificate, { params: { id } });
  return { kind: 'certificate' as const, id };
}

/** The token in the address of a link. */
export const tokenIn = (url: string): string => url.split('/').at(-1) ?? '';

/** Makes a link with a certificate, or with the documents given. */
export async function share(owner: Person, patientId: string, details: Partial<NewShare> = {}) {
  const documents = details.documents ?? [await finalizedCertificate(owner, patientId)];
  const body = { days: 30 as const, ...details, documents };
  const { body: made } = await owner.send(createShare, { params: { id: patientId }, body });
  return { id: made._id, token: tokenIn(made.url), url: made.url };
}

/** A link of a new patient, opened with the birth date. */
export async function openedShare(testApp: TestApp, owner: Person) {
  const { _id: patientId, birthDate } = await owner.hasPatient();
  const made = await share(owner, patientId);
  return { ...made, patientId, birthDate, ...(await openAs(testApp, made.token, birthDate)) };
}

/** The ticket and the first document of a link. */
export async function openAs(testApp: TestApp, token: string, birthDate: string) {
  const { body } = await testApp.send(openShare, { params: { token }, body: { birthDate } });
  return { ticket: body.ticket, documentId: body.documents[0]?._id ?? '' };
}

import { CertificateContent } from '#contract/certificates';
import { codedDiagnosis } from '#contract/cie10';
import { ClinicalNoteContent } from '#contract/clinical-notes';
import { PatientInput } from '#contract/patients';
import { paidUntil } from '#contract/plans';
import { timeZoneOf } from '#contract/regions';
import type { AppDeps } from '#server/app';
import { certificates, createCertificate, printCertificate } from '#server/certificates/certificates.service';
import { codesNamed } from '#server/cie10/cie10.store';
import { addenda, createAddendum } from '#server/clinical-notes/addenda.service';
import { createClinicalNote, finalizeClinicalNote } from '#server/clinical-notes/clinical-notes.service';
import { printClinicalNote } from '#server/clinical-notes/print-note.service';
import { createPatient } from '#server/patients/patients.service';
import type { Professional } from './accounts.ts';
import { bookingOf, moveSteps, seriesSteps, statusSteps } from './appointments.ts';
import { invitationSteps } from './assistants.ts';
import { attachmentOf } from './attachments.ts';
import { bookingSteps } from './booking.ts';
import { chargeSteps } from './charges.ts';
import { type DemoStep, idOf, later } from './demo-step.ts';
import { answerSteps, messageSteps, settingsStep } from './reminders.ts';
import { rightsSteps } from './rights.ts';
import { type CreatedService, serviceIdFor } from './services.ts';
import { shareSteps } from './shares.ts';
import type { History, Person, Visit } from './visits.ts';
import { whenPrinterIsFree } from './when-printer-is-free.ts';

interface Written {
  history: History;
  professional: Professional;
  /** The ids of the templates of certificates. */
  templates: readonly string[];
  services: readonly CreatedService[];
  now: Date;
}

const DAY_MS = 24 * 3600 * 1000;

/** Everything in the history of a practice, as calls of services. */
export async function stepsOf(deps: AppDeps, written: Written): Promise<DemoStep[]> {
  const { history, professional, services, now } = written;
  const when = { now, zone: timeZoneOf(professional.profile.region) };
  const diagnoses = await diagnosesOf(deps, professional);
  const paidEnd = planEndOf(professional, now);
  const booked = history.visits.map((visit) => ({
    visit,
    booking: bookingOf(visit, serviceIdFor(visit, services, when)),
  }));
  return [
    settingsStep(professional.reminders, now),
    ...history.people.map(creationOf),
    ...booked.flatMap(({ visit, booking }) => {
      const note = noteOf(visit, booking.appointmentId, diagnoses, now);
      const documents = writtenBefore(paidEnd, [...note, ...certificateOf(visit, written)]);
      const isFinalized = documents.length > 0 && visit.consultation !== undefined && visit.isFinalized;
      // Finalising the note marks the appointment as attended.
      return [
        booking.step,
        ...moveSteps(visit, booking.appointmentId),
        ...messageSteps(visit, booking.appointmentId),
        ...answerSteps(visit, booking.appointmentId),
        ...documents,
        ...(isFinalized ? [] : statusSteps(visit, booking.appointmentId, now)),
      ];
    }),
    ...chargeSteps(
      booked.map(({ visit, booking: { appointmentId } }) => ({ visit, appointmentId })),
      { services, ...when },
    ),
    ...(history.series ? seriesSteps(history.series) : []),
    ...bookingSteps({ professional, history, services, ...when }),
    ...rightsSteps({ professional, history, now }),
    ...invitationSteps(professional, now),
  ];
}

/** Nothing was written after a plan expired. When one step of a visit would be, none of the visit was written. */
export const writtenBefore = (end: Date, steps: DemoStep[]): DemoStep[] =>
  steps.every(({ at, isReading }) => isReading || at < end) ? steps : [];

const creationOf = (person: Person): DemoStep => ({
  at: person.since,
  run: async (deps, owner) => {
    person.id = (await createPatient(deps, owner, PatientInput.parse(person.input)))._id;
  },
});

function noteOf(
  visit: Visit,
  appointmentId: () => string,
  diagnoses: ReadonlyMap<string, string>,
  now: Date,
): DemoStep[] {
  const { person, consultation, startsAt } = visit;
  if (!consultation) return [];
  const { reason, anamnesis, measurements, plan, prescriptions } = consultation;
  const content = ClinicalNoteContent.parse({
    reason,
    anamnesis,
    measurements,
    diagnoses: consultation.diagnoses.map((diagnosis) => diagnoses.get(diagnosis) ?? diagnosis),
    plansAndIndications: plan,
    prescriptions,
  });
  let id = '';
  const creation: DemoStep = {
    at: later(startsAt, 5),
    run: async (deps, owner) => {
      const note = { ...content, _id: undefined, patientId: idOf(person), appointmentId: appointmentId() };
      id = (await createClinicalNote(deps, owner, note))._id;
    },
  };
  const finalization: DemoStep = {
    at: later(startsAt, 24),
    run: (deps, owner) => finalizeClinicalNote(deps, owner, id),
  };
  const printing: DemoStep = {
    at: now,
    isOnItsOwn: true,
    isReading: true,
    run: (deps, owner) => whenPrinterIsFree(() => printClinicalNote(deps, owner, id, 'prescriptions')),
  };
  const finalized = visit.isFinalized
    ? [finalization, ...addendumOf(visit, () => id), ...shareSteps(visit, () => id)]
    : [];
  const files = visit.file ? [attachmentOf(visit.file, person, () => id, later(startsAt, 12))] : [];
  return [creation, ...files, ...finalized, ...(visit.isPrinted ? [printing] : [])];
}

function addendumOf({ addendum: content, startsAt }: Visit, noteId: () => string): DemoStep[] {
  if (!content) return [];
  let id = '';
  const creation: DemoStep = {
    at: new Date(startsAt.getTime() + 2 * DAY_MS),
    run: async (deps, owner) => {
      id = (await createAddendum(deps, owner, noteId(), { _id: undefined, content }))._id;
    },
  };
  return [creation, { at: later(creation.at, 2), run: (deps, owner) => addenda.finalize(deps, owner, id) }];
}

function certificateOf(visit: Visit, { professional, templates, now }: Written): DemoStep[] {
  const { person, certificate, startsAt } = visit;
  const template = certificate && professional.certificates[certificate.template];
  if (!template) return [];
  const content = CertificateContent.parse({ title: template.name, content: template.content });
  let id = '';
  const creation: DemoStep = {
    at: later(startsAt, 26),
    run: async (deps, owner) => {
      const source = { _id: undefined, templateId: templates[certificate.template], templateVersion: undefined };
      id = (await createCertificate(deps, owner, { ...content, ...source, patientId: idOf(person) }))._id;
    },
  };
  const finalization: DemoStep = {
    at: later(startsAt, 27),
    run: (deps, owner) => certificates.finalize(deps, owner, id),
  };
  const printing: DemoStep = {
    at: now,
    isOnItsOwn: true,
    isReading: true,
    run: (deps, owner) => whenPrinterIsFree(() => printCertificate(deps, owner, id)),
  };
  return [creation, ...(certificate.isFinalized ? [finalization] : []), ...(visit.isPrinted ? [printing] : [])];
}

/** The codes of the consultations with the description of the catalogue, as a note has them. */
async function diagnosesOf({ catalogue }: AppDeps, { consultations }: Professional): Promise<Map<string, string>> {
  const codes = consultations.flatMap(({ diagnoses }) => diagnoses);
  return new Map((await codesNamed(catalogue, codes)).map((found) => [found.code, codedDiagnosis(found)]));
}

const planEndOf = (professional: Professional, now: Date): Date =>
  paidUntil(creditsOf(professional, now)) ?? new Date(0);

/** The purchases that count, from the first one. */
export const creditsOf = ({ purchases }: Professional, now: Date) =>
  purchases
    .filter(({ states }) => states.at(-1) === 'approved')
    .map(({ type, daysAgo }) => ({
      subscriptionType: type,
      creditedAt: new Date(now.getTime() - daysAgo * DAY_MS),
    }));

import { z } from 'zod';
import { Addendum } from './addenda.ts';
import { Permission } from './billing.ts';
import { DRAFT_FIELDS, ExpectedVersion, NewDocumentId } from './drafts.ts';
import { endpoint, FileBytes } from './endpoint.ts';
import { Measurements, SentMeasurements } from './measurements.ts';
import { Prescription, PrescriptionItem } from './prescriptions.ts';
import { optionalText, requiredLine } from './text.ts';
import { Id, Instant, SentId } from './wire.ts';

const MAX_TEXT_LENGTH = 50_000;
const MAX_DIAGNOSES = 100;
const MAX_PRESCRIPTIONS = 100;
/** Body limit: the longest valid note with every character written as a JSON escape. */
const NOTE_BODY_LIMIT = 4 * 1024 * 1024;

const Diagnosis = requiredLine('El diagnóstico no puede estar vacío', 500);

const listOf = <Item extends z.ZodType>(item: Item, max: number, what: string) =>
  z
    .array(item, 'Debe ser una lista')
    .max(max, `Una nota puede tener a lo más ${max} ${what}`)
    .nullish()
    .transform((items) => items ?? []);

export const ClinicalNoteContent = z.object({
  reason: optionalText(5000),
  anamnesis: optionalText(MAX_TEXT_LENGTH),
  measurements: SentMeasurements,
  diagnoses: listOf(Diagnosis, MAX_DIAGNOSES, 'diagnósticos'),
  plansAndIndications: optionalText(MAX_TEXT_LENGTH),
  prescriptions: listOf(PrescriptionItem, MAX_PRESCRIPTIONS, 'recetas'),
});
export type ClinicalNoteContent = z.output<typeof ClinicalNoteContent>;

/**
 * The recorded allergies that the client showed, and asked about, when it added the prescriptions of a save. They are
 * not stored. The access log has each prescription that was added in spite of them. Finalising asks about other
 * allergies.
 */
const KnownAllergies = optionalText(5000);

export const NewClinicalNote = ClinicalNoteContent.extend({
  _id: NewDocumentId,
  patientId: SentId('Selecciona un paciente'),
  /** The appointment of the patient that the note is about. It becomes attended when the note is finalised. */
  appointmentId: SentId('La cita no es de este paciente').optional(),
  knownAllergies: KnownAllergies,
});
export type NewClinicalNote = z.output<typeof NewClinicalNote>;

export const ClinicalNoteChange = ClinicalNoteContent.extend({
  /** A note cannot move to another patient. The id of another patient is refused. */
  patientId: SentId('Selecciona un paciente').optional(),
  version: ExpectedVersion,
  knownAllergies: KnownAllergies,
});
export type ClinicalNoteChange = z.output<typeof ClinicalNoteChange>;

const NOTE_STATUSES = ['draft', 'finalized'] as const;

export const ClinicalNote = z.object({
  ...DRAFT_FIELDS,
  /** The appointment that the note is about. */
  appointmentId: z.uuid().optional(),
  date: Instant,
  status: z.enum(NOTE_STATUSES),
  reason: z.string().optional(),
  anamnesis: z.string().optional(),
  measurements: Measurements.optional(),
  diagnoses: z.array(z.string()),
  plansAndIndications: z.string().optional(),
  prescriptions: z.array(Prescription),
  /** Finalised ones in their order, then drafts. Missing when there are none. */
  addenda: z.array(Addendum).optional(),
});
export type ClinicalNote = z.output<typeof ClinicalNote>;

export const isBlank = (note: ClinicalNoteContent): boolean =>
  !note.reason &&
  !note.anamnesis &&
  !note.measurements &&
  !note.plansAndIndications &&
  note.diagnoses.length === 0 &&
  note.prescriptions.length === 0;

/** The error code when a section of a note is empty and cannot be printed; otherwise undefined. */
export const printingRefusal = {
  plans: ({ plansAndIndications }: Pick<ClinicalNoteContent, 'plansAndIndications'>) =>
    plansAndIndications ? undefined : 'NO_PLANS',
  prescriptions: ({ prescriptions }: Pick<ClinicalNoteContent, 'prescriptions'>) =>
    prescriptions.length > 0 ? undefined : 'NO_PRESCRIPTIONS',
} as const;

export const canWriteClinically = endpoint({
  method: 'GET',
  path: '/api/clinical-notes/can-create',
  access: 'professional',
  summary: 'Si el plan permite escribir notas clínicas y certificados',
  reply: Permission,
});

export const listClinicalNotes = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/notes',
  access: 'professional',
  summary: 'Las notas clínicas de un paciente, de la más nueva a la más antigua; los textos muy largos, recortados',
  params: Id,
  reply: z.array(ClinicalNote),
  recordsRead: 'clinical-note.listed',
});

/** Measurements are read from at most this many notes, the newest ones. */
export const MAX_MEASURED_NOTES = 2000;

export const NoteMeasurements = Measurements.extend({
  noteId: z.uuid(),
  /** The date of the note. */
  date: Instant,
});
export type NoteMeasurements = z.output<typeof NoteMeasurements>;

export const listMeasurements = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/measurements',
  access: 'professional',
  summary: `Las mediciones de las notas finalizadas de un paciente, de la más antigua a la más nueva; de sus últimas ${MAX_MEASURED_NOTES} notas`,
  params: Id,
  reply: z.array(NoteMeasurements),
  recordsRead: 'measurement.listed',
});

export const getClinicalNote = endpoint({
  method: 'GET',
  path: '/api/clinical-notes/{id}',
  access: 'professional',
  summary: 'Una nota clínica',
  params: Id,
  reply: ClinicalNote,
  recordsRead: 'clinical-note.opened',
});

export const createClinicalNote = endpoint({
  method: 'POST',
  path: '/api/clinical-notes',
  access: 'professional',
  summary: 'Crea una nota clínica en borrador',
  body: NewClinicalNote,
  bodyLimit: NOTE_BODY_LIMIT,
  reply: ClinicalNote,
  status: 201,
});

export const updateClinicalNote = endpoint({
  method: 'PUT',
  path: '/api/clinical-notes/{id}',
  access: 'professional',
  summary: 'Reemplaza el contenido de un borrador',
  params: Id,
  body: ClinicalNoteChange,
  bodyLimit: NOTE_BODY_LIMIT,
  reply: ClinicalNote,
});

const Finalization = z.object({
  version: ExpectedVersion,
  /**
   * Refuses with ALLERGY_UNCONFIRMED when a recorded allergy may concern a prescription and nobody was asked about it
   * when the prescription was added. The refusal has a detail for each such prescription. Without this field the note
   * is finalised, and the access log has the prescriptions.
   */
  asksAboutAllergies: z.boolean('Debe ser verdadero o falso').optional(),
});
export type Finalization = z.output<typeof Finalization>;

export const finalizeClinicalNote = endpoint({
  method: 'POST',
  path: '/api/clinical-notes/{id}/finalize',
  access: 'professional',
  summary: 'Finaliza una nota clínica para siempre',
  params: Id,
  body: Finalization.optional(),
  reply: ClinicalNote,
});

const pdfEndpoint = <const Path extends `/api/${string}`>(path: Path, summary: string, name: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'professional',
    summary,
    params: Id,
    reply: FileBytes,
    file: { type: 'application/pdf', name },
    writes: true,
    // A document that was printed before is read.
    allowsLowStorage: true,
  });

export const printClinicalNote = pdfEndpoint(
  '/api/clinical-notes/{id}/pdf',
  'La nota finalizada, en PDF sellado',
  'atencion-clinica-{id}.pdf',
);

export const printPlans = pdfEndpoint(
  '/api/clinical-notes/{id}/pdf/plans',
  'Los planes e indicaciones de una nota finalizada, en PDF sellado',
  'planes-indicaciones-{id}.pdf',
);

export const printPrescriptions = pdfEndpoint(
  '/api/clinical-notes/{id}/pdf/prescriptions',
  'Las recetas de una nota finalizada, en PDF sellado',
  'recetas-{id}.pdf',
);

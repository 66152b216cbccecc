import { z } from 'zod';
import { Permission } from './billing.ts';
import { ageOn } from './days.ts';
import { endpoint } from './endpoint.ts';
import { type DocumentType, DocumentTypeName } from './patient-identity.ts';
import { canonicalRut } from './rut.ts';
import { WrittenRut } from './rut-field.ts';
import { nullableText, optionalLine, requiredLine } from './text.ts';
import { undecryptable } from './undecryptable.ts';
import { Id, Instant, wholeNumber } from './wire.ts';

export const SEXES = ['masculino', 'femenino'] as const;
export const PATIENTS_PER_PAGE = 50;
const MAX_AGE = 150;

/** A calendar day. An instant is converted to its UTC day, because browsers parse a date without time as UTC. */
export const BirthDate = requiredLine('La fecha de nacimiento es requerida', 40)
  .transform((text) => text.replace(/T[\d:.]+Z$/, ''))
  .pipe(z.iso.date('La fecha de nacimiento no es válida'));

/** The health insurance. `contract/patient-facts.ts` has the words of the page. */
const PrevisionName = z.enum(
  ['fonasa-a', 'fonasa-b', 'fonasa-c', 'fonasa-d', 'fonasa', 'isapre', 'capredena', 'dipreca', 'none', 'other'],
  'Selecciona una previsión',
);
export type Prevision = z.output<typeof PrevisionName>;

/** Who acts for a minor, or for a person who cannot. Blank fields are no representative. */
const LegalRepresentativeInput = z
  .object({ name: optionalLine(120), rut: optionalLine(20), relationship: optionalLine(60) })
  .superRefine(({ name, rut, relationship }, context) => {
    if (name || !(rut || relationship)) return;
    context.addIssue({ code: 'custom', message: 'Escribe el nombre del representante legal', path: ['name'] });
  })
  .nullish()
  .transform((given): LegalRepresentative | undefined =>
    given?.name ? { ...given, name: given.name, rut: given.rut && canonicalRut(given.rut) } : undefined,
  );

const LegalRepresentative = z.object({
  name: z.string(),
  rut: z.string().optional(),
  relationship: z.string().optional(),
});
export type LegalRepresentative = z.output<typeof LegalRepresentative>;

interface Identified {
  rut: string;
  documentType: DocumentType;
}

/** Maximum length of the stored number. Upper-casing can turn one letter into two. */
const MAX_NUMBER_LENGTH = 20;
const OTHER_NUMBER = /^[A-Z\d]+(?:-[A-Z\d]+)*$/;
export const INVALID_DOCUMENT_NUMBER = 'Escribe el número con letras, números y guiones';

/** The number in the form in which it is stored. Undefined for one that its type cannot have. */
export function storedDocumentNumber({ rut, documentType }: Identified): string | undefined {
  if (documentType === 'rut') return canonicalRut(rut);
  const number = rut.toUpperCase().replaceAll(/[\s.]/g, '');
  return OTHER_NUMBER.test(number) && number.length <= MAX_NUMBER_LENGTH ? number : undefined;
}

/** Checks the number by its type, and gives it the form in which it is stored. */
export const documentNumber = z.check<Identified>((payload) => {
  // Runs also after a refused field.
  if (payload.issues.length > 0) return;
  const { rut } = payload.value;
  const number = storedDocumentNumber(payload.value);
  if (number === undefined) {
    payload.issues.push({
      code: 'custom',
      input: rut,
      message: INVALID_DOCUMENT_NUMBER,
      path: ['rut'],
      continue: true,
    });
  } else payload.value = { ...payload.value, rut: number };
});

/** The fields of a form. `PatientInput` adds the rule about the number of the document. */
export const PatientFields = z.object({
  name: requiredLine('El nombre es requerido', 120),
  rut: WrittenRut,
  birthDate: BirthDate,
  sex: z
    .enum(SEXES, 'Selecciona masculino o femenino')
    .nullish()
    .transform((sex) => sex ?? undefined),
  address: optionalLine(200),
  phone: optionalLine(40),
  email: optionalLine(254),
  emergencyContact: optionalLine(200),
  allergies: nullableText(5000),
  notas: nullableText(5000),
  alertas: nullableText(5000),
  preferencias: nullableText(5000),
  documentType: DocumentTypeName.nullish().transform((type) => type ?? 'rut'),
  socialName: optionalLine(120),
  occupation: optionalLine(120),
  prevision: PrevisionName.nullish().transform((prevision) => prevision ?? undefined),
  legalRepresentative: LegalRepresentativeInput,
  /** Whether the patient is reminded of appointments. Left out: true for a new patient, otherwise as it is. */
  reminders: z
    .boolean('Debe ser verdadero o falso')
    .nullish()
    .transform((reminders) => reminders ?? undefined),
});

export const PatientInput = PatientFields.check(documentNumber);
export type PatientInput = z.output<typeof PatientInput>;

/**
 * A client that does not know the fields of the legal record sends none of them. They then stay as they are. The
 * service checks the number, because its type may be the stored one.
 */
export const PatientChange = PatientFields.extend({
  documentType: DocumentTypeName.nullish().transform((type) => type ?? undefined),
});
export type PatientChange = z.output<typeof PatientChange>;

export const Patient = z.object({
  _id: z.uuid(),
  name: z.string(),
  rut: z.string(),
  birthDate: z.iso.date(),
  age: z.int(),
  sex: z.enum(SEXES).optional(),
  address: z.string().optional(),
  phone: z.string().optional(),
  email: z.string().optional(),
  emergencyContact: z.string().optional(),
  /** These four are absent for an assistant. */
  allergies: z.string().nullable().optional(),
  notas: z.string().nullable().optional(),
  alertas: z.string().nullable().optional(),
  preferencias: z.string().nullable().optional(),
  documentType: DocumentTypeName,
  socialName: z.string().optional(),
  occupation: z.string().optional(),
  prevision: PrevisionName.optional(),
  legalRepresentative: LegalRepresentative.optional(),
  /** Whether the patient is reminded of appointments. False when the patient or the professional said no. */
  reminders: z.boolean(),
  /** Whether the processing of the data is blocked: nothing is sent to the patient nor shared. */
  blocked: z.boolean(),
  /** Absent unless blocked. */
  blockedAt: Instant.optional(),
  /** Consecutive among the patients of the professional. It never changes. */
  fichaNumber: z.int(),
  createdAt: Instant,
  undecryptable,
});
export type Patient = z.output<typeof Patient>;

export const ListedPatient = Patient.extend({
  /**
   * The day of the last attended appointment or finalised note, whichever is later. Absent before the first one. For an
   * assistant notes do not count.
   */
  lastVisit: z.iso.date().optional().meta({
    description:
      'El día de la última cita atendida o nota finalizada (para secretaría, solo de la cita); falta si no hay ninguna',
  }),
});
export type ListedPatient = z.output<typeof ListedPatient>;

/** The reason a birth date is invalid as of today; undefined for a valid one. */
export function birthDateProblem(birthDate: string, today: string): string | undefined {
  if (birthDate > today) return 'La fecha de nacimiento no puede ser futura';
  return ageOn(birthDate, today) > MAX_AGE ? 'La fecha de nacimiento no es válida' : undefined;
}

const PatientsQuery = z.object({
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, 200).default(PATIENTS_PER_PAGE),
  search: optionalLine(120),
});
export type PatientsQuery = z.output<typeof PatientsQuery>;

export const listPatients = endpoint({
  method: 'GET',
  path: '/api/patients',
  access: 'professional',
  assistants: 'for-professional',
  summary:
    'Los pacientes por nombre; cada palabra de search está en el nombre, el nombre social o el número de documento',
  query: PatientsQuery,
  reply: z.object({ patients: z.array(ListedPatient), total: z.int(), page: z.int(), limit: z.int() }),
  recordsRead: 'patient.listed',
});

export const canCreatePatient = endpoint({
  method: 'GET',
  path: '/api/patients/can-create',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Si el plan permite un paciente más',
  reply: Permission,
});

export const getPatient = endpoint({
  method: 'GET',
  path: '/api/patients/{id}',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Un paciente',
  params: Id,
  reply: Patient,
  recordsRead: 'patient.opened',
});

export const createPatient = endpoint({
  method: 'POST',
  path: '/api/patients',
  access: 'professional',
  assistants: 'canEditPatients',
  summary: 'Crea un paciente',
  body: PatientInput,
  reply: Patient,
  status: 201,
});

export const updatePatient = endpoint({
  method: 'PUT',
  path: '/api/patients/{id}',
  access: 'professional',
  assistants: 'canEditPatients',
  summary:
    'Reemplaza los datos de un paciente; sin documentType ni otro dato de la ficha legal, estos quedan como están',
  params: Id,
  body: PatientChange,
  reply: Patient,
});

export const deletePatient = endpoint({
  method: 'DELETE',
  path: '/api/patients/{id}',
  access: 'professional',
  summary: 'Elimina un paciente y sus citas',
  params: Id,
  reply: z.undefined(),
});

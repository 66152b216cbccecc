import { PREVISIONS, representativeIdentity } from '#contract/patient-facts';
import { DOCUMENT_TYPES } from '#contract/patient-identity';
import type { LegalRepresentative, Patient } from '#contract/patients';
import { singularProfession } from '#contract/professions';
import type { printedProfessionalOf } from '#server/auth/owner';
import type { PrintedPatient } from '#server/pdf/printable';
import { CL_CORE, idOfPart, nonEmpty, type Resource, referenceTo, TERMINOLOGY } from './fhir.ts';

type Known = Partial<Record<'phone' | 'email' | 'address' | 'emergencyContact', string | undefined>> & {
  legalRepresentative?: LegalRepresentative | undefined;
};

const GENDERS: Record<string, string> = { masculino: 'male', femenino: 'female' };

/** Whoever receives the data of a blocked patient must not use it freely. */
const RESTRICTED = { system: `${TERMINOLOGY}/v3-Confidentiality`, code: 'R', display: 'restricted' };

export function patientResource(id: string, patient: PrintedPatient | Patient): Resource {
  const { name, socialName, birthDate, sex, fichaNumber } = patient;
  // A patient in custody has the data of the last document. Data that cannot be decrypted is left out.
  const known: Known = 'undecryptable' in patient && patient.undecryptable ? {} : patient;
  return {
    resourceType: 'Patient',
    id,
    meta: {
      profile: [`${CL_CORE}/StructureDefinition/CorePacienteCl`],
      security: nonEmpty('blocked' in patient && patient.blocked && RESTRICTED),
    },
    identifier: nonEmpty(documentIdentifier(patient), fichaNumber !== undefined && fichaIdentifier(fichaNumber)),
    name: nonEmpty({ use: 'official', text: name }, socialName && { use: 'usual', text: socialName }),
    gender: sex && GENDERS[sex],
    birthDate,
    telecom: nonEmpty(
      known.phone && { system: 'phone', value: known.phone },
      known.email && { system: 'email', value: known.email },
    ),
    address: nonEmpty(known.address && { text: known.address }),
    contact: nonEmpty<object>(
      known.emergencyContact && {
        relationship: [{ coding: [{ system: `${TERMINOLOGY}/v2-0131`, code: 'C', display: 'Emergency Contact' }] }],
        name: { text: known.emergencyContact },
      },
      known.legalRepresentative && representativeContact(known.legalRepresentative),
    ),
  };
}

/** As HL7 names them: passport number, and the identifier that a country gives to a person. */
const OTHER_DOCUMENTS = {
  passport: { code: 'PPN', display: 'Passport number' },
  dni: { code: 'NI', display: 'National unique individual identifier' },
} as const;

function documentIdentifier({ rut, documentType = 'rut' }: PrintedPatient | Patient): object {
  if (documentType !== 'rut') {
    return {
      use: 'official',
      type: {
        coding: [{ system: `${TERMINOLOGY}/v2-0203`, ...OTHER_DOCUMENTS[documentType] }],
        text: DOCUMENT_TYPES[documentType],
      },
      value: rut,
    };
  }
  return {
    use: 'official',
    type: {
      extension: [
        {
          url: `${CL_CORE}/StructureDefinition/CodigoPaises`,
          valueCodeableConcept: { coding: [{ system: 'urn:iso:std:iso:3166', code: '152', display: 'Chile' }] },
        },
      ],
      coding: [{ system: `${CL_CORE}/CodeSystem/CSCodigoDNI`, code: 'NNCHL', display: 'Chile' }],
    },
    system: 'http://regcivil.cl/Validacion/RUN',
    value: rut,
  };
}

const fichaIdentifier = (number: number) => ({
  use: 'secondary',
  type: {
    coding: [{ system: `${TERMINOLOGY}/v2-0203`, code: 'MR', display: 'Medical record number' }],
    text: 'Número de ficha',
  },
  value: String(number),
});

const representativeContact = ({ relationship, ...representative }: LegalRepresentative) => ({
  relationship: [
    {
      coding: [{ system: `${TERMINOLOGY}/v3-RoleCode`, code: 'GUARD', display: 'guardian' }],
      text: ['Representante legal', relationship].filter(Boolean).join(': '),
    },
  ],
  name: { text: representativeIdentity(representative) },
});

/** What the professional notes of a patient beside the identity. */
export function backgroundResources(patient: Patient, at: string): Resource[] {
  const { _id: id, allergies, alertas, notas, preferencias, occupation, prevision, undecryptable } = patient;
  if (undecryptable) return [];
  const observed = (part: string, title: string, text: string | null | undefined): Resource | undefined =>
    text
      ? {
          resourceType: 'Observation',
          id: idOfPart(id, part),
          status: 'final',
          code: { text: title },
          subject: referenceTo(id),
          issued: at,
          valueString: text,
        }
      : undefined;
  const resources: (Resource | undefined)[] = [
    allergies
      ? {
          resourceType: 'AllergyIntolerance',
          id: idOfPart(id, 'allergies'),
          clinicalStatus: { coding: [{ system: `${TERMINOLOGY}/allergyintolerance-clinical`, code: 'active' }] },
          code: { text: allergies },
          patient: referenceTo(id),
        }
      : undefined,
    alertas
      ? {
          resourceType: 'Flag',
          id: idOfPart(id, 'alertas'),
          status: 'active',
          code: { text: alertas },
          subject: referenceTo(id),
        }
      : undefined,
    observed('notas', 'Notas', notas),
    observed('preferencias', 'Preferencias', preferencias),
    observed('occupation', 'Ocupación', occupation),
    // Without insurance there is nobody who pays.
    prevision && prevision !== 'none'
      ? {
          resourceType: 'Coverage',
          id: idOfPart(id, 'prevision'),
          status: 'active',
          type: { text: PREVISIONS[prevision] },
          beneficiary: referenceTo(id),
          payor: [{ display: PREVISIONS[prevision] }],
        }
      : undefined,
  ];
  return resources.filter((resource) => resource !== undefined);
}

export function practitionerResource(id: string, professional: ReturnType<typeof printedProfessionalOf>): Resource {
  const { name, rut, rnpi, profession, specialty } = professional;
  const identifier = (code: string, display: string, value: string) => ({
    use: 'official',
    type: { coding: [{ system: `${CL_CORE}/CodeSystem/CSTipoIdentificador`, code, display }] },
    value,
  });
  const qualification = (kind: string, text: string) => ({ identifier: [{ value: kind }], code: { text } });
  return {
    resourceType: 'Practitioner',
    id,
    meta: { profile: [`${CL_CORE}/StructureDefinition/CorePrestadorCl`] },
    identifier: nonEmpty(rut && identifier('1', 'RUN', rut), rnpi && identifier('13', 'RNPI', rnpi)),
    name: [{ use: 'official', text: name }],
    qualification: nonEmpty(
      profession && qualification('cert', singularProfession(profession)),
      specialty && qualification('esp', specialty),
    ),
  };
}

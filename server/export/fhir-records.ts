import type { DocumentKind } from '#contract/documents';
import { FILE_HASH_NAME } from '#contract/hash-names';
import { measurementTexts } from '#contract/measurement-texts';
import type { PrintedCertificate, PrintedNote } from '#server/pdf/printable';
import { escapeHtml } from '#server/platform/http/escape-html';
import { type ExportedRecord, idOfPart, nonEmpty, type Resource, referenceTo, SHA256, TERMINOLOGY } from './fhir.ts';
import { observationResources } from './fhir-measurements.ts';

const ICD10 = 'http://hl7.org/fhir/sid/icd-10';
const URI = 'urn:ietf:rfc:3986';

const section = (title: string, text: string | undefined) =>
  text ? { title, text: { status: 'generated', div: narrative(text) } } : undefined;

const narrative = (text: string): string =>
  `<div xmlns="http://www.w3.org/1999/xhtml">${escapeHtml(text).replaceAll(/\r?\n/g, '<br/>')}</div>`;

function composition(record: ExportedRecord, type: string, title: string, sections: unknown[] | undefined): Resource {
  const { id, patientId, practitionerId, createdAt, finalizedAt } = record;
  return {
    resourceType: 'Composition',
    id: idOfPart(id, 'composition'),
    status: finalizedAt ? 'final' : 'preliminary',
    type: { text: type },
    subject: referenceTo(patientId),
    date: finalizedAt ?? createdAt,
    author: [referenceTo(practitionerId)],
    title,
    section: sections,
  };
}

/** A note is an encounter, with its diagnoses, its prescriptions and its text. */
export function noteResources(record: ExportedRecord, note: PrintedNote): Resource[] {
  const { id, patientId, practitionerId, createdAt, finalizedAt } = record;
  const base = { subject: referenceTo(patientId), encounter: referenceTo(id) };
  const conditions = note.diagnoses.map(
    (diagnosis, index): Resource => ({
      resourceType: 'Condition',
      id: idOfPart(id, `condition/${index}`),
      category: [{ coding: [{ system: `${TERMINOLOGY}/condition-category`, code: 'encounter-diagnosis' }] }],
      code:
        'text' in diagnosis
          ? { text: diagnosis.text }
          : {
              coding: [{ system: ICD10, code: diagnosis.code, display: diagnosis.display }],
              text: `${diagnosis.code} - ${diagnosis.display}`,
            },
      ...base,
      recordedDate: finalizedAt ?? createdAt,
      recorder: referenceTo(practitionerId),
    }),
  );
  const requests = note.prescriptions.map((item, index): Resource => {
    const dosage = [item.dosis, item.posologia, item.duracion].filter(Boolean).join(' · ');
    const route = item.via ? { text: item.via } : undefined;
    const instruction = { text: dosage || undefined, patientInstruction: item.indicacionesUso, route };
    const product = [item.dci, item.formaFarmaceutica, item.concentracion].filter(Boolean).join(' · ');
    const notes = [
      product && `Producto: ${product}`,
      item.cantidad && `Cantidad: ${item.cantidad}`,
      item.permanente && 'Receta permanente',
    ];
    return {
      resourceType: 'MedicationRequest',
      id: idOfPart(id, `medication/${index}`),
      status: finalizedAt ? 'active' : 'draft',
      intent: 'order',
      medicationCodeableConcept: { text: item.medicamento },
      ...base,
      authoredOn: finalizedAt ?? createdAt,
      requester: referenceTo(practitionerId),
      dosageInstruction: dosage || item.indicacionesUso || route ? [instruction] : undefined,
      note: nonEmpty(...notes.filter(Boolean).map((text) => ({ text }))),
    };
  });
  const encounter: Resource = {
    resourceType: 'Encounter',
    id,
    status: finalizedAt ? 'finished' : 'in-progress',
    class: { system: `${TERMINOLOGY}/v3-ActCode`, code: 'AMB', display: 'ambulatory' },
    subject: referenceTo(patientId),
    participant: [{ individual: referenceTo(practitionerId) }],
    period: { start: createdAt, end: finalizedAt },
    reasonCode: nonEmpty(note.reason && { text: note.reason }),
    diagnosis: nonEmpty(...conditions.map((condition) => ({ condition: referenceTo(condition.id) }))),
  };
  const sections = nonEmpty(
    section('Motivo de consulta', note.reason),
    section('Anamnesis', note.anamnesis),
    section('Mediciones', measurementLines(note)),
    section('Planes e indicaciones', note.plansAndIndications),
  );
  const text = composition(record, 'Atención clínica', 'Atención clínica', sections);
  const observations = note.measurements ? observationResources(record, note.measurements) : [];
  return [encounter, { ...text, encounter: referenceTo(id) }, ...conditions, ...observations, ...requests];
}

const measurementLines = ({ measurements }: PrintedNote): string | undefined =>
  measurements &&
  measurementTexts(measurements)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n');

export const certificateResources = (record: ExportedRecord, { title, content }: PrintedCertificate): Resource[] => [
  composition(record, 'Certificado', title, nonEmpty(section(title, content))),
];

/** What was appended to a note, as a text about the same encounter. */
export const addendumResources = (record: ExportedRecord, noteId: string, content: string | undefined): Resource[] => [
  {
    ...composition(record, 'Adenda', 'Adenda', nonEmpty(section('Adenda', content))),
    encounter: referenceTo(noteId),
    relatesTo: [{ code: 'appends', targetReference: referenceTo(idOfPart(noteId, 'composition')) }],
  },
];

/** A PDF in the ZIP. */
export interface ExportedFile {
  id: string;
  kind: DocumentKind;
  title: string;
  folio: string;
  name: string;
  bytes: number;
  sha1: string;
  sha256: string;
  storedAt: string;
  verifyUrl: string | undefined;
  resetStatement: string | undefined;
}

/** `appended` is the file of the same note without addenda. */
export const documentResource = (record: ExportedRecord, file: ExportedFile, appended?: ExportedFile): Resource => ({
  resourceType: 'DocumentReference',
  id: file.id,
  masterIdentifier: file.verifyUrl ? { system: URI, value: file.verifyUrl } : undefined,
  identifier: [
    { type: { text: 'Folio' }, value: file.folio },
    { type: { text: FILE_HASH_NAME }, system: SHA256, value: file.sha256 },
  ],
  status: 'current',
  docStatus: 'final',
  type: { text: file.title },
  subject: referenceTo(record.patientId),
  date: file.storedAt,
  author: [referenceTo(record.practitionerId)],
  relatesTo: nonEmpty(appended && { code: 'appends', target: referenceTo(appended.id) }),
  content: [
    {
      attachment: {
        contentType: 'application/pdf',
        language: 'es-CL',
        url: file.name,
        size: file.bytes,
        // In R4 the hash of an attachment is SHA-1, in base64.
        hash: file.sha1,
        title: `${file.title} ${file.folio}`,
        creation: file.storedAt,
      },
    },
  ],
});

/** Who finalised a record, when and after which login, the hash of what was finalised, and who signed its PDFs. */
export function provenanceResource(record: ExportedRecord, files: readonly ExportedFile[], signer: string): Resource {
  const { id, practitionerId, finalizedAt, contentHash, resetStatement } = record;
  return {
    resourceType: 'Provenance',
    id: idOfPart(id, 'provenance'),
    text: resetStatement ? { status: 'additional', div: narrative(resetStatement) } : undefined,
    target: [referenceTo(idOfPart(id, 'composition')), ...files.map((file) => referenceTo(file.id))],
    recorded: finalizedAt,
    agent: [
      {
        type: { coding: [{ system: `${TERMINOLOGY}/provenance-participant-type`, code: 'author' }] },
        who: referenceTo(practitionerId),
      },
    ],
    entity: nonEmpty(contentHash && { role: 'source', what: { identifier: { system: SHA256, value: contentHash } } }),
    // The signature itself is inside each PDF (PAdES). It is the signature of the installation, not of a person.
    signature: nonEmpty(
      ...files.map((file) => ({
        type: [{ system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.14', display: 'Source Signature' }],
        when: file.storedAt,
        who: { display: signer },
        targetFormat: 'application/pdf',
        sigFormat: 'application/pdf',
      })),
    ),
  };
}

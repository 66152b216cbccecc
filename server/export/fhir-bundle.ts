import type { Patient } from '#contract/patients';
import { type Owner, printedProfessionalOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { attachmentResource, type ExportedAttachment } from './attachment-files.ts';
import { type ExportSubject, eachRecord, type LoadedRecord, type RecordsDeps } from './exported-records.ts';
import { type Resource, referenceTo } from './fhir.ts';
import { backgroundResources, patientResource, practitionerResource } from './fhir-people.ts';
import {
  addendumResources,
  certificateResources,
  documentResource,
  type ExportedFile,
  noteResources,
  provenanceResource,
} from './fhir-records.ts';

/** The FHIR bundle, one record after the other. */
export async function* fhirBundle(
  deps: RecordsDeps & Pick<Deps, 'now' | 'publicUrl'>,
  owner: Owner,
  { id, patient, isInCustody }: ExportSubject,
  { files, attachments }: { files: ReadonlyMap<string, ExportedFile[]>; attachments: readonly ExportedAttachment[] },
): AsyncGenerator<string> {
  const at = deps.now().toISOString();
  const entry = (resource: Resource) => JSON.stringify({ fullUrl: referenceTo(resource.id).reference, resource });
  yield `{"resourceType":"Bundle","type":"collection","timestamp":"${at}","entry":[\n`;
  yield entry(practitionerResource(owner.id, printedProfessionalOf(owner)));
  if (patient) yield `,\n${entry(patientResource(id, patient))}`;
  const background = patient && !isInCustody ? backgroundResources(patient as Patient, at) : [];
  for (const resource of background) yield `,\n${entry(resource)}`;
  const encounters = new Set<string>();
  for await (const record of eachRecord(deps, owner, id)) {
    if (record.isUndecryptable) continue;
    if (record.part.kind === 'clinical-note') encounters.add(record.id);
    for (const resource of recordResources(deps, record, files)) yield `,\n${entry(resource)}`;
  }
  const context = { patientId: id, practitionerId: owner.id, encounters };
  for (const file of attachments) yield `,\n${entry(attachmentResource(file, context))}`;
  yield '\n]}\n';
}

function recordResources(
  deps: Pick<Deps, 'publicUrl'>,
  record: LoadedRecord,
  files: ReadonlyMap<string, ExportedFile[]>,
): Resource[] {
  const content = contentResources(record);
  if (!record.finalizedAt) return content;
  const own = files.get(record.id) ?? [];
  const { part } = record;
  const ofNote = part.kind === 'addendum' ? files.get(part.noteId) : undefined;
  const appended = ofNote?.find(({ kind }) => kind === 'clinical-note');
  const signer = `Sello de la instalación ${deps.publicUrl}`;
  const documents = own.map((file) => documentResource(record, file, appended));
  return [...content, ...documents, provenanceResource(record, own, signer)];
}

function contentResources(record: LoadedRecord): Resource[] {
  const { part } = record;
  switch (part.kind) {
    case 'addendum':
      return addendumResources(record, part.noteId, part.content.content);
    case 'certificate':
      return certificateResources(record, part.content);
    default:
      return noteResources(record, part.content);
  }
}

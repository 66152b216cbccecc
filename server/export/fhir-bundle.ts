import type { Patient } from '#contract/patients';
import { type Owner, printedProfessionalOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { type ExportSubject, eachRecord, type LoadedRecord, type RecordsDeps } from './exported-records.ts';
import { type Resource, referenceTo } from './fhir.ts';
import { backgroundResources, patientResource, practitionerResource } from './fhir-people.ts';
import {
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
  files: ReadonlyMap<string, ExportedFile[]>,
): AsyncGenerator<string> {
  const at = deps.now().toISOString();
  const entry = (resource: Resource) => JSON.stringify({ fullUrl: referenceTo(resource.id).reference, resource });
  yield `{"resourceType":"Bundle","type":"collection","timestamp":"${at}","entry":[\n`;
  yield entry(practitionerResource(owner.id, printedProfessionalOf(owner)));
  if (patient) yield `,\n${entry(patientResource(id, patient))}`;
  const background = patient && !isInCustody ? backgroundResources(patient as Patient, at) : [];
  for (const resource of background) yield `,\n${entry(resource)}`;
  for await (const record of eachRecord(deps, owner, id)) {
    if (record.isUndecryptable) continue;
    for (const resource of recordResources(deps, record, files.get(record.id) ?? [])) yield `,\n${entry(resource)}`;
  }
  yield '\n]}\n';
}

function recordResources(
  deps: Pick<Deps, 'publicUrl'>,
  record: LoadedRecord,
  files: readonly ExportedFile[],
): Resource[] {
  const content =
    record.part.kind === 'certificate'
      ? certificateResources(record, record.part.content)
      : noteResources(record, record.part.content);
  if (!record.finalizedAt) return content;
  const seal = `Sello de la instalación ${deps.publicUrl}`;
  return [...content, ...files.map((file) => documentResource(record, file)), provenanceResource(record, files, seal)];
}

import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DOCUMENT_TEXTS } from '#contract/access-log';
import type { ErrorCode } from '#contract/errors';
import { timeZoneOf } from '#contract/regions';
import { streamLogCsv } from '#server/access-log/access-log.service';
import type { Owner } from '#server/auth/owner';
import type { ChargeExportDeps } from '#server/charges/charge-export.service';
import { printUntilAddendum } from '#server/clinical-notes/print-note.service';
import type { Deps } from '#server/deps';
import type { PrintingDeps } from '#server/documents/documents.service';
import {
  getKeptFile,
  type KeptDocument,
  listKeptDocuments,
  printSnapshot,
  verifyUrlOf,
} from '#server/documents/kept-documents.service';
import { parseSnapshot } from '#server/drafts/drafts.service';
import type { PrintedPart } from '#server/pdf/printable';
import { AppError } from '#server/platform/app-error';
import { listReceipts } from '#server/receipts/receipts.service';
import { appointmentsCsv, remindersCsv } from './agenda-files.ts';
import { attachmentFiles, type ExportedAttachment, undecryptable } from './attachment-files.ts';
import { CHARGE_FILES, chargeFiles } from './charge-files.ts';
import { type ExportSubject, eachRecord, type LoadedRecord } from './exported-records.ts';
import { fhirBundle } from './fhir-bundle.ts';
import type { ExportedFile } from './fhir-records.ts';
import { indexPage, patientTitle } from './index-page.ts';
import { patientRightsCsv, type ReadRequests, RIGHTS_FILE, requestsReader } from './rights-files.ts';
import { sharesCsv } from './share-files.ts';
import type { ZipFile } from './zip.ts';

export type PatientFilesDeps = PrintingDeps & ChargeExportDeps & Pick<Deps, 'tenantRead' | 'identity' | 'audit'>;

/** What the index lists. It is all that an export remembers of the files that it has sent. */
interface Written {
  records: { name: string; title: string; at: string; sha256: string; resetStatement: string | undefined }[];
  /** The PDFs, by the record that they show. */
  files: Map<string, ExportedFile[]>;
  attachments: ExportedAttachment[];
  problems: string[];
}

interface Place {
  folder: string;
  /** Those of the whole account, which several patients share. */
  readRequests: ReadRequests;
}

/** All files about a patient. A record is in memory only while it is written. */
export async function* patientFiles(
  deps: PatientFilesDeps,
  owner: Owner,
  subject: ExportSubject,
  { folder, readRequests }: Place = { folder: '', readRequests: requestsReader(deps, owner) },
): AsyncGenerator<ZipFile> {
  const written: Written = { records: [], files: new Map(), attachments: [], problems: [] };
  const inFolder = (file: ZipFile): ZipFile => ({ ...file, name: `${folder}${file.name}` });
  for await (const record of eachRecord(deps, owner, subject.id)) {
    for await (const file of recordFiles(deps, owner, record, written)) yield inFolder(file);
  }
  for await (const file of receiptFiles(deps, owner, subject.id, written)) yield inFolder(file);
  for await (const file of attachmentFiles(deps, owner, subject.id, written)) yield inFolder(file);
  yield inFolder({ name: 'ficha.fhir.json', input: fhirBundle(deps, owner, subject, written) });
  if (!subject.isInCustody) {
    yield inFolder({ name: 'citas.csv', input: appointmentsCsv(deps, owner, subject.id) });
    yield inFolder({ name: 'recordatorios.csv', input: remindersCsv(deps, owner, subject.id) });
    yield inFolder({ name: 'enviado-al-paciente.csv', input: sharesCsv(deps, owner, subject.id) });
    yield* chargeFiles(deps, owner, subject.id, folder);
    yield inFolder({ name: RIGHTS_FILE, input: patientRightsCsv(owner, readRequests, subject.id) });
  }
  yield inFolder({ name: 'registro-de-accesos.csv', input: streamLogCsv(deps, owner, subject.id) });
  yield inFolder({ name: 'LEEME.html', input: indexOf(deps, owner, subject, written) });
}

const RECORD_TEXTS = { ...DOCUMENT_TEXTS, addendum: 'Adenda' };
const FILE_WORDS = {
  'clinical-note': 'atencion',
  plans: 'planes',
  prescriptions: 'recetas',
  certificate: 'certificado',
  addendum: 'adenda',
};

/** The text that was finalised, and its PDFs. A draft has neither: it is in the bundle. */
async function* recordFiles(
  deps: PatientFilesDeps,
  owner: Owner,
  record: LoadedRecord,
  written: Written,
): AsyncGenerator<ZipFile> {
  const { id, part, createdAt, finalizedAt, snapshot, resetStatement } = record;
  const title = RECORD_TEXTS[part.kind];
  const label = `${title} del ${(finalizedAt ?? createdAt).slice(0, 10)} (${id})`;
  if (record.isUndecryptable) written.problems.push(`${label}: el registro no se pudo descifrar`);
  if (!finalizedAt) return;
  if (snapshot !== undefined) {
    const name = `registros/${finalizedAt.slice(0, 10)}-${FILE_WORDS[part.kind]}-${id}.json`;
    written.records.push({ name, title, at: finalizedAt, sha256: record.contentHash ?? '', resetStatement });
    yield { name, input: snapshot };
  }
  const kept = () => deps.tenantRead(owner.id, (db) => listKeptDocuments(db, deps, id));
  let documents = await kept();
  // The note or certificate itself. Its prescriptions are in it: a prescription that was never issued is not issued here.
  const printedKind = part.kind === 'addendum' ? 'clinical-note' : part.kind;
  if (snapshot !== undefined && record.needsPdf && !documents.some(({ kind }) => kind === printedKind)) {
    const problem = await printMissing(deps, owner, record, snapshot);
    if (problem) written.problems.push(`${label}: ${problem}`);
    documents = await kept();
  }
  yield* documentFiles(deps, owner, { id, documents, resetStatement }, written);
}

/** The receipts of what the patient paid, as they were printed. */
async function* receiptFiles(
  deps: PatientFilesDeps,
  owner: Owner,
  patientId: string,
  written: Written,
): AsyncGenerator<ZipFile> {
  for (const id of await deps.tenantRead(owner.id, (db) => listReceipts(db, patientId))) {
    const documents = await deps.tenantRead(owner.id, (db) => listKeptDocuments(db, deps, id));
    yield* documentFiles(deps, owner, { id, documents, resetStatement: undefined }, written);
  }
}

/** The stored PDFs of a record or receipt. */
async function* documentFiles(
  deps: PatientFilesDeps,
  owner: Owner,
  { id, documents, resetStatement }: { id: string; documents: KeptDocument[]; resetStatement: string | undefined },
  written: Written,
): AsyncGenerator<ZipFile> {
  const files: ExportedFile[] = [];
  written.files.set(id, files);
  for (const document of documents) {
    const file = await deps.tenantRead(owner.id, (db) => getKeptFile(db, deps, document.id)).catch(undecryptable);
    if (!file) {
      written.problems.push(`${document.folio}: el archivo no se pudo descifrar`);
      continue;
    }
    const name = `documentos/${document.folio}.pdf`;
    files.push({
      id: document.id,
      kind: document.kind,
      title: DOCUMENT_TEXTS[document.kind],
      folio: document.folio,
      name,
      bytes: file.byteLength,
      sha1: createHash('sha1').update(file).digest('base64'),
      sha256: document.fileHash.toString('hex'),
      storedAt: document.storedAt.toISOString(),
      verifyUrl: verifyUrlOf(deps, document),
      resetStatement,
    });
    yield { name, input: file };
  }
}

const UNVERIFIABLE: readonly ErrorCode[] = ['ADDENDA_ALTERED', 'ADDENDUM_UNDECRYPTABLE', 'UNDECRYPTABLE'];
const PRINT_ATTEMPTS = 5;
const PAUSE_MS = 2000;

/** Prints a document that was never printed. Returns why it cannot be printed for now. */
async function printMissing(
  deps: PrintingDeps,
  owner: Owner,
  record: LoadedRecord,
  text: string,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await printRecord(deps, owner, record, text);
      return undefined;
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      if (code === 'STORAGE_LOW')
        return 'no tenía PDF y por ahora no se puede imprimir, por falta de espacio en el disco';
      if (code && UNVERIFIABLE.includes(code))
        return 'no tenía PDF y no se puede imprimir, porque la nota o una adenda no se pudo comprobar';
      if (code !== 'PRINTER_BUSY') throw error;
      if (attempt === PRINT_ATTEMPTS) return 'no tenía PDF y no se alcanzó a imprimir; exporta otra vez más tarde';
      await delay(PAUSE_MS);
    }
  }
}

async function printRecord(deps: PrintingDeps, owner: Owner, record: LoadedRecord, text: string): Promise<void> {
  const { id, patientId, part } = record;
  if (part.kind === 'addendum') {
    await printUntilAddendum(deps, owner, { patientId, noteId: part.noteId, addendumId: id });
    return;
  }
  const snapshot = parseSnapshot(text);
  await printSnapshot(deps, owner, patientId, snapshot, { kind: part.kind, content: snapshot.content } as PrintedPart);
}

const FILES_OF_PATIENT = [
  { name: 'citas.csv', what: 'Las citas y lo que el paciente respondió, para una planilla de cálculo' },
  { name: 'recordatorios.csv', what: 'Los mensajes sobre las citas que se enviaron al paciente' },
  ...CHARGE_FILES,
  { name: 'enviado-al-paciente.csv', what: 'Los enlaces con documentos para el paciente, y cuándo se abrieron' },
  { name: 'solicitudes-de-derechos.csv', what: 'Los derechos que el paciente ejerció y las respuestas' },
];

/** What whoever receives the file must know. */
const blockedText = ({ patient }: ExportSubject): string[] =>
  patient && 'blocked' in patient && patient.blocked
    ? ['Uso de datos bloqueado: el paciente ejerció el derecho de bloqueo de la Ley 19.628.']
    : [];

const sentences = (...texts: (string | undefined)[]): string => texts.filter(Boolean).join('. ');

function indexOf(
  deps: Pick<Deps, 'now' | 'publicUrl'>,
  owner: Owner,
  subject: ExportSubject,
  written: Written,
): string {
  const { records, files, attachments, problems } = written;
  const pdfs = [...files.values()].flat();
  return indexPage({
    title: patientTitle(subject.patient),
    intro: [
      `Profesional: ${owner.user.name}.`,
      subject.isInCustody
        ? 'El paciente fue eliminado de la cuenta. Sus documentos finalizados y archivos siguen en custodia, como exige la Ley 20.584.'
        : 'La ficha completa: documentos finalizados, borradores, archivos, citas, recordatorios, enlaces enviados, solicitudes de derechos y registro de accesos.',
      ...blockedText(subject),
    ],
    files: [
      ...pdfs.map(({ name, title, folio, storedAt: at, sha256, verifyUrl, resetStatement }) => {
        return { name, what: sentences(`${title}, folio ${folio}`, resetStatement), at, sha256, verifyUrl };
      }),
      ...records.map(({ name, title, at, sha256, resetStatement }) => {
        return { name, what: sentences(`${title}: el texto que se finalizó`, resetStatement), at, sha256 };
      }),
      ...attachments.map(({ name, title, addedAt: at, sha256 }) => ({ name, what: `Archivo: ${title}`, at, sha256 })),
      { name: 'ficha.fhir.json', what: 'La ficha en HL7 FHIR R4, para otros sistemas de salud' },
      ...(subject.isInCustody ? [] : FILES_OF_PATIENT),
      { name: 'registro-de-accesos.csv', what: 'Quién vio, imprimió, exportó o cambió la ficha' },
    ],
    problems,
    exportedAt: deps.now(),
    timeZone: timeZoneOf(owner.user.region),
    publicUrl: deps.publicUrl,
  });
}

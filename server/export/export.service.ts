import type { Act } from '#contract/audit-acts';
import { timeZoneOf } from '#contract/regions';
import { streamLogCsv } from '#server/access-log/access-log.service';
import { type AccountReadDeps, getAccount } from '#server/account/account.service';
import { listAssistants } from '#server/assistants/assistants.service';
import type { RecordingDeps } from '#server/audit/access-recorder';
import { actBy } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import { requireOpenSession } from '#server/auth/sessions.service';
import { listPayments } from '#server/billing/billing.service';
import { getBookingSettings } from '#server/booking/booking-settings.service';
import { listCertificateTemplates } from '#server/certificates/certificate-templates.service';
import { getChargeSettings } from '#server/charges/charge-settings.service';
import { eachInCustody, type PatientInCustody, requireInCustody } from '#server/custody/custody.service';
import { getPrintSettings } from '#server/documents/print-settings.service';
import { eachPatient, requirePatient } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import type { Leases } from '#server/platform/lease';
import { noteTemplates, prescriptionFavourites } from '#server/presets/presets.service';
import { getProcessingAgreement } from '#server/processing-agreement/processing-agreement.service';
import { getReminderSettings } from '#server/reminders/reminder-settings.service';
import { listServices } from '#server/services/services.service';
import { signatureImage, signatureInfo } from '#server/signature/signature.service';
import { getWorkingHours } from '#server/working-hours/working-hours.service';
import { appointmentsCsv, remindersCsv } from './agenda-files.ts';
import { bookingsCsv, waitingListCsv } from './booking-files.ts';
import { CHARGE_FILES, chargeFiles } from './charge-files.ts';
import { type ExportSize, sizeOf } from './export.store.ts';
import type { ExportSubject } from './exported-records.ts';
import { indexPage, patientTitle } from './index-page.ts';
import { type PatientFilesDeps, patientFiles } from './patient-files.ts';
import { RIGHTS_FILE, requestsReader, rightsRequestsCsv } from './rights-files.ts';
import { fileNameOf, type ZipFile, zipOf } from './zip.ts';

export type ExportDeps = PatientFilesDeps & AccountReadDeps & RecordingDeps & { leases: Leases };

interface ZipStream {
  chunks: AsyncIterable<Uint8Array>;
  estimatedBytes: number;
}

export async function exportPatient(deps: ExportDeps, owner: Owner, id: string): Promise<ZipStream> {
  const patient = await deps.tenantRead(owner.id, (db) => requirePatient(db, deps, owner, id));
  return begin(deps, owner, { act: 'patient.exported', patientId: id }, () =>
    patientFiles(deps, owner, { id, patient, isInCustody: false }),
  );
}

export async function exportCustody(deps: ExportDeps, owner: Owner, patientId: string): Promise<ZipStream> {
  const kept = await requireInCustody(deps, owner, patientId);
  return begin(deps, owner, { act: 'custody.exported', patientId }, () =>
    patientFiles(deps, owner, subjectInCustody(kept)),
  );
}

export const exportAccount = (deps: ExportDeps, owner: Owner): Promise<ZipStream> =>
  begin(deps, owner, { act: 'account.exported' }, () => accountFiles(deps, owner));

const subjectInCustody = ({ patientId, patient }: PatientInCustody): ExportSubject => ({
  id: patientId,
  patient,
  isInCustody: true,
});

interface ExportAct {
  act: Extract<Act, `${string}.exported`>;
  patientId?: string;
}

/** One export of an account at a time: each decrypts and prints a lot. What cannot be recorded is not exported. */
async function begin(
  deps: ExportDeps,
  owner: Owner,
  { act, patientId }: ExportAct,
  files: () => AsyncIterable<ZipFile>,
): Promise<ZipStream> {
  const size = await deps.tenantRead(owner.id, (db) => sizeOf(db, patientId));
  const release = await deps.leases.take(`export/${owner.id}`);
  if (!release) throw new AppError('EXPORT_RUNNING');
  await recordExport(deps, owner, { act, patientId }).catch(async (error) => {
    await release();
    throw error;
  });
  return {
    chunks: releasing(zipOf(whileSignedIn(deps, owner, files), deps.now()), release),
    estimatedBytes: estimateOf(size),
  };
}

const recordExport = (
  deps: ExportDeps,
  owner: Owner,
  { act, patientId }: { act: Act; patientId: string | undefined },
): Promise<void> => {
  return deps.accessRecorder.record({ ...actBy(owner, patientId, patientId), act, at: deps.now(), detail: undefined });
};

/**
 * The log contains what was read until now, this export included. An export may take hours, so each file needs a session
 * that is still open. Without one the ZIP breaks off and cannot be opened.
 */
async function* whileSignedIn(
  deps: ExportDeps,
  owner: Owner,
  files: () => AsyncIterable<ZipFile>,
): AsyncGenerator<ZipFile> {
  await deps.accessRecorder.flush();
  for await (const file of files()) {
    await requireOpenSession(deps, owner);
    yield file;
  }
}

/**
 * Releases when the last chunk was read, and when the reader leaves, even before the first chunk. A generator does not
 * notice a reader that leaves before the first chunk.
 */
function releasing(chunks: AsyncGenerator<Uint8Array>, release: () => Promise<void>): AsyncIterable<Uint8Array> {
  let isReleased = false;
  const end = async () => {
    if (isReleased) return;
    isReleased = true;
    await release();
  };
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => {
      try {
        const next = await chunks.next();
        if (next.done) await end();
        return next;
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: async () => {
      await end();
      return chunks.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** What a patient, a PDF and a line of the log take, roughly. */
const PATIENT_BYTES = 6000;
const PDF_BYTES = 45_000;
const LINE_BYTES = 120;

/** Each text is exported twice: in the bundle and in the record that was finalised. */
const estimateOf = ({ patients, textBytes, fileBytes, unprinted, logEntries }: ExportSize): number =>
  PATIENT_BYTES * (patients + 1) + 3 * textBytes + fileBytes + PDF_BYTES * unprinted + 2 * LINE_BYTES * logEntries;

/** The files of the account, then a folder for each patient and for each one in custody. */
async function* accountFiles(deps: ExportDeps, owner: Owner): AsyncGenerator<ZipFile> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const { rut, rnpi } = owner;
  const [account, printSettings, workingHours, reminders, booking, charges, processingAgreement] = await Promise.all([
    getAccount(deps, owner),
    getPrintSettings(deps, owner),
    getWorkingHours(deps, owner),
    getReminderSettings(deps, owner),
    getBookingSettings(deps, owner),
    getChargeSettings(deps, owner),
    getProcessingAgreement(deps, owner),
  ]);
  yield {
    name: 'cuenta.json',
    input: json({
      ...account,
      rut,
      rnpi,
      printSettings,
      workingHours,
      reminders,
      booking,
      charges,
      processingAgreement,
    }),
  };
  yield { name: 'plantillas.json', input: json(await listCertificateTemplates(deps, owner)) };
  yield { name: 'plantillas-de-notas.json', input: json(await noteTemplates.list(deps, owner)) };
  yield { name: 'recetas-favoritas.json', input: json(await prescriptionFavourites.list(deps, owner)) };
  yield { name: 'servicios.json', input: json(await listServices(deps, owner)) };
  yield { name: 'secretaria.json', input: json(await listAssistants(deps, owner)) };
  yield { name: 'pagos.json', input: json(await listPayments(deps, owner)) };
  const { hasSignature } = await signatureInfo(deps, owner);
  if (hasSignature) yield { name: 'firma.png', input: await signatureImage(deps, owner) };
  yield { name: 'citas.csv', input: appointmentsCsv(deps, owner) };
  yield { name: 'recordatorios.csv', input: remindersCsv(deps, owner) };
  yield* chargeFiles(deps, owner);
  yield { name: 'reservas.csv', input: bookingsCsv(deps, owner) };
  yield { name: 'lista-de-espera.csv', input: waitingListCsv(deps, owner) };
  yield { name: RIGHTS_FILE, input: rightsRequestsCsv(deps, owner) };
  yield { name: 'registro-de-accesos.csv', input: streamLogCsv(deps, owner) };

  const folders: { name: string; what: string }[] = [];
  const readRequests = requestsReader(deps, owner);
  async function* folderOf(place: 'pacientes' | 'custodia', subject: ExportSubject): AsyncGenerator<ZipFile> {
    const folder = `${place}/${fileNameOf(subject.patient?.name ?? '')}-${subject.id}/`;
    folders.push({ name: `${folder}LEEME.html`, what: patientTitle(subject.patient) });
    yield* patientFiles(deps, owner, subject, { folder, readRequests });
  }
  for await (const patient of eachPatient(deps, owner)) {
    yield* folderOf('pacientes', { id: patient._id, patient, isInCustody: false });
  }
  for await (const kept of eachInCustody(deps, owner)) yield* folderOf('custodia', subjectInCustody(kept));
  yield { name: 'LEEME.html', input: accountIndex(deps, owner, hasSignature, folders) };
}

function accountIndex(
  deps: ExportDeps,
  owner: Owner,
  hasSignature: boolean,
  folders: readonly { name: string; what: string }[],
): string {
  return indexPage({
    title: `Cuenta de ${owner.user.name}`,
    intro: [
      'Todo lo que guarda la cuenta. Cada paciente tiene su carpeta, con un índice propio.',
      'La carpeta «custodia» tiene los documentos finalizados y los archivos de pacientes eliminados, que la Ley 20.584 obliga a conservar.',
    ],
    files: [
      {
        name: 'cuenta.json',
        what: 'Los datos de la cuenta, de su plan, de su horario, de sus recordatorios, de su página de reservas, del mensaje de sus cobros y del contrato de encargo',
      },
      { name: 'plantillas.json', what: 'Las plantillas de certificado' },
      { name: 'plantillas-de-notas.json', what: 'Las plantillas de notas clínicas' },
      { name: 'recetas-favoritas.json', what: 'Las recetas favoritas' },
      { name: 'servicios.json', what: 'Los servicios que ofrece, con su duración y su precio' },
      { name: 'secretaria.json', what: 'Las personas de la secretaría, con lo que puede hacer cada una' },
      { name: 'pagos.json', what: 'Los pagos' },
      ...(hasSignature ? [{ name: 'firma.png', what: 'La imagen de la firma' }] : []),
      { name: 'citas.csv', what: 'La agenda, para una planilla de cálculo' },
      { name: 'recordatorios.csv', what: 'Los mensajes sobre las citas que se enviaron a los pacientes' },
      ...CHARGE_FILES,
      { name: 'reservas.csv', what: 'Las reservas en línea de los últimos días y las que esperan una respuesta' },
      { name: 'lista-de-espera.csv', what: 'Quiénes esperan que se libere una hora' },
      { name: RIGHTS_FILE, what: 'Las solicitudes de derechos de la Ley 19.628 y sus respuestas' },
      { name: 'registro-de-accesos.csv', what: 'Lo que se hizo en la cuenta' },
      ...folders,
    ],
    problems: [],
    exportedAt: deps.now(),
    timeZone: timeZoneOf(owner.user.region),
    publicUrl: deps.publicUrl,
  });
}

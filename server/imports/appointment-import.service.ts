import type { AppointmentImportForm, AppointmentImportPreview } from '#contract/imports/appointment-import';
import { type ImportResult, MAX_PROBLEMS } from '#contract/imports/imports';
import { timeZoneOf } from '#contract/regions';
import { SentId } from '#contract/wire';
import {
  addImportedAppointments,
  bookedFrom,
  removeImportedAppointments,
} from '#server/agenda/imported-appointments.service';
import { actBy, record, recordMany } from '#server/audit/audit.store';
import { type Owner, timeZoneOfOwner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import type { Leases } from '#server/platform/lease';
import { uuidv7 } from '#server/platform/uuid';
import { appointmentsFrom, namesIn, rutsIn } from './appointment-rows.ts';
import type { CalendarFile, CalendarTask } from './calendar-file.ts';
import type { ImportFileReader } from './file-reader.ts';
import { rememberImport, requireAgreement, undoImport, withoutOtherImports } from './imports.service.ts';
import { existingPatients, patientsCalled } from './known-patients.store.ts';

export interface AppointmentImportDeps {
  calendarFiles: ImportFileReader<CalendarTask, CalendarFile>;
  /** One import of an account at a time. */
  leases: Leases;
}

type ImportDeps = AppointmentImportDeps & Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now'>;
type Calendar = Exclude<CalendarFile, { refused: unknown }> & { from: string };

/** What an import of the calendar would do. */
export async function previewAppointmentImport(
  deps: ImportDeps,
  owner: Owner,
  form: AppointmentImportForm,
): Promise<AppointmentImportPreview> {
  const { from, ...calendar } = await readFile(deps, owner, form);
  const { appointments, problems } = await deps.tenantRead(owner.id, (db) =>
    matchEvents(db, { from, ...calendar }, form, deps.now()),
  );
  return {
    from,
    rows: calendar.events.length,
    ready: appointments.length,
    problems: problems.slice(0, MAX_PROBLEMS),
    problemCount: problems.length,
    skipped: calendar.skipped,
  };
}

export async function importAppointments(
  deps: ImportDeps,
  owner: Owner,
  form: AppointmentImportForm,
): Promise<ImportResult> {
  return withoutOtherImports(deps.leases, owner, async () => {
    const calendar = await readFile(deps, owner, form);
    if (form.from !== undefined && form.from !== calendar.from) throw new AppError('IMPORT_CHANGED');
    return deps.tenantTransaction(owner.id, async (tx) => {
      await lockOwner(tx);
      const at = deps.now();
      const { appointments, problems } = await matchEvents(tx, calendar, form, at);
      requireAgreement(form.ready, appointments.length, problems);
      const importId = uuidv7(at);
      const added = await addImportedAppointments(tx, deps, appointments, { timeZone: timeZoneOfOwner(owner), at });
      // The log of each patient shows the patient's own appointment. The entry of the import comes first.
      const entryId = await record(tx, { ...actBy(owner, importId), act: 'agenda.imported', at });
      await recordMany(
        tx,
        added.map(({ id, patientId }) => ({ ...actBy(owner, id, patientId), act: 'appointment.imported', at })),
      );
      await rememberImport(tx, { id: importId, kind: 'appointments', at, entryId, ids: added.map(({ id }) => id) });
      return { imported: added.length, importId };
    });
  });
}

export function undoAppointmentImport(
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  owner: Owner,
  id: string,
): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const now = deps.now();
    const removed: { id: string; patientId: string }[] = [];
    await undoImport(tx, { id, kind: 'appointments', now }, async (ids) => {
      removed.push(...(await removeImportedAppointments(tx, ids)));
    });
    await recordMany(tx, [
      { ...actBy(owner, id), act: 'agenda.import-undone', at: now },
      ...removed.map(
        (one) => ({ ...actBy(owner, one.id, one.patientId), act: 'appointment.deleted', at: now }) as const,
      ),
    ]);
    return undefined;
  });
}

async function readFile(deps: ImportDeps, owner: Owner, { file: bytes }: AppointmentImportForm): Promise<Calendar> {
  const from = todayOf(owner, deps.now());
  const file = await deps.calendarFiles.read({ bytes, from, timeZone: timeZoneOf(owner.user.region) }, owner.id);
  if ('refused' in file) throw new AppError(file.refused);
  return { ...file, from };
}

async function matchEvents(
  db: OwnerSql,
  { events, from }: Calendar,
  { corrections = {} }: AppointmentImportForm,
  now: Date,
) {
  const ids = Object.values(corrections).flatMap(({ patientId }) => SentId().safeParse(patientId).data ?? []);
  const named = { names: events.flatMap(({ title }) => namesIn(title)), ruts: events.flatMap(rutsIn) };
  const [patients, chosen, taken] = await Promise.all([
    patientsCalled(db, named),
    existingPatients(db, ids),
    bookedFrom(db, from, now),
  ]);
  const { appointments, problems } = appointmentsFrom(events, corrections, { patients, chosen, taken });
  const isPast = appointments.some(({ date }) => date < from);
  if (isPast) throw new AppError('INVALID_INPUT', { fields: { corrections: 'La fecha no puede ser anterior a hoy' } });
  return { appointments, problems };
}

import { type Import, type ImportProblem, UNDO_HOURS } from '#contract/imports/imports';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import type { Leases } from '#server/platform/lease';
import {
  findImport,
  type ImportKind,
  importedIds,
  importsSince,
  insertImport,
  insertImportedRows,
  isChangedSince,
  markUndone,
} from './imports.store.ts';

const UNDO_MS = UNDO_HOURS * 3600 * 1000;
/** Rows of one statement. */
const ROWS_AT_ONCE = 1000;

/** Runs an import. Throws while another one of the account runs. */
export async function withoutOtherImports<T>(leases: Leases, owner: Owner, run: () => Promise<T>): Promise<T> {
  const release = await leases.take(`import ${owner.id}`);
  if (!release) throw new AppError('IMPORT_RUNNING');
  try {
    return await run();
  } finally {
    await release();
  }
}

/** The imports that can be undone, as far as their age says. */
export async function undoableImports(
  { tenantRead, now }: Pick<Deps, 'tenantRead' | 'now'>,
  owner: Owner,
  kind: ImportKind,
): Promise<Import[]> {
  const since = new Date(now().getTime() - UNDO_MS);
  const found = await tenantRead(owner.id, (db) => importsSince(db, kind, since));
  return found.map(({ id, importedAt, count }) => ({
    _id: id,
    importedAt: importedAt.toISOString(),
    count,
    undoableUntil: new Date(importedAt.getTime() + UNDO_MS).toISOString(),
  }));
}

/** Remembers which rows an import made. The entry of the access log comes before. */
export async function rememberImport(
  tx: OwnerTx,
  made: { id: string; kind: ImportKind; at: Date; entryId: string; ids: readonly string[] },
): Promise<void> {
  await insertImport(tx, { ...made, count: made.ids.length });
  for (const ids of parts(made.ids)) await insertImportedRows(tx, made.id, ids);
}

/**
 * Undoes an import as a whole. `remove` gets the ids of its rows, some at a time. The caller holds the lock of the owner,
 * under which everything is added to a patient, so that nothing is added after the check.
 */
export async function undoImport(
  tx: OwnerTx,
  { id, kind, now }: { id: string; kind: ImportKind; now: Date },
  remove: (ids: string[]) => Promise<unknown>,
): Promise<string[]> {
  const found = await findImport(tx, kind, id);
  if (!found) throw new AppError('NOT_FOUND');
  if (now.getTime() - found.importedAt.getTime() >= UNDO_MS) throw new AppError('IMPORT_UNDO_EXPIRED');
  if (await isChangedSince(tx, kind, found)) throw new AppError('IMPORT_UNDO_CHANGED');
  const ids = await importedIds(tx, id);
  for (const some of parts(ids)) await remove(some);
  await markUndone(tx, id, now);
  return ids;
}

/** As many as the details of one error may have. */
const MAX_DETAILS = 100;

/** All rows, or those without problems where the caller has agreed to their number. */
export function requireAgreement(agreed: number | undefined, count: number, problems: readonly ImportProblem[]): void {
  const ofFile = problems.filter(({ row }) => row === 0);
  if (agreed === undefined ? problems.length > 0 : ofFile.length > 0) {
    const fields = problems
      .slice(0, MAX_DETAILS)
      .map(({ row, field, message }) => [`${row}.${field}`, message] as const);
    throw new AppError('IMPORT_PROBLEMS', { fields: Object.fromEntries(fields) });
  }
  if (agreed !== undefined && agreed !== count) throw new AppError('IMPORT_CHANGED');
  if (count === 0) throw new AppError('IMPORT_EMPTY');
}

function* parts(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) yield ids.slice(at, at + ROWS_AT_ONCE);
}

import { type Cie10Counts, codedDiagnosis, readCodedDiagnosis } from '#contract/cie10';
import { OPERATOR, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { CatalogueSql } from '#server/platform/database/database';
import { baseList, curatedList } from './bundled-lists.ts';
import { allCodes, codesNamed, countCodes, lockCatalogue, saveCodes } from './cie10.store.ts';
import { planImport, type Row, type Source } from './import-plan.ts';

type CatalogueDeps = Pick<Deps, 'catalogueTransaction' | 'now'>;

export async function initializeCie10(deps: CatalogueDeps, owner: Owner): Promise<Cie10Counts & { message: string }> {
  const list = {
    rows: await baseList(),
    source: 'base',
    act: 'cie10.initialized',
    actorId: owner.actorId,
    address: owner.address,
  } as const;
  const counts = await importList(deps, list);
  return { ...counts, message: `Base de datos CIE-10 inicializada: ${formatCount(counts.total)} códigos` };
}

export async function expandCie10(deps: CatalogueDeps, owner: Owner) {
  const list = {
    rows: await curatedList(),
    source: 'curated',
    act: 'cie10.expanded',
    actorId: owner.actorId,
    address: owner.address,
    needsBase: true,
  } as const;
  const stats = await importList(deps, list);
  return {
    success: true as const,
    message: `Base de datos CIE-10 expandida: ${formatCount(stats.total)} códigos`,
    stats,
  };
}

/** The diagnoses whose code and description are those of the catalogue. */
export async function diagnosesInCatalogue(db: CatalogueSql, diagnoses: string[]): Promise<ReadonlySet<string>> {
  const codes = diagnoses.flatMap((diagnosis) => readCodedDiagnosis(diagnosis)?.code ?? []);
  const known = codes.length > 0 ? await codesNamed(db, codes) : [];
  return new Set(known.map(codedDiagnosis));
}

/** Called by `npm run cie10`. */
export const importOfficialCie10 = (deps: CatalogueDeps, rows: Row[]): Promise<Cie10Counts> =>
  importList(deps, { rows, source: 'official', act: 'cie10.imported', actorId: OPERATOR });

interface List {
  rows: Row[];
  source: Source;
  act: `cie10.${'initialized' | 'expanded' | 'imported'}`;
  actorId: string;
  /** Left out by a command on the server. */
  address?: string;
  /** The list supplements the base list and is refused without it. */
  needsBase?: boolean;
}

function importList(
  deps: CatalogueDeps,
  { address, rows, source, act, actorId, needsBase }: List,
): Promise<Cie10Counts> {
  return deps.catalogueTransaction(async (tx) => {
    await lockCatalogue(tx);
    const present = await allCodes(tx);
    if (needsBase && present.length === 0) throw new AppError('CIE10_EMPTY');
    const { codes, counts } = planImport(present, rows, source);
    await saveCodes(tx, codes);
    await record(tx, { act, at: deps.now(), actorId, address });
    return { ...counts, total: await countCodes(tx) };
  });
}

const formatCount = (count: number) => count.toLocaleString('es-CL', { useGrouping: 'always' });

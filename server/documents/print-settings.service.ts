import type { PrintSettings } from '#contract/print-settings';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { findPrintSettings, storePrintSettings } from './print-settings.store.ts';

export const getPrintSettings = (deps: Pick<Deps, 'tenantRead'>, owner: Owner): Promise<PrintSettings> =>
  deps.tenantRead(owner.id, findPrintSettings);

/** Printed documents are stored files: the new page is for documents printed for the first time. */
export const putPrintSettings = (
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  owner: Owner,
  settings: PrintSettings,
): Promise<PrintSettings> =>
  deps.tenantTransaction(owner.id, async (tx) => {
    await storePrintSettings(tx, settings);
    await record(tx, { ...actBy(owner, owner.id), act: 'print-settings.changed', at: deps.now() });
    return settings;
  });

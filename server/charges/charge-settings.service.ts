import type { ChargeSettings } from '#contract/charge-reminders';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { findChargeSettings, storeChargeSettings } from './charge-settings.store.ts';

export const getChargeSettings = (deps: Pick<Deps, 'tenantRead'>, owner: Owner): Promise<ChargeSettings> =>
  deps.tenantRead(owner.id, findChargeSettings);

export const putChargeSettings = (
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  owner: Owner,
  settings: ChargeSettings,
): Promise<ChargeSettings> =>
  deps.tenantTransaction(owner.id, async (tx) => {
    await storeChargeSettings(tx, settings);
    await record(tx, { ...actBy(owner, owner.id), act: 'charge-settings.changed', at: deps.now() });
    return settings;
  });

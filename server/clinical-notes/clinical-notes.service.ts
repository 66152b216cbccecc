import type { Permission } from '#contract/billing';
import type { Owner } from '#server/auth/owner';
import { clinicalPermission } from '#server/billing/billing.service';
import type { Deps } from '#server/deps';
import { patientCount } from '#server/patients/patients.service';

export const canWriteClinically = (deps: Deps, owner: Owner): Promise<Permission> =>
  deps.asOwner(owner.id, async (db) => clinicalPermission(db, await patientCount(db), deps.now()));

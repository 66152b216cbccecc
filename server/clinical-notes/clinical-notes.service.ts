import type { Permission } from '#contract/billing';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { clinicalAccess } from '#server/patients/patients.service';

export const canWriteClinically = (deps: Deps, owner: Owner): Promise<Permission> =>
  deps.asOwner(owner.id, (db) => clinicalAccess(db, deps.now()));

import * as api from '#contract/working-hours';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { createAbsence, deleteAbsence, getWorkingHours, replaceWorkingHours } from './working-hours.service.ts';
import { allAbsences } from './working-hours.store.ts';

export function workingHoursRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.getWorkingHours, ({ owner }) => getWorkingHours(deps, owner));
  bind(api.putWorkingHours, ({ owner, body }) => replaceWorkingHours(deps, owner, body));
  bind(api.listAbsences, ({ owner }) => deps.tenantRead(owner.id, (db) => allAbsences(db, deps.cipher)));
  bind(api.createAbsence, ({ owner, body }) => createAbsence(deps, owner, body));
  bind(api.deleteAbsence, ({ owner, params }) => deleteAbsence(deps, owner, params.id));
}

import * as api from '#contract/patients';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import {
  canCreatePatient,
  createPatient,
  deletePatient,
  getPatient,
  listPatients,
  type RemovalDeps,
  updatePatient,
} from './patients.service.ts';

export function patientsRoutes(bind: Bind<Owner>, deps: Deps, removal: RemovalDeps): void {
  bind(api.listPatients, ({ owner, query }) => listPatients(deps, owner, query));
  bind(api.canCreatePatient, ({ owner }) => canCreatePatient(deps, owner));
  bind(api.getPatient, ({ owner, params }) => getPatient(deps, owner, params.id));
  bind(api.createPatient, ({ owner, body }) => createPatient(deps, owner, body));
  bind(api.updatePatient, ({ owner, params, body }) => updatePatient(deps, owner, params.id, body));
  bind(api.deletePatient, ({ owner, params }) => deletePatient({ ...deps, ...removal }, owner, params.id));
}

import * as imports from '#contract/patient-import';
import * as api from '#contract/patients';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { undoableImports } from './import/imports.service.ts';
import {
  type ImportDeps,
  importPatients,
  previewPatientImport,
  undoPatientImport,
} from './import/patient-import.service.ts';
import {
  canCreatePatient,
  createPatient,
  deletePatient,
  getPatient,
  listPatients,
  type RemovalDeps,
  updatePatient,
} from './patients.service.ts';

export function patientsRoutes(bind: Bind<Owner>, deps: Deps, removal: RemovalDeps, importing: ImportDeps): void {
  bind(api.listPatients, ({ owner, query }) => listPatients(deps, owner, query));
  bind(api.canCreatePatient, ({ owner }) => canCreatePatient(deps, owner));
  bind(api.getPatient, ({ owner, params }) => getPatient(deps, owner, params.id));
  bind(api.createPatient, ({ owner, body }) => createPatient(deps, owner, body));
  bind(api.updatePatient, ({ owner, params, body }) => updatePatient(deps, owner, params.id, body));
  bind(api.deletePatient, ({ owner, params }) => deletePatient({ ...deps, ...removal }, owner, params.id));
  bind(imports.importPatients, ({ owner, query, body }) => {
    const run = query.dryRun ? previewPatientImport : importPatients;
    return run({ ...deps, ...importing }, owner, body);
  });
  bind(imports.listPatientImports, ({ owner }) => undoableImports(deps, owner, 'patients'));
  bind(imports.undoPatientImport, ({ owner, params }) => undoPatientImport({ ...deps, ...removal }, owner, params.id));
}

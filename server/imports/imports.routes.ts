import * as appointments from '#contract/imports/appointment-import';
import * as patients from '#contract/imports/patient-import';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { RemovalDeps } from '#server/patients/patients.service';
import type { Bind } from '#server/platform/http/bind';
import {
  type AppointmentImportDeps,
  importAppointments,
  previewAppointmentImport,
  undoAppointmentImport,
} from './appointment-import.service.ts';
import { undoableImports } from './imports.service.ts';
import {
  importPatients,
  type PatientImportDeps,
  previewPatientImport,
  undoPatientImport,
} from './patient-import.service.ts';

type ImportsDeps = Deps & PatientImportDeps & AppointmentImportDeps & RemovalDeps;

export function importsRoutes(bind: Bind<Owner>, deps: ImportsDeps): void {
  bind(patients.importPatients, ({ owner, query, body }) =>
    (query.dryRun ? previewPatientImport : importPatients)(deps, owner, body),
  );
  bind(patients.listPatientImports, ({ owner }) => undoableImports(deps, owner, 'patients'));
  bind(patients.undoPatientImport, ({ owner, params }) => undoPatientImport(deps, owner, params.id));
  bind(appointments.importAppointments, ({ owner, query, body }) =>
    (query.dryRun ? previewAppointmentImport : importAppointments)(deps, owner, body),
  );
  bind(appointments.listAppointmentImports, ({ owner }) => undoableImports(deps, owner, 'appointments'));
  bind(appointments.undoAppointmentImport, ({ owner, params }) => undoAppointmentImport(deps, owner, params.id));
}

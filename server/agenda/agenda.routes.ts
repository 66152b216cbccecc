import * as api from '#contract/agenda';
import * as imports from '#contract/appointment-import';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { undoableImports } from '#server/patients/import/imports.service';
import type { Bind } from '#server/platform/http/bind';
import { createAppointment, deleteAppointment, listAppointments } from './agenda.service.ts';
import { changeAppointment } from './appointment-change.service.ts';
import {
  type AppointmentImportDeps,
  importAppointments,
  previewAppointmentImport,
  undoAppointmentImport,
} from './import/appointment-import.service.ts';

export function agendaRoutes(bind: Bind<Owner>, deps: Deps, importing: AppointmentImportDeps): void {
  bind(api.listAppointments, ({ owner, query }) => listAppointments(deps, owner, query));
  bind(api.createAppointment, ({ owner, body }) => createAppointment(deps, owner, body));
  bind(api.changeAppointment, ({ owner, params, body }) => changeAppointment(deps, owner, params.id, body));
  bind(api.deleteAppointment, ({ owner, params }) => deleteAppointment(deps, owner, params.id));
  bind(imports.importAppointments, ({ owner, query, body }) => {
    const run = query.dryRun ? previewAppointmentImport : importAppointments;
    return run({ ...deps, ...importing }, owner, body);
  });
  bind(imports.listAppointmentImports, ({ owner }) => undoableImports(deps, owner, 'appointments'));
  bind(imports.undoAppointmentImport, ({ owner, params }) =>
    undoAppointmentImport({ ...deps, ...importing }, owner, params.id),
  );
}

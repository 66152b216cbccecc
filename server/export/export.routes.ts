import * as api from '#contract/export';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import { type ExportDeps, exportAccount, exportCustody, exportPatient } from './export.service.ts';

export function exportRoutes(bind: Bind<Owner>, deps: ExportDeps): void {
  bind(api.exportPatient, ({ owner, params }) => exportPatient(deps, owner, params.id));
  bind(api.exportAccount, ({ owner }) => exportAccount(deps, owner));
  bind(api.exportCustody, ({ owner, params }) => exportCustody(deps, owner, params.patientId));
}

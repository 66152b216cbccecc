import * as api from '#contract/incidents';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import {
  concernedProfessionals,
  concernedProfessionalsCsv,
  createIncident,
  updateIncident,
} from './incidents.service.ts';
import { allIncidents } from './incidents.store.ts';

export function incidentsRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.listIncidents, () => deps.adminRead(allIncidents));
  bind(api.createIncident, ({ owner, body }) => createIncident(deps, owner, body));
  bind(api.updateIncident, ({ owner, params, body }) => updateIncident(deps, owner, params.id, body));
  bind(api.listConcernedProfessionals, ({ params }) => concernedProfessionals(deps, params.id));
  bind(api.exportConcernedProfessionals, ({ params }) => concernedProfessionalsCsv(deps, params.id));
}

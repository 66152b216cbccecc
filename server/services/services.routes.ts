import * as api from '#contract/services';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { createService, deleteService, listServices, updateService } from './services.service.ts';

export function servicesRoutes(bind: Bind<Owner>, deps: Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'now'>): void {
  bind(api.listServices, ({ owner }) => listServices(deps, owner));
  bind(api.createService, ({ owner, body }) => createService(deps, owner, body));
  bind(api.updateService, ({ owner, params, body }) => updateService(deps, owner, params.id, body));
  bind(api.deleteService, ({ owner, params }) => deleteService(deps, owner, params.id));
}

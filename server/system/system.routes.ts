import * as api from '#contract/system';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import { getSystem, type MonitoringDeps, renderMetrics } from './system.service.ts';

export function systemRoutes(bind: Bind<Owner>, deps: MonitoringDeps): void {
  bind(api.getSystem, () => getSystem(deps));
  bind(api.getMetrics, () => renderMetrics(deps));
}

import * as api from '#contract/access-log';
import { getAccessLogSeal } from '#contract/access-log-seal';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { accountLog, accountLogCsv, lastSeal, patientLog, patientLogCsv } from './access-log.service.ts';

export function accessLogRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.getPatientAccessLog, ({ owner, params, query }) => patientLog(deps, owner, params.id, query));
  bind(api.exportPatientAccessLog, ({ owner, params }) => patientLogCsv(deps, owner, params.id));
  bind(api.getAccountAccessLog, ({ owner, query }) => accountLog(deps, owner, query));
  bind(getAccessLogSeal, ({ owner }) => lastSeal(deps, owner));
  bind(api.exportAccountAccessLog, ({ owner }) => accountLogCsv(deps, owner));
}

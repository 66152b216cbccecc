import * as api from '#contract/processing-agreement';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { acceptProcessingAgreement, getProcessingAgreement } from './processing-agreement.service.ts';
import { agreementsOn, countAgreements } from './processing-agreement.store.ts';

export function processingAgreementRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.getProcessingAgreement, ({ owner }) => getProcessingAgreement(deps, owner));
  bind(api.acceptProcessingAgreement, ({ owner, body }) => acceptProcessingAgreement(deps, owner, body.version));
  bind(api.listProcessingAgreements, ({ query }) => deps.adminRead((db) => agreementsOn(db, query)));
  bind(api.countProcessingAgreements, ({ query }) => deps.adminRead((db) => countAgreements(db, query.search)));
}

import * as api from '#contract/rights-requests';
import type { Owner } from '#server/auth/owner';
import { setPatientBlocked } from '#server/patients/patient-blocking.service';
import type { Bind } from '#server/platform/http/bind';
import { createChallenge } from '#server/proof-of-work/proof-of-work.service';
import { type RecipientDeps, recipientByLink, recipientBySlug } from './recipient.ts';
import {
  changeRightsRequest,
  countRightsRequests,
  createRightsRequest,
  getRightsRequest,
  listRightsRequests,
  type RightsDeps,
} from './rights-requests.service.ts';

export function rightsRequestsRoutes(bind: Bind<Owner>, deps: RightsDeps & RecipientDeps): void {
  bind(api.getRightsRecipient, ({ params }) => recipientBySlug(deps, params.slug));
  bind(api.getRightsRecipientByLink, ({ params }) => recipientByLink(deps, params.token));
  bind(api.getRightsChallenge, () => createChallenge(deps));
  bind(api.createRightsRequest, ({ body, sender, countRequest }) =>
    createRightsRequest(deps, body, { address: sender.address, countRequest }),
  );

  bind(api.listRightsRequests, ({ owner, query }) => listRightsRequests(deps, owner, query));
  bind(api.getRightsRequest, ({ owner, params }) => getRightsRequest(deps, owner, params.id));
  bind(api.countRightsRequests, ({ owner, query }) => countRightsRequests(deps, owner, query.state));
  bind(api.changeRightsRequest, ({ owner, params, body }) => changeRightsRequest(deps, owner, params.id, body));
  bind(api.setPatientBlocked, ({ owner, params, body }) => setPatientBlocked(deps, owner, params.id, body.blocked));
}

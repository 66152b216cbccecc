import * as api from '#contract/assistants';
import { toDevice } from '#server/auth/login-device.service';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import {
  changeAssistant,
  confirmAssistant,
  endAssistant,
  inviteAssistant,
  listAssistantActs,
  listAssistants,
} from './assistants.service.ts';
import { acceptInvitation, getInvitation } from './invitations.service.ts';
import { getReceptionDay, getReceptionDayVersion, listProfessionals, nextFreeWithAnyone } from './reception.service.ts';

type AssistantsDeps = Deps & Parameters<typeof acceptInvitation>[0];

export function assistantsRoutes(bind: Bind<Owner>, deps: AssistantsDeps): void {
  bind(api.listAssistants, ({ owner }) => listAssistants(deps, owner));
  bind(api.inviteAssistant, ({ owner, body }) => inviteAssistant(deps, owner, body));
  bind(api.changeAssistant, ({ owner, params, body }) => changeAssistant(deps, owner, params.id, body));
  bind(api.confirmAssistant, ({ owner, params }) => confirmAssistant(deps, owner, params.id));
  bind(api.endAssistant, ({ owner, params }) => endAssistant(deps, owner, params.id));
  bind(api.listAssistantActs, ({ owner, params, query }) => listAssistantActs(deps, owner, params.id, query));
  bind(api.getInvitation, ({ params }) => getInvitation(deps, params.token));
  bind(api.acceptInvitation, ({ params, body, sender }) =>
    acceptInvitation(deps, { ...params, password: body.password }, toDevice(body, sender)),
  );
  bind(api.listProfessionals, ({ owner }) => listProfessionals(deps, owner));
  bind(api.getReceptionDay, ({ owner, query }) => getReceptionDay(deps, owner, query.date));
  bind(api.getReceptionDayVersion, ({ owner, query }) => getReceptionDayVersion(deps, owner, query.date));
  bind(api.nextFreeWithAnyone, ({ owner, query }) => nextFreeWithAnyone(deps, owner, query.duration));
}

import * as api from '#contract/clinical-notes';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { canWriteClinically } from './clinical-notes.service.ts';

export function clinicalNotesRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.canWriteClinically, ({ owner }) => canWriteClinically(deps, owner));
}

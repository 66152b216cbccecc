import * as api from '#contract/drafts';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { listedDrafts } from './listed-drafts.store.ts';

export function draftsRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.listDrafts, ({ owner, query }) =>
    deps.tenantRead(owner.id, (db) => listedDrafts(db, query, api.MAX_LISTED_DRAFTS)),
  );
}

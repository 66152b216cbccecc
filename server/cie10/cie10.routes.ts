import * as api from '#contract/cie10';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { expandCie10, initializeCie10 } from './cie10.service.ts';
import { countCodes, findCodes } from './cie10.store.ts';
import { createRecentSearches } from './recent-searches.ts';

export function cie10Routes(bind: Bind<Owner>, deps: Deps): void {
  const searches = createRecentSearches((query) => findCodes(deps.catalogue, query));
  bind(api.searchCie10, ({ query }) => searches.find(query.query ?? ''));
  bind(api.cie10Stats, async () => ({ count: await countCodes(deps.catalogue) }));
  bind(api.adminCie10Stats, async () => ({ count: await countCodes(deps.catalogue) }));
  bind(api.initializeCie10, ({ owner }) => initializeCie10(deps, owner).finally(searches.forget));
  bind(api.expandCie10, ({ owner }) => expandCie10(deps, owner).finally(searches.forget));
}

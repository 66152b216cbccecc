import { type ComponentType, lazy, useState } from 'react';
import { loadOnce } from '#web/ui/on-demand.tsx';

export type LazyPage = ComponentType & { load: () => Promise<unknown> };

/**
 * A page whose module is loaded when it is first shown, or before by `load`. The router renders in a transition, so the
 * page before stays until the module is there. A module that does not arrive throws.
 *
 * The routes behind the login have no `lazy` of their own: with it the router renders a state of loading first, also when
 * the module is there.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const loadPage = loadOnce(async () => {
    loaded = await load();
    return loaded;
  });
  const Loading = lazy(async () => ({ default: await loadPage() }));
  function Page() {
    // Kept, because another component in its place would lose its state.
    const [Component] = useState(() => loaded ?? Loading);
    return <Component />;
  }
  return Object.assign(Page, { load: loadPage });
}

import { matchRoutes, type RouteObject } from 'react-router';

/**
 * Loads the modules of a page when the pointer or the focus reaches a link to it, so that they are there when the link is
 * followed. `prefetch` of `Link` works in the framework mode of React Router alone. Returns a function that stops it.
 */
export function preloadLinkedPages(routes: RouteObject[]): () => void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // A failure is silent: the navigation tries again and shows it.
      if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
    }
  };
  document.addEventListener('pointerover', preload);
  document.addEventListener('focusin', preload);
  return () => {
    document.removeEventListener('pointerover', preload);
    document.removeEventListener('focusin', preload);
  };
}

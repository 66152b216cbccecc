import { type ComponentType, createElement } from 'react';
import { createBrowserRouter, type DataRouteObject, type DataRouter } from 'react-router';
import { routes } from '#web/app/routes.tsx';

let started: DataRouter | undefined;

export function startRouter(): DataRouter {
  started = createBrowserRouter(routes);
  return started;
}

/** Gives the router a page whose module is loaded, before anybody navigates to it. */
export const addLoadedPage = (id: string, Page: ComponentType): void => resolveLazyRoute(started?.routes, id, Page);

/**
 * Does what the router does after the first navigation to a route with `lazy`. Without it, that navigation renders a state
 * of loading first, even when the module is loaded. For routes whose `lazy` returns a `Component` alone. `router.routes` is
 * internal to React Router: if a new version makes it a copy, this function has no effect.
 */
export function resolveLazyRoute(routesOfRouter: DataRouteObject[] = [], id: string, Page: ComponentType): void {
  for (const route of routesOfRouter) {
    if (route.id === id && route.lazy) Object.assign(route, { element: createElement(Page), lazy: undefined });
    resolveLazyRoute(route.children, id, Page);
  }
}

import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { loadPageAt, routes } from '#web/app/routes.tsx';
import { watchTheme } from '#web/platform/theme.ts';

/** Resolves when the page reacts to the user. */
export async function startApplication(): Promise<void> {
  watchTheme();
  const container = document.getElementById('root');
  if (!container) return;
  const router = createBrowserRouter(routes);
  // The modules of the first page are loaded lazily. Hydration waits until all of them have arrived.
  await Promise.all([loadPageAt(router.state.location), untilInitialized(router)]);
  // Together with the routes around the page, as after the login. The router waits for those alone.
  router.subscribe(({ navigation }) => navigation.location && void loadPageAt(navigation.location));
  await new Promise<void>((resolve) => {
    const app = (
      <StrictMode>
        <Started onStart={resolve}>
          <RouterProvider router={router} />
        </Started>
      </StrictMode>
    );
    if (container.hasAttribute('data-prerendered')) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
  // Tells browser tests that links no longer load a document.
  container.removeAttribute('data-prerendered');
}

const untilInitialized = (router: DataRouter) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    router.subscribe((state) => state.initialized && resolve());
  });

/** Effects run from the inside to the outside, so those of the page have run before this one. */
function Started({ onStart, children }: { onStart: () => void; children: ReactNode }) {
  useEffect(onStart, [onStart]);
  return children;
}

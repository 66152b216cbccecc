import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from '#web/app/routes.tsx';
import { watchTheme } from '#web/platform/theme.ts';

const router = createBrowserRouter(routes);

/** The modules of the first page are loaded lazily. Hydration waits until all of them have arrived. */
const ready = new Promise<void>((resolve) => {
  if (router.state.initialized) resolve();
  router.subscribe((state) => state.initialized && resolve());
});

async function start(container: HTMLElement): Promise<void> {
  await ready;
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  if (container.hasAttribute('data-prerendered')) hydrateRoot(container, app);
  else createRoot(container).render(app);
}

watchTheme();
const container = document.getElementById('root');
if (container) void start(container);

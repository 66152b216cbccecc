// First: a schema reads the configuration when it is made.
import '#web/platform/configure-zod.ts';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { preloadLinkedPages } from '#web/app/preload-linked-pages.ts';
import { routes } from '#web/app/routes.tsx';
import { watchTheme } from '#web/platform/theme.ts';

/** Effects run from the inside to the outside, so the effects of the page have run before this effect. */
function Started({ onStart, children }: { onStart: () => void; children: ReactNode }) {
  useEffect(onStart, [onStart]);
  return children;
}

function start(container: HTMLElement): void {
  watchTheme();
  preloadLinkedPages(routes);
  const router = createBrowserRouter(routes);
  // Tells browser tests that links no longer load a document.
  const onStart = () => container.removeAttribute('data-prerendered');
  const app = (
    <StrictMode>
      <Started onStart={onStart}>
        <RouterProvider router={router} />
      </Started>
    </StrictMode>
  );
  // The modules of the first page are loaded lazily. The page in the document stays until all of them have arrived.
  const unsubscribe = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    unsubscribe();
    if (container.hasAttribute('data-prerendered')) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
}

// The browser offers the installation once, soon after the start. `preventDefault` holds back its own banner.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});

const container = document.getElementById('root');
if (container) start(container);

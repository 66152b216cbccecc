import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startRouter } from '#web/app/router.ts';
import { watchTheme } from '#web/platform/theme.ts';

/** Resolves when the page reacts to the user. */
export async function startApplication(): Promise<void> {
  watchTheme();
  const container = document.getElementById('root');
  if (!container) return;
  const router = startRouter();
  // The modules of the first page are loaded lazily. Hydration waits until all of them have arrived.
  await new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    router.subscribe((state) => state.initialized && resolve());
  });
  await new Promise<void>((resolve) => {
    const app = (
      <StrictMode>
        <Started onStart={resolve}>
          {/* In one piece: a transition renders in slices, which takes longer, and nothing here suspends. */}
          <RouterProvider router={router} useTransitions={false} />
        </Started>
      </StrictMode>
    );
    if (container.hasAttribute('data-prerendered')) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
  // Tells browser tests that links no longer load a document.
  container.removeAttribute('data-prerendered');
}

/** Effects run from the inside to the outside, so those of the page have run before this one. */
function Started({ onStart, children }: { onStart: () => void; children: ReactNode }) {
  useEffect(onStart, [onStart]);
  return children;
}

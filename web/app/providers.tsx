import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { ServerUnreachableBanner } from '#web/app/server-unreachable-banner.tsx';
import { clearUnsavedChangesOnSignOut } from '#web/drafts/unsaved-changes.ts';
import { clearCacheOnSessionChange, queryClient, refetchOnServerReturn } from '#web/platform/query-client.ts';
import { Toaster } from '#web/ui/toaster.tsx';

/** The providers of every page that calls the API. */
export function Providers() {
  // Sessions start and end outside React, also in another tab.
  useEffect(clearCacheOnSessionChange, []);
  useEffect(clearUnsavedChangesOnSignOut, []);
  useEffect(refetchOnServerReturn, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ServerUnreachableBanner />
      <Toaster />
    </QueryClientProvider>
  );
}

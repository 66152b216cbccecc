import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { forgetTextOnSignOut } from '#web/drafts/kept-text.ts';
import { clearCacheOnSessionChange, queryClient } from '#web/platform/query-client.ts';
import { Toaster } from '#web/ui/toaster.tsx';

/** What every page that talks to the server needs around it. */
export function Providers() {
  // Sessions begin and end outside React, in another tab too.
  useEffect(clearCacheOnSessionChange, []);
  useEffect(forgetTextOnSignOut, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toaster />
    </QueryClientProvider>
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { clearUnsavedChangesOnSignOut } from '#web/drafts/unsaved-changes.ts';
import { forgetDataBetweenSessions, queryClient } from '#web/platform/query-client.ts';
import { Toaster } from '#web/ui/toaster.tsx';

/** What every page that talks to the server needs around it. */
export function Services() {
  // Sessions begin and end outside React, in another tab too.
  useEffect(forgetDataBetweenSessions, []);
  useEffect(clearUnsavedChangesOnSignOut, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toaster />
    </QueryClientProvider>
  );
}

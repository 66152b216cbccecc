import { useEffect, useRef } from 'react';
import { KEEP_FOCUS } from '#web/platform/keep-focus.ts';
import { CREATE, CREATE_DURATION, CREATE_FOR, CREATE_TIME } from '#web/platform/paths.ts';
import { useSearchParams } from '#web/ui/navigation.tsx';

/** What the address says of a request. */
const PARAMETERS = [CREATE, CREATE_TIME, CREATE_DURATION, CREATE_FOR];

/** Opens the form of a page when the address asks for it. The request is removed, so that a reload opens nothing. */
export function useCreationRequest(onRequest: (params: URLSearchParams) => void): void {
  const [params, setParams] = useSearchParams();
  const isRequested = params.has(CREATE);
  const wasRequested = useRef(false);
  useEffect(() => {
    // The address changes later than this effect may run again.
    const isNew = isRequested && !wasRequested.current;
    wasRequested.current = isRequested;
    if (!isNew) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const name of PARAMETERS) next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true, state: KEEP_FOCUS },
    );
    onRequest(params);
  });
}

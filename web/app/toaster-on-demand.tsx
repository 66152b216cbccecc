import { type ComponentType, useEffect, useState } from 'react';
import { queryClient } from '#web/platform/query-client.ts';
import { whenIdle } from '#web/platform/when-idle.ts';
import { useShownToast } from '#web/ui/toast.ts';

let loaded: ComponentType | undefined;

/** Resolves to false when the module did not arrive. */
export async function loadToaster(): Promise<boolean> {
  const module = await import('#web/ui/toaster.tsx').catch(() => undefined);
  loaded = module?.Toaster;
  return loaded !== undefined;
}

/**
 * No screen needs toasts, nor the schemas of forms, to be shown. They are downloaded when the screen has its data and the
 * browser is idle, and not only when they are needed: a toast may have to say that the server is away.
 */
export function ToasterOnDemand() {
  const [Toaster, setToaster] = useState(() => loaded);
  const toastId = useShownToast()?.id;
  useEffect(() => {
    if (Toaster) return undefined;
    const load = async () => {
      if (await loadToaster()) setToaster(() => loaded);
    };
    if (toastId === undefined) return whenScreenIsIdle(() => void load());
    void load();
    return undefined;
  }, [Toaster, toastId]);
  useEffect(() => whenScreenIsIdle(() => void import('#web/platform/any-schema.ts').catch(() => undefined)), []);
  return Toaster ? <Toaster /> : null;
}

/** How often it is asked whether the requests of the screen have been answered. */
const RETRY_DELAY = 250;

function whenScreenIsIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel = whenIdle(attempt);
  function attempt(): void {
    const retry = () => {
      cancel = whenIdle(attempt);
    };
    if (queryClient.isFetching() === 0) run();
    else timer = setTimeout(retry, RETRY_DELAY);
  }
  return () => {
    clearTimeout(timer);
    cancel();
  };
}

import { type ComponentType, useEffect, useState } from 'react';
import { isHealthy } from '#web/platform/api.ts';
import { whenScreenIsIdle } from '#web/platform/screen-idle.ts';
import { probeServer } from '#web/platform/server-connection.ts';
import { useShownToast } from '#web/ui/toast.ts';

let loaded: ComponentType | undefined;

/** Resolves to false when the module did not arrive. */
export async function loadToaster(): Promise<boolean> {
  const module = await import('#web/ui/toaster.tsx').catch(() => undefined);
  loaded = module?.Toaster;
  return loaded !== undefined;
}

/**
 * No screen needs toasts, nor the schemas of forms, to be shown. The build lists their files in a template, which the
 * browser does not load by itself. They are downloaded when the screen has its data and the browser is idle, and run
 * when they are needed: a toast may have to say that the server does not answer.
 */
function download(): void {
  const files = document.querySelector<HTMLTemplateElement>('#later');
  if (files) document.head.append(files.content);
}

export function ToasterOnDemand() {
  const [Toaster, setToaster] = useState(() => loaded);
  const toastId = useShownToast()?.id;
  useEffect(() => whenScreenIsIdle(download), []);
  useEffect(() => {
    if (Toaster || toastId === undefined) return;
    void loadToaster().then((isLoaded) => {
      if (isLoaded) setToaster(() => loaded);
      // No toast can be shown. The banner needs no module.
      else probeServer(isHealthy);
    });
  }, [Toaster, toastId]);
  return Toaster ? <Toaster /> : null;
}

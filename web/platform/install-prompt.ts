import { useSyncExternalStore } from 'react';

/** The event `beforeinstallprompt`: only some browsers have it, and only while the application is not installed. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** The event that `main.tsx` received. */
    installPrompt?: Event | undefined;
  }
}

const listeners = new Set<() => void>();

function end(): void {
  window.installPrompt = undefined;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('beforeinstallprompt', listener);
  addEventListener('appinstalled', end);
  return () => {
    listeners.delete(listener);
    removeEventListener('beforeinstallprompt', listener);
    removeEventListener('appinstalled', end);
  };
}

/** Shows the prompt of the browser, which works once for each event. Undefined where the browser cannot install now. */
export function useInstall(): (() => void) | undefined {
  const event = useSyncExternalStore(subscribe, () => window.installPrompt) as InstallPromptEvent | undefined;
  if (!event) return undefined;
  return () => {
    end();
    event.prompt().catch(() => undefined);
  };
}

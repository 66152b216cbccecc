import { useSyncExternalStore } from 'react';

/** How long a dismissed toast stays in the page, so that its leaving can be seen. */
const REMOVAL_DELAY = 5000;

interface Toast {
  title: string;
  description?: string;
  destructive?: boolean;
  /** Neither done nor failed. */
  neutral?: boolean;
}

interface ShownToast extends Toast {
  id: number;
  open: boolean;
}

let shown: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** At most one at a time: a new one takes the place of the older. */
export function showToast(toast: Toast): void {
  clearTimeout(removal);
  lastId += 1;
  set({ ...toast, id: lastId, open: true });
}

export function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.open) return;
  set({ ...shown, open: false });
  removal = setTimeout(() => set(null), REMOVAL_DELAY);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useShownToast = (): ShownToast | null =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );

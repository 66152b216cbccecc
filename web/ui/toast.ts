import { useSyncExternalStore } from 'react';

/** How long a dismissed toast stays in the page, for its animation. */
const REMOVAL_DELAY = 5000;

/** A button, or a link to a page. */
export type ToastAction = { label: string } & ({ onPress: () => void } | { to: string });

interface Toast {
  title: string;
  description?: string;
  destructive?: boolean;
  /** Neither a success nor a failure. */
  neutral?: boolean;
  /** The toast then stays longer. */
  action?: ToastAction | undefined;
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

/** Replaces the toast that is shown, if there is one. */
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

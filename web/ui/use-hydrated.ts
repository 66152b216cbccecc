import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False in a prerendered page until React answers its events. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

import { useEffect, useRef } from 'react';

const layers: (() => void)[] = [];

/**
 * Registers a dialog, menu or panel that the Escape key closes. Radix gives the key to the layer that appeared last. A
 * toast may appear over an open dialog, and then passes the key on.
 */
export function useEscapeLayer(onEscape: () => void, isOpen = true): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    if (!isOpen) return;
    const layer = () => latest.current();
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}

/** Closes what opened last. False when nothing is open. */
export function closeTopLayer(): boolean {
  const layer = layers.at(-1);
  layer?.();
  return layer !== undefined;
}

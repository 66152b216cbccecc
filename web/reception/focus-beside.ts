import type { KeyboardEvent } from 'react';

const ENTRY = '[data-row]';

/** The arrows move the focus from entry to entry: in the column, or to the nearest hour of the column beside it. */
export function focusBeside(event: KeyboardEvent<HTMLElement>): void {
  const entry = (event.target as Element).closest<HTMLElement>(ENTRY);
  const next = entry && entryBeside(entry, event.key);
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>('a, button')?.focus();
}

function entryBeside(entry: HTMLElement, key: string): Element | null | undefined {
  const column = entry.parentElement;
  switch (key) {
    case 'ArrowDown':
      return entry.nextElementSibling;
    case 'ArrowUp':
      return entry.previousElementSibling;
    case 'ArrowRight':
      return nearest(column?.nextElementSibling, entry);
    case 'ArrowLeft':
      return nearest(column?.previousElementSibling, entry);
    default:
      return undefined;
  }
}

function nearest(column: Element | null | undefined, { dataset: { row } }: HTMLElement): Element | undefined {
  const entries = [...(column?.querySelectorAll<HTMLElement>(ENTRY) ?? [])];
  const distance = (one: HTMLElement) => Math.abs(Number(one.dataset.row) - Number(row));
  return entries.sort((one, other) => distance(one) - distance(other))[0];
}

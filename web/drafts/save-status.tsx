import { Check, CircleDot, CloudOff, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SaveState } from '#web/drafts/save-state.ts';
import { isTrouble, saveStateText } from '#web/drafts/save-state-text.ts';

const TICK = 15_000;

const ICONS: Record<SaveState<unknown>['status'], LucideIcon> = {
  pristine: Check,
  unsaved: CircleDot,
  saving: LoaderCircle,
  saved: Check,
  failed: CloudOff,
  invalid: TriangleAlert,
  conflict: TriangleAlert,
  deleted: TriangleAlert,
  refused: TriangleAlert,
};

/** Quietly, how it stands with what is written. */
export function SaveStatus({ state }: { state: SaveState<unknown> }) {
  const text = saveStateText(state, useClock());
  const Icon = ICONS[state.status];
  const isWrong = isTrouble(state);
  return (
    <>
      <p className={`flex min-w-0 items-center gap-2 text-sm ${isWrong ? 'font-semibold text-orange' : 'text-muted'}`}>
        <Icon size={18} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 tabular-nums">{text}</span>
      </p>
      <p role="status" className="sr-only">
        {isWrong && text}
      </p>
    </>
  );
}

/** A moment ago becomes two minutes ago without anything else happening. */
function useClock(): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), TICK);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}

import { Check, CircleDot, CloudOff, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SaveState } from '#web/drafts/save-state.ts';
import { isProblem, saveStateText } from '#web/drafts/save-state.ts';

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

/** Save status. Only problems are announced to screen readers. */
export function SaveStatus({ state }: { state: SaveState<unknown> }) {
  const text = saveStateText(state, useClock());
  const Icon = ICONS[state.status];
  const isWrong = isProblem(state);
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

/** Renders again as time passes, so that 'hace un momento' becomes 'hace 2 min'. */
function useClock(): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), TICK);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}

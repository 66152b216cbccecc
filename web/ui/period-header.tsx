import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  title: string;
  /** The accessible names of the arrows. */
  names: readonly [previous: string, next: string];
  /** How many entries it has: '3 citas'. Undefined until they are loaded. */
  count: string | undefined;
  /** Whether it contains today. */
  isNow: boolean;
  onStep: (by: -1 | 1) => void;
  onToday: () => void;
  /** At the end of the line. */
  children?: ReactNode;
}

/** The length of the date does not move the buttons, so that repeated clicks stay on them. */
export function PeriodHeader({ title, names, count, isNow, onStep, onToday, children }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 sm:-mt-4 sm:mb-3">
      <Button look="secondary" size="icon" aria-label={names[0]} onClick={() => onStep(-1)}>
        <ChevronLeft size={20} aria-hidden="true" />
      </Button>
      <Button look="secondary" size="icon" aria-label={names[1]} onClick={() => onStep(1)} className="max-sm:order-2">
        <ChevronRight size={20} aria-hidden="true" />
      </Button>
      <Button look="secondary" aria-disabled={isNow} onClick={() => !isNow && onToday()} className="max-sm:order-3">
        Hoy
      </Button>
      <h2
        aria-live="polite"
        className="min-w-0 text-base max-sm:order-1 max-sm:basis-[calc(100%-6.5rem)] max-sm:text-center sm:mx-2 sm:text-subheading"
      >
        {title}
      </h2>
      {/* As wide before as after, so that what follows does not move. */}
      <div className="flex min-h-11 min-w-20 items-center max-sm:order-4">
        {count === undefined ? <Skeleton className="h-6 w-16" /> : <Badge>{count}</Badge>}
      </div>
      {children && <div className="flex items-center max-sm:order-5">{children}</div>}
    </div>
  );
}

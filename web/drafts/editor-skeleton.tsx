import type { ReactNode } from 'react';
import { UNFOLDED } from '#web/drafts/bar-layout.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  label: string;
  /** Leaves room for a panel beside the text. */
  wide?: boolean;
  children: ReactNode;
}

/** Header and bar of an editor that is loading. */
export function EditorSkeleton({ label, wide = false, children }: Props) {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={label}
      className={`mx-auto w-full ${wide ? 'max-w-page' : 'max-w-4xl'}`}
    >
      <div className="mb-6 flex items-start gap-3 sm:mb-8">
        <Skeleton className="size-11" />
        <div>
          <Skeleton className="mt-1 h-7 w-60 sm:mt-1.5 sm:w-96" />
          {/* The badge is below the title on a telephone. */}
          <Skeleton className="mt-1.5 h-5 w-20 sm:hidden" />
          <Skeleton className="mt-3 mb-1.5 h-4 w-52" />
        </div>
      </div>
      <div className={`@container -mx-4 mb-4 sm:-mx-2 sm:mb-6 ${UNFOLDED.place}`}>
        <div className={`grid border-line bg-surface shadow-lift ${UNFOLDED.bar}`}>
          <Skeleton className="my-1 h-4 w-56 max-w-full" />
          <Skeleton className={`my-1 h-3.5 w-40 ${UNFOLDED.line}`} />
          <Skeleton className={`my-1 h-3.5 w-32 ${UNFOLDED.status}`} />
          <div className={`flex gap-2 sm:gap-3 ${UNFOLDED.actions}`}>
            <Skeleton className="h-11 w-24 max-sm:flex-1" />
            <Skeleton className="h-11 w-52 max-sm:flex-2" />
          </div>
        </div>
      </div>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  label: string;
  /** Has something beside its text. */
  wide?: boolean;
  children: ReactNode;
}

/** Header, patient bar and save bar of an editor that is loading. */
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
      <div className="-mx-4 mb-4 px-4 py-2 short:py-1 sm:-mx-2 sm:mb-6 sm:px-2">
        <Skeleton className="mb-2 h-11.5 short:mb-1 short:h-9.5" />
        <div
          className={`${CARD_CLASS} flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 short:py-1`}
        >
          <Skeleton className="my-0.5 h-4 w-44" />
          <div className="flex gap-2 max-sm:w-full sm:gap-3">
            <Skeleton className="h-11 w-24 max-sm:flex-1" />
            <Skeleton className="h-11 w-52 max-sm:flex-2" />
          </div>
        </div>
      </div>
      {children}
    </div>
  );
}

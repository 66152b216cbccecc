import { Logo } from '#web/ui/logo.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

// Shared with the layout, so that nothing moves when it replaces the skeleton.
export const TOP_BAR_CLASS =
  'fixed inset-x-0 top-0 z-30 flex h-16 items-center justify-between gap-1 border-line border-b bg-surface px-4 sm:gap-4 sm:px-7';
export const SIDE_CLASS =
  'fixed top-16 bottom-0 left-0 w-64 overflow-y-auto border-line border-r bg-surface p-4 max-lg:hidden';
export const CONTENT_CLASS = 'min-h-dvh px-4 pt-24 pb-16 outline-none sm:px-8 lg:pl-[calc(16rem+2.5rem)] lg:pr-10';

/** The layout while the current user is loading. */
export function LayoutSkeleton() {
  return (
    <>
      <div className={TOP_BAR_CLASS}>
        <div className="flex items-center gap-1">
          <Skeleton className="-ml-2 size-11 lg:hidden" />
          <Logo />
        </div>
        <Skeleton className="h-9 w-28 sm:w-48" />
      </div>
      <div className={SIDE_CLASS}>
        <div className="space-y-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      </div>
      <main className={CONTENT_CLASS} aria-busy="true">
        <p className="sr-only">Cargando…</p>
        <div className="mx-auto max-w-page">
          <Skeleton className="h-10 w-64 max-w-full" />
          <Skeleton className="mt-2 h-6 w-80 max-w-full" />
          <div className="mt-8 grid gap-4 md:grid-cols-3">
            <Skeleton className="h-44" />
            <Skeleton className="h-44" />
            <Skeleton className="h-44" />
          </div>
          <Skeleton className="mt-6 h-52" />
        </div>
      </main>
    </>
  );
}

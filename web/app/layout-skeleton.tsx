import { CONTENT_CLASS, SIDE_CLASS, TOP_BAR_CLASS } from '#web/app/layout-frame.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The layout while it is not yet known who comes in. */
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

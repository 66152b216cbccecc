import { Skeleton } from '#web/ui/skeleton.tsx';

/** Shown while a file is downloaded, and while the module that shows it is loaded. */
export function FileSkeleton() {
  return (
    <div role="status" aria-label="Cargando el archivo">
      <Skeleton className="h-[60dvh] w-full" />
    </div>
  );
}

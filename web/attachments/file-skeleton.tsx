import { Skeleton } from '#web/ui/skeleton.tsx';

/** While a file is downloaded, and while the part of the page that shows it is. */
export function FileSkeleton() {
  return (
    <div role="status" aria-label="Cargando el archivo">
      <Skeleton className="h-[60dvh] w-full" />
    </div>
  );
}

import { EditorSkeleton } from '#web/drafts/editor-skeleton.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The editor while it is on its way. */
export function CertificateSkeleton() {
  return (
    <EditorSkeleton label="Cargando certificado">
      <Card>
        <Skeleton className="mb-5 h-11 w-52" />
        <Skeleton className="mb-2 h-4 w-16" />
        <Skeleton className="mb-5 h-11" />
        <Skeleton className="mb-2 h-4 w-24" />
        <Skeleton className="mb-7 h-75" />
      </Card>
    </EditorSkeleton>
  );
}

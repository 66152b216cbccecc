import { EditorSkeleton } from '#web/drafts/editor-skeleton.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The editor while it is on its way. */
export function ClinicalNoteSkeleton() {
  return (
    <EditorSkeleton label="Cargando nota clínica">
      <div className="space-y-4 sm:space-y-6">
        <SectionSkeleton height="h-28" />
        <SectionSkeleton height="h-28" />
        <SectionSkeleton height="h-18" />
        <SectionSkeleton height="h-28" />
      </div>
    </EditorSkeleton>
  );
}

function SectionSkeleton({ height }: { height: string }) {
  return (
    <div className={`${CARD_CLASS} p-4 sm:p-6`}>
      <Skeleton className="mt-1 mb-4 h-5 w-44" />
      <Skeleton className={height} />
    </div>
  );
}

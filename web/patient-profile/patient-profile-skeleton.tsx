import { PatientInformationSkeleton } from '#web/patients/patient-information.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimelineSkeletons } from '#web/ui/timeline-entry.tsx';

export function PatientProfileSkeleton() {
  return (
    <div role="status" aria-label="Cargando paciente" className="mx-auto w-full max-w-page">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-8">
        <div className="flex items-start gap-3">
          <Skeleton className="size-11" />
          <div>
            <Skeleton className="mt-1 h-7 w-56 sm:mt-1.5 sm:w-80" />
            <Skeleton className="mt-3 mb-1 h-4 w-48" />
          </div>
        </div>
        <div className="flex gap-3">
          <Skeleton className="h-11 w-40 sm:w-44" />
          <Skeleton className="h-11 w-40 sm:w-44" />
        </div>
      </div>
      <div className="mb-2 flex flex-wrap gap-2 *:flex-1 *:basis-full sm:gap-4 sm:*:basis-72">
        <Skeleton className="h-12 sm:h-21" />
        <Skeleton className="h-12 sm:h-21" />
      </div>
      <Skeleton className="mt-3.5 mb-5.5 h-4 w-72 sm:mb-7.5" />
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
        <div className="lg:col-start-2">
          <Card>
            <Skeleton className="mt-1 mb-5 h-5 w-36" />
            <TimelineSkeletons />
          </Card>
        </div>
        <div className="lg:col-start-1 lg:row-start-1">
          <PatientInformationSkeleton />
        </div>
      </div>
    </div>
  );
}

import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** As tall as a title and three appointments. */
export const APPOINTMENTS_CLASS = 'min-h-46';

export const AppointmentSkeletons = () => (
  <div role="status" aria-label="Cargando las citas">
    <Skeleton className="mb-2 h-4 w-24" />
    <div className="space-y-2">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  </div>
);

export const AppointmentsSkeleton = () => (
  <Card title="Citas">
    <div className={APPOINTMENTS_CLASS}>
      <AppointmentSkeletons />
    </div>
  </Card>
);

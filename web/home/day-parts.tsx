import { type ReactNode, useId } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  next: ReactNode;
  rest: ReactNode;
  drafts: ReactNode;
}

/** The parts have a fixed height, so that nothing below moves when their contents arrive. */
export const DayParts = ({ next, rest, drafts }: Props) => (
  <div className="grid gap-6 lg:grid-cols-3">
    <DayPart title="Próxima cita" height="h-72 lg:h-64">
      {next}
    </DayPart>
    <DayPart title="El resto del día" height="h-52 lg:h-64">
      {rest}
    </DayPart>
    <DayPart title="Borradores sin finalizar" height="h-52 lg:h-64">
      {drafts}
    </DayPart>
  </div>
);

function DayPart({ title, height, children }: { title: string; height: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={`flex min-w-0 flex-col ${height}`}>
      <h3 id={headingId} className="mb-2 font-semibold text-base">
        {title}
      </h3>
      <div className="min-h-0 grow">{children}</div>
    </section>
  );
}

export const NextSkeleton = () => <Skeleton className="h-full" />;

export const RowSkeletons = () => (
  <div role="status" aria-label="Cargando" className="space-y-2">
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
  </div>
);

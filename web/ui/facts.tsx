import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

export interface Fact {
  name: string;
  value: ReactNode;
}

const GRID_CLASS = 'grid gap-x-8 gap-y-4 sm:grid-cols-2';

/** What is known of something, each with its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={GRID_CLASS}>
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FactsSkeleton({ label, count }: { label: string; count: number }) {
  return (
    <div role="status" aria-label={label} className={GRID_CLASS}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, in no order
        <div key={index}>
          <Skeleton className="mt-1 h-3.5 w-24" />
          <Skeleton className="mt-2 mb-1 h-4 w-40 max-w-full" />
        </div>
      ))}
    </div>
  );
}

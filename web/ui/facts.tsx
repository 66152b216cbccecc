import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

export interface Fact {
  name: string;
  value: ReactNode;
  /** Shown when there is no value. */
  missing?: string;
  /** Takes the whole row. */
  wide?: boolean;
  /** Highlighted in red. */
  alert?: boolean;
}

const LAYOUTS = {
  columns: 'gap-x-8 gap-y-4 sm:grid-cols-2',
  /** For a card beside a wider one. */
  narrow: 'grid-cols-2 gap-x-6 gap-y-4 lg:max-xl:grid-cols-1',
  /** Under other things in four columns. */
  quarters: 'grid-cols-2 gap-x-6 gap-y-5 sm:gap-x-8 xl:grid-cols-4',
  row: 'grid-cols-2 gap-x-6 gap-y-5 sm:flex sm:flex-wrap sm:gap-x-12 sm:*:min-w-32',
} as const;
type Layout = keyof typeof LAYOUTS;

const WIDE_CLASS = 'col-span-full';

/** A description list. */
export function Facts({ facts, layout = 'columns' }: { facts: readonly Fact[]; layout?: Layout }) {
  return (
    <dl className={`grid ${LAYOUTS[layout]}`}>
      {facts.map((fact) => (
        <FactEntry key={fact.name} fact={fact} />
      ))}
    </dl>
  );
}

function FactEntry({ fact: { name, value, missing = 'Sin registro', wide, alert } }: { fact: Fact }) {
  const place = `min-w-0 ${wide ? WIDE_CLASS : ''}`;
  if (alert && value) {
    return (
      <div className={`${place} rounded-control border border-red/40 bg-red-tint p-4`}>
        <dt className="font-bold text-red text-sm">{name}</dt>
        <dd className="mt-0.5 whitespace-pre-line font-semibold">{value}</dd>
      </div>
    );
  }
  return (
    <div className={place}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">
        {value || <span className="font-normal text-muted">{missing}</span>}
      </dd>
    </div>
  );
}

interface SkeletonProps {
  count: number;
  /** The indexes of the facts that take the whole row. */
  wide?: readonly number[];
  layout?: Layout;
}

/** For a part of a page whose loading is already announced. */
export function FactSkeletons({ count, wide = [], layout = 'columns' }: SkeletonProps) {
  return (
    <div className={`grid ${LAYOUTS[layout]}`}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <div key={index} className={wide.includes(index) ? WIDE_CLASS : ''}>
          <Skeleton className="mt-1 h-3.5 w-24" />
          <Skeleton className="mt-2 mb-1 h-4 w-40 max-w-full" />
        </div>
      ))}
    </div>
  );
}

export const FactsSkeleton = ({ label, count }: { label: string; count: number }) => (
  <div role="status" aria-label={label}>
    <FactSkeletons count={count} />
  </div>
);

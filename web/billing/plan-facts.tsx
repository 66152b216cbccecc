import type { ReactNode } from 'react';

interface Fact {
  name: string;
  value: ReactNode;
  /** Too long for half a phone. */
  wide?: boolean;
}

export function PlanFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:flex sm:flex-wrap sm:gap-x-12">
      {facts.map(({ name, value, wide }) => (
        <div key={name} className={`min-w-0 sm:min-w-32 ${wide ? 'col-span-2' : ''}`}>
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

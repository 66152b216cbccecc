import { type ReactNode, useId } from 'react';

export function SummaryPart({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-1.5 text-sm">
        {title}
      </h3>
      {children}
    </section>
  );
}

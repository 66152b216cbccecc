import type { ReactNode } from 'react';

export const CARD_CLASS = 'rounded-card border border-line bg-surface shadow-lift';

/** With a title, the card is a section with a heading. */
export function Card({ title, action, children }: { title?: string; action?: ReactNode; children: ReactNode }) {
  if (!title) return <div className={`${CARD_CLASS} p-6`}>{children}</div>;
  return (
    <section className={`${CARD_CLASS} p-6`}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

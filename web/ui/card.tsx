import type { ReactNode } from 'react';

export const CARD_CLASS = 'rounded-card border border-line bg-surface shadow-lift';

/** With a title it is a section of the page, headed by it. */
export function Card({ title, children }: { title?: string; children: ReactNode }) {
  if (!title) return <div className={`${CARD_CLASS} p-6`}>{children}</div>;
  return (
    <section className={`${CARD_CLASS} p-6`}>
      <h2 className="mb-4 text-lg">{title}</h2>
      {children}
    </section>
  );
}

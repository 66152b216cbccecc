import type { ReactNode } from 'react';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';

interface Props {
  id: string;
  title: string;
  intro?: string;
  children: ReactNode;
}

export function LandingSection({ id, title, intro, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-titulo`} className={`${PUBLIC_WIDTH_CLASS} py-14 lg:py-20`}>
      <h2 id={`${id}-titulo`} className="text-heading lg:text-title">
        {title}
      </h2>
      {intro && <p className="mt-3 max-w-[62ch] text-lg text-muted">{intro}</p>}
      <div className="mt-8 lg:mt-10">{children}</div>
    </section>
  );
}

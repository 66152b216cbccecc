import type { ReactNode } from 'react';

/** The width every public page shares with its header and footer. */
export const WIDTH = 'mx-auto w-full max-w-[70rem] px-4 sm:px-6';

interface Props {
  id: string;
  title: string;
  intro?: string;
  children: ReactNode;
}

export function LandingSection({ id, title, intro, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-titulo`} className={`${WIDTH} py-14 lg:py-20`}>
      <h2 id={`${id}-titulo`} className="text-[1.75rem] leading-tight lg:text-[2rem]">
        {title}
      </h2>
      {intro && <p className="mt-3 max-w-[62ch] text-lg text-muted">{intro}</p>}
      <div className="mt-8 lg:mt-10">{children}</div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { NightSky } from '#web/ui/pictures.tsx';

interface Props {
  title: string;
  text: string;
  actions: ReactNode;
  children?: ReactNode;
}

/** Replaces a page that cannot be shown, with the reason and links to other pages. */
export function UnavailablePage({ title, text, actions, children }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col items-center px-4 py-16 text-center">
      <NightSky />
      <h1 className="mt-6 text-heading">{title}</h1>
      <p className="mt-1 max-w-md text-muted text-balance">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>
      {children && <div className="mt-8 w-full">{children}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { PATHS } from '#web/platform/paths.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/** A page with one message and its actions, outside the layout. */
export function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-4 py-4 sm:px-7">
        <Link
          to={PATHS.landing}
          aria-label="Ficha Austral, inicio"
          className="inline-flex min-h-11 items-center rounded-control"
        >
          <Logo />
        </Link>
      </header>
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="flex flex-1 flex-col items-center justify-center px-4 pb-24 text-center outline-none"
      >
        <NightSky />
        <h1 className="mt-8 text-title">{title}</h1>
        <p className="mt-2 max-w-md text-muted text-balance">{text}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
      </main>
    </div>
  );
}

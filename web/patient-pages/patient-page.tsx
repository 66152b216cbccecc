import type { ReactNode } from 'react';
import { PATHS } from '#web/platform/paths.ts';
import { ThemeSwitch } from '#web/platform/theme-switch.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';
import { TALL_TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const WIDTH_CLASS = 'mx-auto w-full max-w-xl px-4';
export const PATIENT_CARD_CLASS = 'rounded-card border border-line bg-surface p-5 shadow-lift sm:p-7';

interface Props {
  children: ReactNode;
  /** Where the person finds their rights. The script of a link replaces it with the form of its professional. */
  rights?: string;
  /** No other site may frame our pages but this one, so a link within the frame opens a tab. */
  canBeFramed?: boolean;
}

/** What the pages for patients have around their content. They are plain HTML, which a small script fills in. */
export function PatientPage({ children, rights = PATHS.rights, canBeFramed = false }: Props) {
  const linkProps = { className: TALL_TEXT_LINK_CLASS, ...(canBeFramed && { target: '_blank', rel: 'noopener' }) };
  return (
    <div className="flex min-h-dvh flex-col">
      <header className={`${WIDTH_CLASS} flex items-center justify-between py-3`}>
        <Logo />
        <ThemeSwitch />
      </header>
      <main
        id={CONTENT_ID}
        data-part="content"
        tabIndex={-1}
        className={`${WIDTH_CLASS} flex-1 pt-2 pb-10 outline-none`}
      >
        {children}
        <p data-part="announcement" role="status" className="sr-only" />
      </main>
      <footer className="border-line border-t">
        <p className={`${WIDTH_CLASS} flex flex-wrap justify-center gap-x-6 py-4 text-muted text-sm`}>
          <a href={rights} data-part="rights" {...linkProps}>
            Derechos sobre tus datos
          </a>
          <a href={PATHS.privacy} {...linkProps}>
            Política de Privacidad
          </a>
        </p>
      </footer>
    </div>
  );
}

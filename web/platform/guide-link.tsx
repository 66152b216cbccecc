import type { ReactNode } from 'react';
import { PATHS } from '#web/platform/paths.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TALL_TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Leads to the guide for new accounts, a page of the public site. */
export function GuideLink({ children = 'Ver la guía de primeros pasos' }: { children?: ReactNode }) {
  return (
    <Link to={PATHS.guide} className={TALL_TEXT_LINK_CLASS}>
      {children}
    </Link>
  );
}

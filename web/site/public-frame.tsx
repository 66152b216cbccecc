import type { ReactNode } from 'react';
import { PublicFooter, PublicHeader } from '#web/site/public-layout.tsx';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

interface Props {
  className?: string;
  children: ReactNode;
}

export function PublicFrame({ className = '', children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id={CONTENT_ID} tabIndex={-1} className={`flex-1 outline-none ${className}`}>
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}

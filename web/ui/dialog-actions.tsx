import type { ReactNode } from 'react';

/** The buttons of a dialog, which stay visible while a long form scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 z-10 -mx-6 mt-6 -mb-6 flex flex-wrap justify-end gap-2 sm:gap-3 border-line border-t bg-surface px-6 py-4">
      {children}
    </div>
  );
}

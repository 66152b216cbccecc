import { type ReactNode, useCallback, useState } from 'react';

/** Shows a dialog until it is answered. */
export type Ask = (dialogWith: (answer: (isConfirmed: boolean) => void) => ReactNode) => Promise<boolean>;

/** A place for questions. `ask` keeps its identity. */
export function useQuestion(): { ask: Ask; dialog: ReactNode } {
  const [dialog, setDialog] = useState<ReactNode>();
  const ask: Ask = useCallback(
    (dialogWith) =>
      new Promise((resolve) => {
        const answer = (isConfirmed: boolean) => {
          setDialog(undefined);
          resolve(isConfirmed);
        };
        setDialog(dialogWith(answer));
      }),
    [],
  );
  return { ask, dialog };
}

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

/** Shows a dialog until it is answered. */
export type Ask = (dialogWith: (answer: (isConfirmed: boolean) => void) => ReactNode) => Promise<boolean>;

/** A place for questions. `ask` keeps its identity. A question that is open when its place disappears is answered no. */
export function useQuestion(): { ask: Ask; dialog: ReactNode } {
  const [dialog, setDialog] = useState<ReactNode>();
  const answerOpen = useRef<(isConfirmed: boolean) => void>(undefined);
  const ask: Ask = useCallback(
    (dialogWith) =>
      new Promise((resolve) => {
        const answer = (isConfirmed: boolean) => {
          setDialog(undefined);
          resolve(isConfirmed);
        };
        answerOpen.current = answer;
        setDialog(dialogWith(answer));
      }),
    [],
  );
  // The action that asked would otherwise wait for ever, and count as under way.
  useEffect(() => () => answerOpen.current?.(false), []);
  return { ask, dialog };
}

import { type ReactNode, useCallback, useState } from 'react';
import type { Ask, Medicine } from '#web/clinical-notes/allergy-dialog.tsx';
import { loadOnce } from '#web/ui/on-demand.tsx';

/** Asks before prescriptions are added. True when none may concern a recorded allergy, or the person adds them anyway. */
export type ConfirmPrescriptions = (items: readonly Medicine[]) => Promise<boolean>;

/** Loaded on demand, with the rules: the editor must be able to ask while the server does not answer. */
export const loadAllergyQuestions = loadOnce(() => import('#web/clinical-notes/allergy-dialog.tsx'));

/** A place for these questions. `ask` keeps its identity. */
export function useAllergyQuestion(): { ask: Ask; dialog: ReactNode } {
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

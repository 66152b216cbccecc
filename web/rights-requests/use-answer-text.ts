import { useState } from 'react';
import { clearUnsavedChanges, readUnsavedChanges, storeUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';

/** The text of an answer. What was changed stays in the tab until the answer is sent or the session ends. */
export function useAnswerText(requestId: string, prepared: string) {
  const { _id: ownerId } = useCurrentUser();
  const name = `rights-answer:${requestId}`;
  const [text, setText] = useState(() => {
    const kept = readUnsavedChanges(ownerId, name)?.values;
    return typeof kept === 'string' ? kept : prepared;
  });
  const forget = () => clearUnsavedChanges(ownerId, name);
  return {
    text,
    write: (next: string) => {
      setText(next);
      if (next === prepared) forget();
      else storeUnsavedChanges(ownerId, name, { values: next, version: undefined });
    },
    forget,
  };
}

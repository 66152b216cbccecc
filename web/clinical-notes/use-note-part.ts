import { useState } from 'react';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { isNotePartOpen, type NotePart, setNotePartOpen } from '#web/platform/device-choices.ts';

/** Whether a part of the note editor is open, as this account left it in this browser. */
export function useNotePart(part: NotePart, isOpenAtFirst: boolean) {
  const { _id } = useCurrentUser();
  const [isOpen, setOpen] = useState(() => isNotePartOpen(_id, part) ?? isOpenAtFirst);
  const choose = (next: boolean) => {
    setNotePartOpen(_id, part, next);
    setOpen(next);
  };
  return { isOpen, choose };
}

import { useState } from 'react';
import { type DocumentSubject, type DocumentType, newDocumentId } from '#web/drafts/draft.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';

/**
 * The id of the document that a page shows. A new one gets its id when the page opens; its first save brings the same id
 * into the address.
 */
export function useDocumentId(type: DocumentType, subject: DocumentSubject, addressId?: string): string {
  const { _id: ownerId } = useCurrentUser();
  const address = addressId ?? `new:${subject.patientId}:${subject.appointmentId}`;
  const choose = () => ({ address, id: addressId ?? newDocumentId(ownerId, type, subject) });
  const [chosen, setChosen] = useState(choose);
  if (chosen.address === address) return chosen.id;
  const next = choose();
  setChosen(next);
  return next.id;
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { StoredDocument } from '#web/drafts/autosave.ts';
import { createDraft, type DraftCallbacks, type DraftKind, type OpenedDraft } from '#web/drafts/draft.ts';

/** Ties a form to a draft that saves itself. Kind and page are looked at once, as it opens. */
export function useDraft<Values extends FieldValues, Content, Document extends StoredDocument>(
  form: UseFormReturn<Values>,
  kind: DraftKind<Values, Content, Document>,
  ownerId: string,
  opened: OpenedDraft<Values, Document>,
  page: DraftCallbacks<Content, Document>,
) {
  const [draft] = useState(() => createDraft(kind, ownerId, opened, { ...page, values: form.getValues }));
  const state = useSyncExternalStore(draft.subscribe, draft.state);

  // Typing, the network and the closing of the tab happen outside React.
  useEffect(() => {
    draft.open();
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: draft.changed });
    addEventListener('online', draft.retry);
    addEventListener('pagehide', draft.keep);
    return () => {
      unsubscribe();
      removeEventListener('online', draft.retry);
      removeEventListener('pagehide', draft.keep);
      draft.close();
    };
  }, [draft, form]);

  return { draft, state };
}

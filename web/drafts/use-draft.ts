import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { StoredDocument } from '#web/drafts/autosave.ts';
import { createDraft, type DraftCallbacks } from '#web/drafts/create-draft.ts';
import type { DraftKind, OpenedDraft } from '#web/drafts/draft.ts';
import { onServerReturn } from '#web/platform/server-connection.ts';

/** Connects a form to its draft. Reads `kind` and `callbacks` only on the first render. */
export function useDraft<Values extends FieldValues, Content, Document extends StoredDocument>(
  form: UseFormReturn<Values>,
  kind: DraftKind<Values, Content, Document>,
  ownerId: string,
  opened: OpenedDraft<Values, Document>,
  callbacks: DraftCallbacks<Content, Document>,
) {
  const [draft] = useState(() => createDraft(kind, ownerId, opened, { ...callbacks, values: form.getValues }));
  const state = useSyncExternalStore(draft.subscribe, draft.state);

  // Changes of the form, the server, the network and the tab are events outside React.
  useEffect(() => {
    draft.open();
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: draft.changed });
    const stopRetrying = onServerReturn(draft.retry);
    addEventListener('online', draft.retry);
    addEventListener('pagehide', draft.storeChanges);
    return () => {
      unsubscribe();
      stopRetrying();
      removeEventListener('online', draft.retry);
      removeEventListener('pagehide', draft.storeChanges);
      draft.close();
    };
  }, [draft, form]);

  return { draft, state };
}

import { createAutosave, type Stored, type Work } from '#web/platform/autosave.ts';
import { forgetText, keepText, keptText } from '#web/platform/kept-text.ts';
import { randomUuid } from '#web/platform/random-uuid.ts';

const KEEPING_DELAY = 300;

/** What tells one kind of document from another. */
export interface DraftKind<Values, Content, Document extends Stored>
  extends Pick<Work<Content, Document>, 'load' | 'isOvertaken'> {
  /** Under which its unsaved text is kept; a document that is not there yet has a name too. */
  nameOf: (document?: Document) => string;
  /** As the form shows it: empty for a document that is not there yet. */
  valuesOf: (document?: Document) => Values;
  /** What this tab has kept, if it still has the shape of the form. */
  readKept: (values: unknown) => Values | undefined;
  /** What the form sends. */
  contentOf: (values: Values) => Content;
  /** Something is typed that is not yet part of what it sends. */
  hasMore: (values: Values) => boolean;
  send: (content: Content, document: Document | undefined, requestKey: string) => Promise<Document>;
}

/** What the page around it has to say and to do. */
export type DraftPage<Content, Document extends Stored> = Pick<Work<Content, Document>, 'isValid' | 'onSaved'>;

export interface OpenedDraft<Values, Document> {
  values: Values;
  document?: Document;
  requestKey: string;
  /** These are not the values of the document: they were kept when the page was left without saving. */
  isRestored: boolean;
}

/** Begins with what this person has left unsaved in this tab, or else with the document as it is stored. */
export function openDraft<Values, Content, Document extends Stored>(
  kind: DraftKind<Values, Content, Document>,
  ownerId: string,
  stored?: Document,
): OpenedDraft<Values, Document> {
  const kept = keptText(ownerId, kind.nameOf(stored));
  const requestKey = kept?.requestKey ?? randomUuid();
  const values = kept && kind.readKept(kept.values);
  const begun = kind.valuesOf(stored);
  if (!values) return { values: begun, document: stored, requestKey, isRestored: false };

  const isSame = JSON.stringify(kind.contentOf(values)) === JSON.stringify(kind.contentOf(begun));
  // With the version on which it was written: when the server has a newer one, saving meets it and asks.
  const version = isSame ? undefined : kept.version;
  return {
    values,
    document: stored && version ? { ...stored, version } : stored,
    requestKey,
    isRestored: !isSame || kind.hasMore(values),
  };
}

/** Saves itself while it is written, and keeps in this tab what is not saved yet. */
export function createDraft<Values, Content, Document extends Stored>(
  kind: DraftKind<Values, Content, Document>,
  ownerId: string,
  { document, requestKey }: OpenedDraft<Values, Document>,
  page: DraftPage<Content, Document> & { values: () => Values },
) {
  const { values } = page;
  let name = kind.nameOf(document);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;

  const autosave = createAutosave<Content, Document>(
    {
      ...kind,
      ...page,
      content: () => kind.contentOf(values()),
      contentOf: (one) => kind.contentOf(kind.valuesOf(one)),
      hasMore: () => kind.hasMore(values()),
      send: (content, one) => kind.send(content, one, requestKey),
      onSaved(saved) {
        if (kind.nameOf(saved) !== name) forgetText(ownerId, name);
        name = kind.nameOf(saved);
        page.onSaved(saved);
      },
    },
    document,
  );

  function keep(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isOpen) return;
    const version = autosave.document()?.version;
    if (autosave.isUnsaved()) keepText(ownerId, name, { values: values(), version, requestKey });
    else forgetText(ownerId, name);
  }
  const keepSoon = () => {
    timer ??= setTimeout(keep, KEEPING_DELAY);
  };
  autosave.subscribe(keepSoon);

  return {
    ...autosave,
    keep,
    changed(): void {
      autosave.touch();
      keepSoon();
    },
    open(): void {
      isOpen = true;
      autosave.open();
    },
    /** The page is left: what is unsaved stays with the tab. */
    close(): void {
      keep();
      isOpen = false;
      autosave.close();
    },
    /** What is unsaved is not wanted any more. */
    discard(): void {
      autosave.close();
      keep();
      isOpen = false;
    },
  };
}

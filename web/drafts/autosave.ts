import type { SaveState } from '#web/drafts/save-state.ts';
import { ApiError, isError, isRefusal } from '#web/platform/api-error.ts';

/** A save starts this long after the last change, */
const IDLE_DELAY = 1500;
/** and at most this long after the first unsaved change. */
const MAX_DELAY = 10_000;
const FIRST_RETRY_DELAY = 2000;
const MAX_RETRY_DELAY = 60_000;
/** Statuses of refusals that another content may avoid. */
const CONTENT_REFUSALS = [400, 413];

/** A document as the server holds it. */
export interface StoredDocument {
  _id: string;
  version: number;
  updatedAt: string;
  undecryptable?: true | undefined;
}

export interface AutosaveOptions<Content, Document extends StoredDocument> {
  /** The content that a save sends now. */
  content: () => Content;
  /** The content of a stored document, or of a new one. */
  contentOf: (document?: Document) => Content;
  /** Something is typed that is not yet part of the content. */
  hasPendingInput: () => boolean;
  isValid: (content: Content) => boolean;
  /** Updates the document; without one, creates it. */
  send: (content: Content, document?: Document) => Promise<Document>;
  load: () => Promise<Document>;
  isConflict: (error: Error) => boolean;
  onSaved: (document: Document) => void;
}

interface InitialState<Document> {
  document: Document | undefined;
  /** Contents that were sent without an answer before the page was loaded. */
  unanswered: readonly string[];
  /** Saves only on request. */
  isManual: boolean;
}

const serialize = (content: unknown): string => JSON.stringify(content);

/** An AbortError shows no message, because the user has left the page. */
const pageClosed = () => new DOMException('The page was closed', 'AbortError');

const retryDelay = (failures: number) => Math.min(FIRST_RETRY_DELAY * 2 ** (failures - 1), MAX_RETRY_DELAY);

/**
 * Saves a document while it is written: automatically once it exists, and on request. Saves never overlap. The answer of
 * the server is not written back to the form, because the server trims texts and the cursor would jump.
 */
export function createAutosave<Content, Document extends StoredDocument>(
  options: AutosaveOptions<Content, Document>,
  { document: opened, unanswered: initiallyUnanswered, isManual }: InitialState<Document>,
) {
  let document = opened;
  let savedContent = serialize(options.contentOf(opened));
  let savedAt = opened ? Date.parse(opened.updatedAt) : 0;
  let state: SaveState<Document> = opened ? { status: 'saved', at: savedAt } : { status: 'pristine' };
  let running: Promise<Error | undefined> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstUnsavedAt: number | undefined;
  let failures = 0;
  /** Contents sent without an answer since the last save. The server may hold any of them, or none. */
  const unanswered = new Set(initiallyUnanswered);
  let closed = false;
  let paused = isManual;
  const listeners = new Set<() => void>();

  const isSaving = () => running !== undefined;
  const isDirty = () => unanswered.size > 0 || serialize(options.content()) !== savedContent;

  function show(next: SaveState<Document>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function showSaved(): void {
    clearTimeout(timer);
    firstUnsavedAt = undefined;
    if (options.hasPendingInput()) show({ status: 'unsaved' });
    else show(document ? { status: 'saved', at: savedAt } : { status: 'pristine' });
  }

  function saveAfter(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(saveIfDirty, milliseconds);
  }

  function saveIfDirty(): void {
    if (closed || paused || isSaving()) return;
    if (isDirty()) void startSave();
    else showSaved();
  }

  /** In these states a change of the content does not lead to a save. */
  function isBlocked(): boolean {
    if (state.status === 'refused') {
      return !(state.error instanceof ApiError && CONTENT_REFUSALS.includes(state.error.status));
    }
    return state.status === 'failed' || state.status === 'conflict' || state.status === 'deleted';
  }

  function contentChanged(): void {
    if (closed || isBlocked()) return;
    if (!isSaving() && !isDirty()) {
      showSaved();
      return;
    }
    firstUnsavedAt ??= Date.now();
    if (isSaving()) return;
    if (state.status !== 'unsaved') show({ status: 'unsaved' });
    if (document) saveAfter(Math.min(IDLE_DELAY, firstUnsavedAt + MAX_DELAY - Date.now()));
  }

  /** Resolves to the error of a failed save. */
  function startSave(): Promise<Error | undefined> {
    clearTimeout(timer);
    firstUnsavedAt = undefined;
    running = sendContent().finally(() => {
      running = undefined;
      const hasChanged = firstUnsavedAt !== undefined;
      if (state.status === 'saved' || hasChanged) contentChanged();
    });
    return running;
  }

  async function sendContent(): Promise<Error | undefined> {
    const content = options.content();
    if (!options.isValid(content)) {
      show({ status: 'invalid' });
      return new Error('Revisa los campos marcados');
    }
    show({ status: 'saving' });
    const sent = serialize(content);
    const wasUnanswered = unanswered.has(sent);
    unanswered.add(sent);
    let reply: Document;
    try {
      reply = await options.send(content, document);
    } catch (error) {
      if (isRefusal(error) && !wasUnanswered) unanswered.delete(sent);
      return handleFailure(error as Error, sent);
    }
    acceptVersion(reply, sent, Date.now());
    return undefined;
  }

  function acceptVersion(next: Document, content: string, at: number): void {
    document = next;
    savedContent = content;
    savedAt = at;
    failures = 0;
    unanswered.clear();
    show({ status: 'saved', at });
    if (!closed) options.onSaved(next);
  }

  async function handleFailure(error: Error, sent: string): Promise<Error | undefined> {
    if (!options.isConflict(error)) return fail(error);
    let theirs: Document;
    try {
      theirs = await options.load();
    } catch (failure) {
      return fail(failure as Error);
    }
    if (closed) return error;
    const found = serialize(options.contentOf(theirs));
    const isOurs = unanswered.has(found) || found === sent || found === serialize(options.content());
    if (!isOurs) {
      show({ status: 'conflict', theirs });
      return error;
    }
    // An earlier save from here reached the server, and its answer was lost.
    acceptVersion(theirs, found, Date.parse(theirs.updatedAt));
    return isDirty() ? sendContent() : undefined;
  }

  function fail(error: Error): Error {
    if (isRefusal(error)) {
      show(isError(error, 'NOT_FOUND') ? { status: 'deleted' } : { status: 'refused', error });
      return error;
    }
    failures += 1;
    show({ status: 'failed', error });
    if (!closed) saveAfter(retryDelay(failures));
    return error;
  }

  return {
    state: () => state,
    document: () => document,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    contentChanged,
    isUnsaved: () => !closed && (isSaving() || isDirty() || options.hasPendingInput()),
    unanswered: (): string[] => [...unanswered],

    /** Saves everything written so far, after the save under way. Rejects when the save fails or the page is closed. */
    async flush(): Promise<void> {
      let joined = false;
      let failure: Error | undefined;
      while (!closed && isSaving()) {
        failure = await running;
        joined = true;
      }
      if (!closed && (!joined || failure || isDirty())) failure = await startSave();
      if (closed) throw pageClosed();
      if (failure) throw failure;
    },

    /** Stops saving, after the save under way. Resolves to true when the server may hold the document. */
    async pause(): Promise<boolean> {
      paused = true;
      while (isSaving()) await running;
      return document !== undefined || unanswered.size > 0;
    },
    resume(): void {
      paused = false;
      if (state.status === 'failed') saveIfDirty();
      else contentChanged();
    },

    retry: () => {
      if (state.status === 'failed') saveIfDirty();
    },

    /** Continues from the version of another window, and saves the content of this one on top of it. */
    rebase(theirs: Document): void {
      acceptVersion(theirs, serialize(options.contentOf(theirs)), Date.parse(theirs.updatedAt));
      saveIfDirty();
    },

    open: () => {
      closed = false;
      contentChanged();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

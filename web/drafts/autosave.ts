import type { SaveState } from '#web/drafts/save-state.ts';
import { ApiError, isError, isRefusal } from '#web/platform/api-error.ts';

/** So long after the last change, */
const IDLE = 1500;
/** and never later than this after the first one that is unsaved. */
const LATEST = 10_000;
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;
/** Refusals of what was written: written otherwise, it may pass. */
const ABOUT_THE_CONTENT = [400, 413];

/** A document as the server holds it. */
export interface StoredDocument {
  _id: string;
  version: number;
  updatedAt: string;
}

export interface AutosaveOptions<Content, Document extends StoredDocument> {
  /** What would be sent now. */
  content: () => Content;
  /** The same of a document as it is stored, or of one that is not there yet. */
  contentOf: (document?: Document) => Content;
  /** What is typed beside it and not yet part of it. */
  hasPendingInput: () => boolean;
  isValid: (content: Content) => boolean;
  /** Without a document it makes one. */
  send: (content: Content, document?: Document) => Promise<Document>;
  load: () => Promise<Document>;
  isConflict: (error: Error) => boolean;
  onSaved: (document: Document) => void;
}

const keyOf = (content: unknown): string => JSON.stringify(content);

/** Nobody is told: whoever left knows. */
const left = () => new DOMException('The page was left', 'AbortError');

const pauseAfter = (failures: number) => Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);

/**
 * Saves what is being written: one save at a time, by itself once the document exists, and when asked. What the server
 * answers is never written back: it trims, and the cursor would jump.
 */
export function createAutosave<Content, Document extends StoredDocument>(
  work: AutosaveOptions<Content, Document>,
  opened?: Document,
  lost: readonly string[] = [],
  isManual = false,
) {
  let document = opened;
  let held = keyOf(work.contentOf(opened));
  let savedAt = opened ? Date.parse(opened.updatedAt) : 0;
  let state: SaveState<Document> = opened ? { status: 'saved', at: savedAt } : { status: 'pristine' };
  let running: Promise<Error | undefined> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstUnsaved: number | undefined;
  let failures = 0;
  /** Sent without an answer since the last save: the server may have it or not. */
  const unanswered = new Set(lost);
  let closed = false;
  let paused = isManual;
  const listeners = new Set<() => void>();

  const isSaving = () => running !== undefined;
  const isDirty = () => unanswered.size > 0 || keyOf(work.content()) !== held;

  function show(next: SaveState<Document>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function settle(): void {
    clearTimeout(timer);
    firstUnsaved = undefined;
    if (work.hasPendingInput()) show({ status: 'unsaved' });
    else show(document ? { status: 'saved', at: savedAt } : { status: 'pristine' });
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(saveWhatIsNew, milliseconds);
  }

  function saveWhatIsNew(): void {
    if (closed || paused || isSaving()) return;
    if (isDirty()) void start();
    else settle();
  }

  /** More typing does not change these. */
  function isStuck(): boolean {
    if (state.status === 'refused') {
      return !(state.error instanceof ApiError && ABOUT_THE_CONTENT.includes(state.error.status));
    }
    return state.status === 'failed' || state.status === 'conflict' || state.status === 'deleted';
  }

  function touch(): void {
    if (closed || isStuck()) return;
    if (!isSaving() && !isDirty()) {
      settle();
      return;
    }
    firstUnsaved ??= Date.now();
    if (isSaving()) return;
    if (state.status !== 'unsaved') show({ status: 'unsaved' });
    if (document) wait(Math.min(IDLE, firstUnsaved + LATEST - Date.now()));
  }

  /** Gives the failure, if there was one. */
  function start(): Promise<Error | undefined> {
    clearTimeout(timer);
    firstUnsaved = undefined;
    running = sendAll().finally(() => {
      running = undefined;
      const wasTouched = firstUnsaved !== undefined;
      if (state.status === 'saved' || wasTouched) touch();
    });
    return running;
  }

  async function sendAll(): Promise<Error | undefined> {
    const content = work.content();
    if (!work.isValid(content)) {
      show({ status: 'invalid' });
      return new Error('Revisa los campos marcados');
    }
    show({ status: 'saving' });
    const sent = keyOf(content);
    const wasLost = unanswered.has(sent);
    unanswered.add(sent);
    let reply: Document;
    try {
      reply = await work.send(content, document);
    } catch (error) {
      if (isRefusal(error) && !wasLost) unanswered.delete(sent);
      return meet(error as Error, sent);
    }
    adopt(reply, sent, Date.now());
    return undefined;
  }

  function adopt(next: Document, heldNow: string, at: number): void {
    document = next;
    held = heldNow;
    savedAt = at;
    failures = 0;
    unanswered.clear();
    show({ status: 'saved', at });
    if (!closed) work.onSaved(next);
  }

  async function meet(error: Error, sent: string): Promise<Error | undefined> {
    if (!work.isConflict(error)) return fail(error);
    let theirs: Document;
    try {
      theirs = await work.load();
    } catch (failure) {
      return fail(failure as Error);
    }
    if (closed) return error;
    const found = keyOf(work.contentOf(theirs));
    const isOurs = unanswered.has(found) || found === sent || found === keyOf(work.content());
    if (!isOurs) {
      show({ status: 'conflict', theirs });
      return error;
    }
    // A save of our own whose answer was lost on the way.
    adopt(theirs, found, Date.parse(theirs.updatedAt));
    return isDirty() ? sendAll() : undefined;
  }

  function fail(error: Error): Error {
    if (isRefusal(error)) {
      show(isError(error, 'NOT_FOUND') ? { status: 'deleted' } : { status: 'refused', error });
      return error;
    }
    failures += 1;
    show({ status: 'failed', error });
    if (!closed) wait(pauseAfter(failures));
    return error;
  }

  return {
    state: () => state,
    document: () => document,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    touch,
    isUnsaved: () => !closed && (isSaving() || isDirty() || work.hasPendingInput()),
    unanswered: (): string[] => [...unanswered],

    /** All that is written up to now, after the save under way and never beside it. Once closed, nothing goes on. */
    async flush(): Promise<void> {
      let joined = false;
      let failure: Error | undefined;
      while (!closed && isSaving()) {
        failure = await running;
        joined = true;
      }
      if (!closed && (!joined || failure || isDirty())) failure = await start();
      if (closed) throw left();
      if (failure) throw failure;
    },

    /** Waits for the save under way and saves nothing more. True when the server may hold the document. */
    async pause(): Promise<boolean> {
      paused = true;
      while (isSaving()) await running;
      return document !== undefined || unanswered.size > 0;
    },
    resume(): void {
      paused = false;
      if (state.status === 'failed') saveWhatIsNew();
      else touch();
    },

    /** The network is back. */
    retry: () => {
      if (state.status === 'failed') saveWhatIsNew();
    },

    /** Writes on from what another window has made of it; saves at once what is different here. */
    rebase(theirs: Document): void {
      adopt(theirs, keyOf(work.contentOf(theirs)), Date.parse(theirs.updatedAt));
      saveWhatIsNew();
    },

    open: () => {
      closed = false;
      touch();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

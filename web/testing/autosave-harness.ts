import { vi } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { createAutosave } from '#web/drafts/autosave.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';

interface TestDocument {
  _id: string;
  text: string;
  version: number;
  updatedAt: string;
}

interface Options {
  unanswered?: string[];
  isManual?: boolean;
  isValid?: (content: string) => boolean;
}

export const apiError = (code: ErrorCode) =>
  new ApiError(ERRORS[code].status, { code, error: ERRORS[code].message }, 'La conexión');
export const networkError = () => new ApiError(0, {}, 'La conexión');
export const documentWith = (text: string, version = 1): TestDocument => {
  const updatedAt = new Date().toISOString();
  return { _id: 'd1', text, version, updatedAt };
};
export const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const isShort = (content: string) => content.length < 20;

/** An autosave of one text, with a server whose answers the test gives. */
export function openAutosave(
  document?: TestDocument,
  { unanswered = [], isManual = false, isValid = isShort }: Options = {},
) {
  let text = document?.text ?? '';
  let hasPendingInput = false;
  let stored = document;
  const answers: PromiseWithResolvers<TestDocument>[] = [];
  const send = vi.fn((_content: string, _document?: TestDocument) => {
    const answer = Promise.withResolvers<TestDocument>();
    answers.push(answer);
    return answer.promise;
  });
  const load = vi.fn(async () => stored ?? documentWith(''));
  const onSaved = vi.fn();
  const autosave = createAutosave<string, TestDocument>(
    {
      content: () => text.trim(),
      contentOf: (one) => one?.text ?? '',
      hasPendingInput: () => hasPendingInput,
      isValid,
      send,
      load,
      isConflict: (error) => isError(error, 'DRAFT_CHANGED'),
      onSaved,
    },
    { document, unanswered, isManual },
  );
  autosave.open();
  return {
    autosave,
    send,
    load,
    onSaved,
    write(next: string) {
      text = next;
      autosave.contentChanged();
    },
    setPendingInput(next: boolean) {
      hasPendingInput = next;
      autosave.contentChanged();
    },
    /** What the server answers when the document is loaded. */
    setServerDocument(next: TestDocument) {
      stored = next;
    },
    async acceptSave() {
      const [content = '', sent] = send.mock.lastCall ?? [];
      answers.at(-1)?.resolve(documentWith(content, (sent?.version ?? 0) + 1));
      await vi.advanceTimersByTimeAsync(0);
    },
    async rejectSave(error: Error) {
      answers.at(-1)?.reject(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

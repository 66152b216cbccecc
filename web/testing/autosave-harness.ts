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

export const apiError = (code: ErrorCode) =>
  new ApiError(ERRORS[code].status, { code, error: ERRORS[code].message }, 'La conexión');
export const networkError = () => new ApiError(0, {}, 'La conexión');
export const documentWith = (text: string, version = 1): TestDocument => ({
  ...{ _id: 'p1', text, version, updatedAt: new Date().toISOString() },
});
export const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A openAutosave with one page on it, and a server whose answers are given by hand. */
export function openAutosave(opened?: TestDocument, lost: string[] = [], isManual = false) {
  let text = opened?.text ?? '';
  let more = false;
  let stored = opened;
  const answers: PromiseWithResolvers<TestDocument>[] = [];
  const send = vi.fn((_content: string, _document?: TestDocument) => {
    const answer = Promise.withResolvers<TestDocument>();
    answers.push(answer);
    return answer.promise;
  });
  const load = vi.fn(async () => stored ?? documentWith(''));
  const onSaved = vi.fn();
  const isValid = vi.fn((content: string) => content.length < 20);
  const autosave = createAutosave<string, TestDocument>(
    {
      content: () => text.trim(),
      contentOf: (one) => one?.text ?? '',
      hasPendingInput: () => more,
      isValid,
      send,
      load,
      isConflict: (error) => isError(error, 'DRAFT_CHANGED'),
      onSaved,
    },
    opened,
    lost,
    isManual,
  );
  autosave.open();
  return {
    autosave,
    send,
    load,
    onSaved,
    write(next: string) {
      text = next;
      autosave.touch();
    },
    setPendingInput(is: boolean) {
      more = is;
      autosave.touch();
    },
    setServerDocument(next: TestDocument) {
      stored = next;
    },
    /** Answers the save under way as the server would. */
    async acceptSave() {
      const [content = '', document] = send.mock.lastCall ?? [];
      answers.at(-1)?.resolve(documentWith(content, (document?.version ?? 0) + 1));
      await vi.advanceTimersByTimeAsync(0);
    },
    async rejectSave(error: Error) {
      answers.at(-1)?.reject(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

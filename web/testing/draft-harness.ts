import { vi } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { createAutosave } from '#web/drafts/autosave.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';

interface Page {
  _id: string;
  text: string;
  version: number;
  updatedAt: string;
}

export const refusal = (code: ErrorCode) =>
  new ApiError(ERRORS[code].status, { code, error: ERRORS[code].message }, 'La conexión');
export const silence = () => new ApiError(0, {}, 'La conexión');
export const page = (text: string, version = 1): Page => ({
  ...{ _id: 'p1', text, version, updatedAt: new Date().toISOString() },
});
export const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A desk with one page on it, and a server whose answers are given by hand. */
export function desk(opened?: Page, lost: string[] = [], isManual = false) {
  let text = opened?.text ?? '';
  let more = false;
  let stored = opened;
  const answers: PromiseWithResolvers<Page>[] = [];
  const send = vi.fn((_content: string, _document?: Page) => {
    const answer = Promise.withResolvers<Page>();
    answers.push(answer);
    return answer.promise;
  });
  const load = vi.fn(async () => stored ?? page(''));
  const onSaved = vi.fn();
  const isValid = vi.fn((content: string) => content.length < 20);
  const autosave = createAutosave<string, Page>(
    {
      content: () => text.trim(),
      contentOf: (one) => one?.text ?? '',
      hasMore: () => more,
      isValid,
      send,
      load,
      isOvertaken: (error) => isError(error, 'DRAFT_CHANGED'),
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
    writeBeside(is: boolean) {
      more = is;
      autosave.touch();
    },
    otherWindow(next: Page) {
      stored = next;
    },
    /** Answers the save under way as the server would. */
    async accept() {
      const [content = '', document] = send.mock.lastCall ?? [];
      answers.at(-1)?.resolve(page(content, (document?.version ?? 0) + 1));
      await vi.advanceTimersByTimeAsync(0);
    },
    async refuse(error: Error) {
      answers.at(-1)?.reject(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiError, documentWith, networkError, openAutosave, wait } from '#web/testing/autosave-harness.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-07-15T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('saves 1.5 seconds after the last change, with the version that was read', async () => {
  const { autosave, write, send, acceptSave } = openAutosave(documentWith('a', 7));
  write('ab');
  await wait(1000);
  write('abc');
  await wait(1400);
  expect(autosave.state()).toEqual({ status: 'unsaved' });
  expect(send).not.toHaveBeenCalled();
  await wait(100);
  expect(send.mock.calls).toEqual([['abc', expect.objectContaining({ version: 7 })]]);
  expect(autosave.state()).toEqual({ status: 'saving' });
  await acceptSave();
  expect(autosave.state()).toEqual({ status: 'saved', at: Date.now() });
  expect(autosave.isUnsaved()).toBe(false);

  write('abcd');
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('abcd', expect.objectContaining({ version: 8 }));
});

test('saves after ten seconds when the typing never stops', async () => {
  const { write, send } = openAutosave(documentWith(''));
  for (let letters = 1; letters <= 10; letters += 1) {
    write('a'.repeat(letters));
    await wait(1000);
  }
  expect(send).toHaveBeenCalledExactlyOnceWith('aaaaaaaaaa', expect.anything());
});

test('never runs two saves at once: changes during a save lead to one more save after it', async () => {
  const { autosave, write, send, acceptSave } = openAutosave(documentWith(''));
  write('a');
  await wait(1500);
  write('ab');
  write('abc');
  await wait(5000);
  expect(send).toHaveBeenCalledTimes(1);
  await acceptSave();
  expect(autosave.state()).toEqual({ status: 'unsaved' });
  await wait(1500);
  await acceptSave();
  expect(send.mock.calls.map(([content]) => content)).toEqual(['a', 'abc']);
  expect(autosave.state().status).toBe('saved');
});

test('does not send text that was typed and taken back, or only spaces', async () => {
  const { autosave, write, send } = openAutosave(documentWith('a'));
  write('ab');
  write('a ');
  expect(autosave.state().status).toBe('saved');
  await wait(60_000);
  expect(send).not.toHaveBeenCalled();
});

test('does not save a new document automatically before its first save', async () => {
  const { autosave, write, send, acceptSave, onSaved } = openAutosave();
  expect(autosave.state()).toEqual({ status: 'pristine' });
  write('a');
  await wait(60_000);
  expect(send).not.toHaveBeenCalled();
  const saving = autosave.flush();
  expect(send).toHaveBeenCalledExactlyOnceWith('a', undefined);
  write('ab');
  await acceptSave();
  await saving;
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ version: 1 }));
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('ab', expect.objectContaining({ version: 1 }));
});

test('a manual save waits for the automatic one and sends only what has changed since', async () => {
  const { autosave, write, send, acceptSave } = openAutosave(documentWith(''));
  write('a');
  await wait(1500);
  const unchanged = autosave.flush();
  await acceptSave();
  await unchanged;
  expect(send).toHaveBeenCalledTimes(1);

  write('ab');
  await wait(1500);
  write('abc');
  const twice = Promise.all([autosave.flush(), autosave.flush()]);
  await acceptSave();
  expect(send).toHaveBeenCalledTimes(3);
  await acceptSave();
  await twice;
  await wait(60_000);
  expect(send.mock.calls.map(([content]) => content)).toEqual(['a', 'ab', 'abc']);
});

test('two requests at once are one save; a request without a change is still a save', async () => {
  const { autosave, send, acceptSave } = openAutosave(documentWith('a'));
  const doubleClick = Promise.all([autosave.flush(), autosave.flush()]);
  await acceptSave();
  await doubleClick;
  expect(send).toHaveBeenCalledTimes(1);
});

test('retries network and server errors with growing delays, which typing does not shorten', async () => {
  const { autosave, write, send, rejectSave, acceptSave } = openAutosave(documentWith(''));
  write('a');
  await wait(1500);
  for (const [pause, error] of [
    [2000, networkError()],
    [4000, apiError('UNEXPECTED')],
    [8000, apiError('TOO_MANY_TRIES')],
  ] as const) {
    await rejectSave(error);
    expect(autosave.state()).toEqual({ status: 'failed', error });
    const sent = send.mock.calls.length;
    write(`a${pause}`);
    await wait(pause - 1);
    expect(send).toHaveBeenCalledTimes(sent);
    await wait(1);
    expect(send).toHaveBeenCalledTimes(sent + 1);
  }
  await acceptSave();
  expect(autosave.state().status).toBe('saved');
});

test('retries at once when the network is back', async () => {
  const { autosave, write, send, rejectSave } = openAutosave(documentWith(''));
  write('a');
  await wait(1500);
  await rejectSave(networkError());
  autosave.retry();
  expect(send).toHaveBeenCalledTimes(2);
});

test('a failed manual save rejects with its error, and the creation is retried too', async () => {
  const { autosave, write, send, rejectSave } = openAutosave();
  write('a');
  const error = networkError();
  const saving = expect(autosave.flush()).rejects.toBe(error);
  await rejectSave(error);
  await saving;
  await wait(2000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('does not retry by itself when the plan ended, the document was deleted or the session ended', async () => {
  const states = { CLINICAL_LIMIT: 'refused', NOT_FOUND: 'deleted', NOT_SIGNED_IN: 'refused' } as const;
  for (const code of ['CLINICAL_LIMIT', 'NOT_FOUND', 'NOT_SIGNED_IN'] as const) {
    const { autosave, write, send, rejectSave } = openAutosave(documentWith(''));
    write('a');
    await wait(1500);
    await rejectSave(apiError(code));
    write('ab');
    await wait(60_000);
    expect(send, code).toHaveBeenCalledTimes(1);
    expect(autosave.state().status).toBe(states[code]);
    expect(autosave.isUnsaved()).toBe(true);
    void autosave.flush();
    expect(send).toHaveBeenCalledTimes(2);
  }
});

test('sends again when the refused content has changed', async () => {
  const { write, send, rejectSave } = openAutosave(documentWith(''));
  write('a');
  await wait(1500);
  await rejectSave(apiError('INVALID_INPUT'));
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  write('ab');
  await wait(1500);
  expect(send).toHaveBeenCalledTimes(2);
});

test('does not send invalid content until it is valid', async () => {
  const { autosave, write, send } = openAutosave(documentWith(''));
  write('a'.repeat(20));
  await wait(60_000);
  expect(autosave.state()).toEqual({ status: 'invalid' });
  await expect(autosave.flush()).rejects.toThrow('Revisa los campos marcados');
  expect(send).not.toHaveBeenCalled();
  write('a');
  await wait(1500);
  expect(send).toHaveBeenCalledTimes(1);
});

test('stops on a conflict, and continues from the chosen version', async () => {
  const { autosave, write, send, rejectSave, acceptSave, setServerDocument } = openAutosave(documentWith('a', 3));
  const theirs = documentWith('otra', 5);
  setServerDocument(theirs);
  write('mía');
  await wait(1500);
  await rejectSave(apiError('DRAFT_CHANGED'));
  expect(autosave.state()).toEqual({ status: 'conflict', theirs });
  write('mía y más');
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);

  autosave.rebase(theirs);
  expect(send).toHaveBeenLastCalledWith('mía y más', theirs);
  await acceptSave();
  expect(autosave.state().status).toBe('saved');

  write('otra');
  autosave.rebase(theirs);
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(2);
  expect(autosave.isUnsaved()).toBe(false);
});

test('input that is not part of the content counts as unsaved and is not sent', async () => {
  const { autosave, setPendingInput, send } = openAutosave(documentWith('a'));
  setPendingInput(true);
  await wait(60_000);
  expect(autosave.state()).toEqual({ status: 'unsaved' });
  expect(autosave.isUnsaved()).toBe(true);
  expect(send).not.toHaveBeenCalled();
  setPendingInput(false);
  expect(autosave.state().status).toBe('saved');
});

test('saves nothing after it is closed, and has nothing unsaved', async () => {
  const { autosave, write, send, onSaved, acceptSave } = openAutosave(documentWith(''));
  write('a');
  await wait(1500);
  write('ab');
  autosave.close();
  await acceptSave();
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  expect(onSaved).not.toHaveBeenCalled();
  expect(autosave.isUnsaved()).toBe(false);
});

test('flush rejects when the page is closed during a save', async () => {
  const { autosave, write, send, acceptSave } = openAutosave(documentWith(''));
  write('a');
  await wait(1500);
  write('ab');
  const joined = expect(autosave.flush()).rejects.toMatchObject({ name: 'AbortError' });
  autosave.close();
  await acceptSave();
  await joined;
  expect(send).toHaveBeenCalledTimes(1);
  await expect(autosave.flush()).rejects.toMatchObject({ name: 'AbortError' });

  const own = openAutosave(documentWith(''));
  own.write('a');
  const started = expect(own.autosave.flush()).rejects.toMatchObject({ name: 'AbortError' });
  own.autosave.close();
  await own.acceptSave();
  await started;
});

test('sends nothing when the page is closed while the other version is loaded', async () => {
  const { autosave, write, send, load, rejectSave } = openAutosave(documentWith('a', 3));
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof documentWith>>();
  load.mockReturnValueOnce(promise);
  write('ab');
  await wait(1500);
  write('abc');
  await rejectSave(apiError('DRAFT_CHANGED'));
  autosave.close();
  resolve(documentWith('ab', 4));
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('pause waits for the save under way, and nothing is saved until resume', async () => {
  const { autosave, write, send, acceptSave } = openAutosave();
  write('a');
  const saving = autosave.flush();
  const paused = autosave.pause();
  write('ab');
  await acceptSave();
  await saving;
  expect(await paused).toBe(true);
  expect(autosave.document()).toMatchObject({ _id: 'd1', version: 1 });
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  autosave.resume();
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('ab', expect.objectContaining({ version: 1 }));
});

test('pause resolves to false when nothing was sent', async () => {
  const { autosave, write, send } = openAutosave();
  write('a');
  expect(await autosave.pause()).toBe(false);
  expect(send).not.toHaveBeenCalled();
});

test('a manual autosave does not retry by itself', async () => {
  const { autosave, write, send, rejectSave } = openAutosave(undefined, { isManual: true });
  write('a');
  const saving = autosave.flush().catch(() => {});
  await rejectSave(networkError());
  await saving;
  write('ab');
  autosave.retry();
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  void autosave.flush();
  expect(send).toHaveBeenLastCalledWith('ab', undefined);
});

test('an error of the page after a save is not a failure of the save', async () => {
  const { autosave, write, send, onSaved, acceptSave } = openAutosave();
  onSaved.mockImplementation(() => {
    throw new Error('The page is broken');
  });
  write('a');
  const saving = expect(autosave.flush()).rejects.toThrow('The page is broken');
  await acceptSave();
  await saving;
  expect(autosave.state().status).toBe('saved');
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiError, documentWith, networkError, openAutosave, wait } from '#web/testing/autosave-harness.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-07-15T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('what is written saves itself a moment after the last change, with the version that was read', async () => {
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

test('somebody who never stops typing is saved after ten seconds all the same', async () => {
  const { write, send } = openAutosave(documentWith(''));
  for (let letters = 1; letters <= 10; letters += 1) {
    write('a'.repeat(letters));
    await wait(1000);
  }
  expect(send).toHaveBeenCalledExactlyOnceWith('aaaaaaaaaa', expect.anything());
});

test('what changes during a save leads to one more after it, and never to two at once', async () => {
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

test('what was typed and taken back, or only spaced, is not sent', async () => {
  const { autosave, write, send } = openAutosave(documentWith('a'));
  write('ab');
  write('a ');
  expect(autosave.state().status).toBe('saved');
  await wait(60_000);
  expect(send).not.toHaveBeenCalled();
});

test('what is not there yet does not save itself; saved once, it does', async () => {
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

test('asked for during a save by itself, the manual one waits and sends only what is left', async () => {
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

test('asked for twice at once, it is sent once; asked for without a change, it is sent all the same', async () => {
  const { autosave, send, acceptSave } = openAutosave(documentWith('a'));
  const doubleClick = Promise.all([autosave.flush(), autosave.flush()]);
  await acceptSave();
  await doubleClick;
  expect(send).toHaveBeenCalledTimes(1);
});

test('networkError and breakdown are tried again, with growing pauses, and typing does not hurry them', async () => {
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

test('when the network is back it does not wait any longer', async () => {
  const { autosave, write, send, rejectSave } = openAutosave(documentWith(''));
  write('a');
  await wait(1500);
  await rejectSave(networkError());
  autosave.retry();
  expect(send).toHaveBeenCalledTimes(2);
});

test('a manual save that fails says why, and a first one is tried again too', async () => {
  const { autosave, write, send, rejectSave } = openAutosave();
  write('a');
  const error = networkError();
  const saving = expect(autosave.flush()).rejects.toBe(error);
  await rejectSave(error);
  await saving;
  await wait(2000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('a plan that ended or a document that is gone is not asked again by itself, but when somebody asks', async () => {
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

test('what was refused for what it says is sent again once it says something else', async () => {
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

test('what cannot be sent as it stands waits until it can', async () => {
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

test('overtaken by another window it stops, and goes on from the version that was chosen', async () => {
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

test('what is typed beside the document counts as unsaved and is not sent', async () => {
  const { autosave, setPendingInput, send } = openAutosave(documentWith('a'));
  setPendingInput(true);
  await wait(60_000);
  expect(autosave.state()).toEqual({ status: 'unsaved' });
  expect(autosave.isUnsaved()).toBe(true);
  expect(send).not.toHaveBeenCalled();
  setPendingInput(false);
  expect(autosave.state().status).toBe('saved');
});

test('closed, it saves nothing more and has nothing to lose', async () => {
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

test('whoever leaves while all is being saved does not go on to what should follow', async () => {
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

test('whoever leaves while another version is fetched sends nothing more', async () => {
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

test('paused, it waits for the save under way, tells what there is, and saves no more until it goes on', async () => {
  const { autosave, write, send, acceptSave } = openAutosave();
  write('a');
  const saving = autosave.flush();
  const paused = autosave.pause();
  write('ab');
  await acceptSave();
  await saving;
  expect(await paused).toBe(true);
  expect(autosave.document()).toMatchObject({ _id: 'p1', version: 1 });
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  autosave.resume();
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('ab', expect.objectContaining({ version: 1 }));
});

test('paused before anything was sent, there is nothing', async () => {
  const { autosave, write, send } = openAutosave();
  write('a');
  expect(await autosave.pause()).toBe(false);
  expect(send).not.toHaveBeenCalled();
});

test('saved on request only, it is not tried again by itself', async () => {
  const { autosave, write, send, rejectSave } = openAutosave(undefined, [], true);
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

test('what goes wrong in the page after a save is no failure of the save', async () => {
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

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiError, documentWith, networkError, openAutosave, wait } from '#web/testing/autosave-harness.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-07-15T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('a save whose answer was lost is no other window', async () => {
  const { autosave, write, send, rejectSave, acceptSave, setServerDocument } = openAutosave(documentWith('a', 3));
  write('ab');
  await wait(1500);
  setServerDocument(documentWith('ab', 4));
  await rejectSave(networkError());
  write('abc');
  await wait(2000);
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 3 }));
  await rejectSave(apiError('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 4 }));
  await acceptSave();
  expect(autosave.state().status).toBe('saved');

  setServerDocument(documentWith('ab', 6));
  write('abcd');
  await wait(1500);
  await rejectSave(apiError('DRAFT_CHANGED'));
  expect(autosave.state().status).toBe('conflict');
});

test('what is taken back after its answer was lost is saved again: the server may have it', async () => {
  const { autosave, write, send, rejectSave, acceptSave, setServerDocument } = openAutosave(documentWith('a', 3));
  write('ab');
  await wait(1500);
  setServerDocument(documentWith('ab', 4));
  await rejectSave(networkError());
  write('a');
  expect(autosave.isUnsaved()).toBe(true);
  await wait(2000);
  expect(send).toHaveBeenLastCalledWith('a', expect.objectContaining({ version: 3 }));
  await rejectSave(apiError('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('a', expect.objectContaining({ version: 4 }));
  await acceptSave();
  expect(autosave.state().status).toBe('saved');
  expect(autosave.isUnsaved()).toBe(false);
});

test('what the server refused it does not have: taken back, there is nothing to save', async () => {
  const { autosave, write, send, rejectSave } = openAutosave(documentWith('a'));
  write('ab');
  await wait(1500);
  await rejectSave(apiError('INVALID_INPUT'));
  write('a');
  expect(autosave.state().status).toBe('saved');
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('refused after it was lost, it is still not known', async () => {
  const { autosave, write, rejectSave } = openAutosave(documentWith('a'));
  write('ab');
  await wait(1500);
  await rejectSave(networkError());
  await wait(2000);
  await rejectSave(apiError('CLINICAL_LIMIT'));
  write('a');
  expect(autosave.isUnsaved()).toBe(true);
});

test('what was sent before the page was loaded again is no other window', async () => {
  const { autosave, write, send, rejectSave, acceptSave, setServerDocument } = openAutosave(documentWith('a', 3), [
    JSON.stringify('ab'),
  ]);
  setServerDocument(documentWith('ab', 4));
  write('abc');
  await wait(1500);
  await rejectSave(apiError('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 4 }));
  await acceptSave();
  expect(autosave.state().status).toBe('saved');
});

test('a new one that was made by a lost try and changed since is met like any other that was overtaken', async () => {
  const { autosave, write, load, send, rejectSave, acceptSave, setServerDocument } = openAutosave();
  const theirs = documentWith('otra', 5);
  setServerDocument(theirs);
  write('mía');
  const saving = autosave.flush().catch((error) => error);
  const changed = apiError('DRAFT_CHANGED');
  await rejectSave(changed);
  expect(await saving).toBe(changed);
  expect(load).toHaveBeenCalledTimes(1);
  expect(autosave.state()).toEqual({ status: 'conflict', theirs });
  autosave.rebase(theirs);
  expect(send).toHaveBeenLastCalledWith('mía', theirs);
  await acceptSave();
  expect(autosave.state().status).toBe('saved');
});

test('paused after a lost first save, it says that the server may have it; going on tries again', async () => {
  const { autosave, write, send, rejectSave } = openAutosave();
  write('a');
  const saving = autosave.flush().catch(() => {});
  await rejectSave(networkError());
  await saving;
  write('');
  expect(await autosave.pause()).toBe(true);
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  autosave.resume();
  expect(send).toHaveBeenCalledTimes(2);
});

test('a new one that is changed after its answer was lost is updated, not made twice', async () => {
  const { autosave, write, send, rejectSave, acceptSave, setServerDocument } = openAutosave();
  write('a');
  const saving = autosave.flush().catch(() => {});
  await rejectSave(networkError());
  await saving;
  setServerDocument(documentWith('a', 1));
  write('ab');
  const again = autosave.flush();
  await rejectSave(apiError('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('ab', expect.objectContaining({ version: 1 }));
  await acceptSave();
  await again;
  expect(autosave.state().status).toBe('saved');
});

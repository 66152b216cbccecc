import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiError, documentWith, networkError, openAutosave, wait } from '#web/testing/autosave-harness.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-07-15T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('a version that comes from a save without an answer is not a conflict', async () => {
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

test('saves again when the text is taken back after a lost answer, because the server may hold it', async () => {
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

test('a refused content is not on the server: there is nothing to save when it is taken back', async () => {
  const { autosave, write, send, rejectSave } = openAutosave(documentWith('a'));
  write('ab');
  await wait(1500);
  await rejectSave(apiError('INVALID_INPUT'));
  write('a');
  expect(autosave.state().status).toBe('saved');
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('a content that is refused after a lost answer may still be on the server', async () => {
  const { autosave, write, rejectSave } = openAutosave(documentWith('a'));
  write('ab');
  await wait(1500);
  await rejectSave(networkError());
  await wait(2000);
  await rejectSave(apiError('CLINICAL_LIMIT'));
  write('a');
  expect(autosave.isUnsaved()).toBe(true);
});

test('a content that was sent before a reload is not a conflict', async () => {
  const { autosave, write, send, rejectSave, acceptSave, setServerDocument } = openAutosave(documentWith('a', 3), {
    unanswered: [JSON.stringify('ab')],
  });
  setServerDocument(documentWith('ab', 4));
  write('abc');
  await wait(1500);
  await rejectSave(apiError('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 4 }));
  await acceptSave();
  expect(autosave.state().status).toBe('saved');
});

test('a new document that was created by a lost request and changed elsewhere is a conflict', async () => {
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

test('pause after a lost creation resolves to true, because the server may hold the document; resume retries', async () => {
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

test('a new document that is changed after a lost answer is updated, not created twice', async () => {
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

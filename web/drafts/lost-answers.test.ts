import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { desk, page, refusal, silence, wait } from '#web/testing/draft-harness.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-07-15T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('a save whose answer was lost is no other window', async () => {
  const { autosave, write, send, refuse, accept, otherWindow } = desk(page('a', 3));
  write('ab');
  await wait(1500);
  otherWindow(page('ab', 4));
  await refuse(silence());
  write('abc');
  await wait(2000);
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 3 }));
  await refuse(refusal('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 4 }));
  await accept();
  expect(autosave.state().is).toBe('saved');

  otherWindow(page('ab', 6));
  write('abcd');
  await wait(1500);
  await refuse(refusal('DRAFT_CHANGED'));
  expect(autosave.state().is).toBe('overtaken');
});

test('what is taken back after its answer was lost is saved again: the server may have it', async () => {
  const { autosave, write, send, refuse, accept, otherWindow } = desk(page('a', 3));
  write('ab');
  await wait(1500);
  otherWindow(page('ab', 4));
  await refuse(silence());
  write('a');
  expect(autosave.isUnsaved()).toBe(true);
  await wait(2000);
  expect(send).toHaveBeenLastCalledWith('a', expect.objectContaining({ version: 3 }));
  await refuse(refusal('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('a', expect.objectContaining({ version: 4 }));
  await accept();
  expect(autosave.state().is).toBe('saved');
  expect(autosave.isUnsaved()).toBe(false);
});

test('what the server refused it does not have: taken back, there is nothing to save', async () => {
  const { autosave, write, send, refuse } = desk(page('a'));
  write('ab');
  await wait(1500);
  await refuse(refusal('INVALID_INPUT'));
  write('a');
  expect(autosave.state().is).toBe('saved');
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('refused after it was lost, it is still not known', async () => {
  const { autosave, write, refuse } = desk(page('a'));
  write('ab');
  await wait(1500);
  await refuse(silence());
  await wait(2000);
  await refuse(refusal('CLINICAL_LIMIT'));
  write('a');
  expect(autosave.isUnsaved()).toBe(true);
});

test('what was sent before the page was loaded again is no other window', async () => {
  const { autosave, write, send, refuse, accept, otherWindow } = desk(page('a', 3), [JSON.stringify('ab')]);
  otherWindow(page('ab', 4));
  write('abc');
  await wait(1500);
  await refuse(refusal('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 4 }));
  await accept();
  expect(autosave.state().is).toBe('saved');
});

test('a new one that was made by a lost try and changed since is met like any other that was overtaken', async () => {
  const { autosave, write, load, send, refuse, accept, otherWindow } = desk();
  const theirs = page('otra', 5);
  otherWindow(theirs);
  write('mía');
  const saving = autosave.flush().catch((error) => error);
  const changed = refusal('DRAFT_CHANGED');
  await refuse(changed);
  expect(await saving).toBe(changed);
  expect(load).toHaveBeenCalledTimes(1);
  expect(autosave.state()).toEqual({ is: 'overtaken', theirs });
  autosave.rebase(theirs);
  expect(send).toHaveBeenLastCalledWith('mía', theirs);
  await accept();
  expect(autosave.state().is).toBe('saved');
});

test('halted after a lost first save, it says that the server may have it; going on tries again', async () => {
  const { autosave, write, send, refuse } = desk();
  write('a');
  const saving = autosave.flush().catch(() => {});
  await refuse(silence());
  await saving;
  write('');
  expect(await autosave.halt()).toBe(true);
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  autosave.resume();
  expect(send).toHaveBeenCalledTimes(2);
});

test('a new one that is changed after its answer was lost is updated, not made twice', async () => {
  const { autosave, write, send, refuse, accept, otherWindow } = desk();
  write('a');
  const saving = autosave.flush().catch(() => {});
  await refuse(silence());
  await saving;
  otherWindow(page('a', 1));
  write('ab');
  const again = autosave.flush();
  await refuse(refusal('DRAFT_CHANGED'));
  expect(send).toHaveBeenLastCalledWith('ab', expect.objectContaining({ version: 1 }));
  await accept();
  await again;
  expect(autosave.state().is).toBe('saved');
});

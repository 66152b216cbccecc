import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { desk, page, refusal, silence, wait } from '#web/testing/draft-harness.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-07-15T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('what is written saves itself a moment after the last change, with the version that was read', async () => {
  const { autosave, write, send, accept } = desk(page('a', 7));
  write('ab');
  await wait(1000);
  write('abc');
  await wait(1400);
  expect(autosave.state()).toEqual({ is: 'unsaved' });
  expect(send).not.toHaveBeenCalled();
  await wait(100);
  expect(send.mock.calls).toEqual([['abc', expect.objectContaining({ version: 7 })]]);
  expect(autosave.state()).toEqual({ is: 'saving' });
  await accept();
  expect(autosave.state()).toEqual({ is: 'saved', at: Date.now() });
  expect(autosave.isUnsaved()).toBe(false);

  write('abcd');
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('abcd', expect.objectContaining({ version: 8 }));
});

test('somebody who never stops typing is saved after ten seconds all the same', async () => {
  const { write, send } = desk(page(''));
  for (let letters = 1; letters <= 10; letters += 1) {
    write('a'.repeat(letters));
    await wait(1000);
  }
  expect(send).toHaveBeenCalledExactlyOnceWith('aaaaaaaaaa', expect.anything());
});

test('what changes during a save leads to one more after it, and never to two at once', async () => {
  const { autosave, write, send, accept } = desk(page(''));
  write('a');
  await wait(1500);
  write('ab');
  write('abc');
  await wait(5000);
  expect(send).toHaveBeenCalledTimes(1);
  await accept();
  expect(autosave.state()).toEqual({ is: 'unsaved' });
  await wait(1500);
  await accept();
  expect(send.mock.calls.map(([content]) => content)).toEqual(['a', 'abc']);
  expect(autosave.state().is).toBe('saved');
});

test('what was typed and taken back, or only spaced, is not sent', async () => {
  const { autosave, write, send } = desk(page('a'));
  write('ab');
  write('a ');
  expect(autosave.state().is).toBe('saved');
  await wait(60_000);
  expect(send).not.toHaveBeenCalled();
});

test('what is not there yet does not save itself; saved once, it does', async () => {
  const { autosave, write, send, accept, onSaved } = desk();
  expect(autosave.state()).toEqual({ is: 'untouched' });
  write('a');
  await wait(60_000);
  expect(send).not.toHaveBeenCalled();
  const saving = autosave.flush();
  expect(send).toHaveBeenCalledExactlyOnceWith('a', undefined);
  write('ab');
  await accept();
  await saving;
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ version: 1 }));
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('ab', expect.objectContaining({ version: 1 }));
});

test('asked for during a save by itself, the manual one waits and sends only what is left', async () => {
  const { autosave, write, send, accept } = desk(page(''));
  write('a');
  await wait(1500);
  const unchanged = autosave.flush();
  await accept();
  await unchanged;
  expect(send).toHaveBeenCalledTimes(1);

  write('ab');
  await wait(1500);
  write('abc');
  const twice = Promise.all([autosave.flush(), autosave.flush()]);
  await accept();
  expect(send).toHaveBeenCalledTimes(3);
  await accept();
  await twice;
  await wait(60_000);
  expect(send.mock.calls.map(([content]) => content)).toEqual(['a', 'ab', 'abc']);
});

test('asked for twice at once, it is sent once; asked for without a change, it is sent all the same', async () => {
  const { autosave, send, accept } = desk(page('a'));
  const doubleClick = Promise.all([autosave.flush(), autosave.flush()]);
  await accept();
  await doubleClick;
  expect(send).toHaveBeenCalledTimes(1);
});

test('silence and breakdown are tried again, with growing pauses, and typing does not hurry them', async () => {
  const { autosave, write, send, refuse, accept } = desk(page(''));
  write('a');
  await wait(1500);
  for (const [pause, error] of [
    [2000, silence()],
    [4000, refusal('UNEXPECTED')],
    [8000, refusal('TOO_MANY_TRIES')],
  ] as const) {
    await refuse(error);
    expect(autosave.state()).toEqual({ is: 'failed', error });
    const sent = send.mock.calls.length;
    write(`a${pause}`);
    await wait(pause - 1);
    expect(send).toHaveBeenCalledTimes(sent);
    await wait(1);
    expect(send).toHaveBeenCalledTimes(sent + 1);
  }
  await accept();
  expect(autosave.state().is).toBe('saved');
});

test('when the network is back it does not wait any longer', async () => {
  const { autosave, write, send, refuse } = desk(page(''));
  write('a');
  await wait(1500);
  await refuse(silence());
  autosave.retry();
  expect(send).toHaveBeenCalledTimes(2);
});

test('a manual save that fails says why, and a first one is tried again too', async () => {
  const { autosave, write, send, refuse } = desk();
  write('a');
  const error = silence();
  const saving = expect(autosave.flush()).rejects.toBe(error);
  await refuse(error);
  await saving;
  await wait(2000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('a plan that ended or a document that is gone is not asked again by itself, but when somebody asks', async () => {
  const states = { CLINICAL_LIMIT: 'refused', NOT_FOUND: 'gone', NOT_SIGNED_IN: 'refused' } as const;
  for (const code of ['CLINICAL_LIMIT', 'NOT_FOUND', 'NOT_SIGNED_IN'] as const) {
    const { autosave, write, send, refuse } = desk(page(''));
    write('a');
    await wait(1500);
    await refuse(refusal(code));
    write('ab');
    await wait(60_000);
    expect(send, code).toHaveBeenCalledTimes(1);
    expect(autosave.state().is).toBe(states[code]);
    expect(autosave.isUnsaved()).toBe(true);
    void autosave.flush();
    expect(send).toHaveBeenCalledTimes(2);
  }
});

test('what was refused for what it says is sent again once it says something else', async () => {
  const { write, send, refuse } = desk(page(''));
  write('a');
  await wait(1500);
  await refuse(refusal('INVALID_INPUT'));
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  write('ab');
  await wait(1500);
  expect(send).toHaveBeenCalledTimes(2);
});

test('what cannot be sent as it stands waits until it can', async () => {
  const { autosave, write, send } = desk(page(''));
  write('a'.repeat(20));
  await wait(60_000);
  expect(autosave.state()).toEqual({ is: 'invalid' });
  await expect(autosave.flush()).rejects.toThrow('Revisa los campos marcados');
  expect(send).not.toHaveBeenCalled();
  write('a');
  await wait(1500);
  expect(send).toHaveBeenCalledTimes(1);
});

test('overtaken by another window it stops, and goes on from the version that was chosen', async () => {
  const { autosave, write, send, refuse, accept, otherWindow } = desk(page('a', 3));
  const theirs = page('otra', 5);
  otherWindow(theirs);
  write('mía');
  await wait(1500);
  await refuse(refusal('DRAFT_CHANGED'));
  expect(autosave.state()).toEqual({ is: 'overtaken', theirs });
  write('mía y más');
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);

  autosave.rebase(theirs);
  expect(send).toHaveBeenLastCalledWith('mía y más', theirs);
  await accept();
  expect(autosave.state().is).toBe('saved');

  write('otra');
  autosave.rebase(theirs);
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(2);
  expect(autosave.isUnsaved()).toBe(false);
});

test('what is typed beside the document counts as unsaved and is not sent', async () => {
  const { autosave, writeBeside, send } = desk(page('a'));
  writeBeside(true);
  await wait(60_000);
  expect(autosave.state()).toEqual({ is: 'unsaved' });
  expect(autosave.isUnsaved()).toBe(true);
  expect(send).not.toHaveBeenCalled();
  writeBeside(false);
  expect(autosave.state().is).toBe('saved');
});

test('closed, it saves nothing more and has nothing to lose', async () => {
  const { autosave, write, send, onSaved, accept } = desk(page(''));
  write('a');
  await wait(1500);
  write('ab');
  autosave.close();
  await accept();
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  expect(onSaved).not.toHaveBeenCalled();
  expect(autosave.isUnsaved()).toBe(false);
});

test('whoever leaves while all is being saved does not go on to what should follow', async () => {
  const { autosave, write, send, accept } = desk(page(''));
  write('a');
  await wait(1500);
  write('ab');
  const joined = expect(autosave.flush()).rejects.toMatchObject({ name: 'AbortError' });
  autosave.close();
  await accept();
  await joined;
  expect(send).toHaveBeenCalledTimes(1);
  await expect(autosave.flush()).rejects.toMatchObject({ name: 'AbortError' });

  const own = desk(page(''));
  own.write('a');
  const started = expect(own.autosave.flush()).rejects.toMatchObject({ name: 'AbortError' });
  own.autosave.close();
  await own.accept();
  await started;
});

test('whoever leaves while another version is fetched sends nothing more', async () => {
  const { autosave, write, send, load, refuse } = desk(page('a', 3));
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof page>>();
  load.mockReturnValueOnce(promise);
  write('ab');
  await wait(1500);
  write('abc');
  await refuse(refusal('DRAFT_CHANGED'));
  autosave.close();
  resolve(page('ab', 4));
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('halted, it waits for the save under way, tells what there is, and saves no more until it goes on', async () => {
  const { autosave, write, send, accept } = desk();
  write('a');
  const saving = autosave.flush();
  const halted = autosave.halt();
  write('ab');
  await accept();
  await saving;
  expect(await halted).toBe(true);
  expect(autosave.document()).toMatchObject({ _id: 'p1', version: 1 });
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  autosave.resume();
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('ab', expect.objectContaining({ version: 1 }));
});

test('halted before anything was sent, there is nothing', async () => {
  const { autosave, write, send } = desk();
  write('a');
  expect(await autosave.halt()).toBe(false);
  expect(send).not.toHaveBeenCalled();
});

test('saved on request only, it is not tried again by itself', async () => {
  const { autosave, write, send, refuse } = desk(undefined, [], true);
  write('a');
  const saving = autosave.flush().catch(() => {});
  await refuse(silence());
  await saving;
  write('ab');
  autosave.retry();
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  void autosave.flush();
  expect(send).toHaveBeenLastCalledWith('ab', undefined);
});

test('what goes wrong in the page after a save is no failure of the save', async () => {
  const { autosave, write, send, onSaved, accept } = desk();
  onSaved.mockImplementation(() => {
    throw new Error('The page is broken');
  });
  write('a');
  const saving = expect(autosave.flush()).rejects.toThrow('The page is broken');
  await accept();
  await saving;
  expect(autosave.state().is).toBe('saved');
  await wait(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

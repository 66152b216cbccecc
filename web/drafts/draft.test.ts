import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { createDraft, type DraftKind, openDraft } from '#web/drafts/draft.ts';
import { forgetAllText, forgetTextOfOthers, forgetTextOnSignOut, hasKeptText } from '#web/drafts/kept-text.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';
import { endSession, storeTokens } from '#web/platform/session.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';

interface Letter {
  _id: string;
  text: string;
  version: number;
  updatedAt: string;
}
interface Values {
  text: string;
  beside: string;
}

let sessionStorage: Storage;
let browser: ReturnType<typeof fakeBrowser>;

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  sessionStorage = browser.sessionStorage;
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('localStorage', browser.localStorage);
  vi.stubGlobal('window', browser.window);
});
afterEach(() => vi.useRealTimers());

const letter = (text: string, version = 1): Letter => ({ _id: 'l1', text, version, updatedAt: '2026-07-15T12:00:00Z' });

const load = vi.fn<DraftKind<Values, string, Letter>['load']>();
const send = vi.fn<DraftKind<Values, string, Letter>['send']>();
const kind: DraftKind<Values, string, Letter> = {
  nameOf: (one) => one?._id ?? 'new:p1',
  valuesOf: (one) => ({ text: one?.text ?? '', beside: '' }),
  readKept: (values) => (typeof values === 'object' && values && 'text' in values ? (values as Values) : undefined),
  contentOf: ({ text }) => text.trim(),
  hasMore: ({ beside }) => beside !== '',
  send,
  load,
  isOvertaken: (error) => isError(error, 'DRAFT_CHANGED') || isError(error, 'CLINICAL_NOTE_FINALIZED'),
};

beforeEach(() => {
  load.mockReset().mockResolvedValue(letter('otra', 9));
  send.mockReset().mockImplementation(async (text, one) => letter(text, (one?.version ?? 0) + 1));
});

/** Opens the page as that person, with what there is to begin with. */
function open(ownerId: string, stored?: Letter) {
  const opened = openDraft(kind, ownerId, stored);
  let values = opened.values;
  const draft = createDraft(kind, ownerId, opened, { values: () => values, isValid: () => true, onSaved: () => {} });
  draft.open();
  const write = (next: Partial<Values>) => {
    values = { ...values, ...next };
    draft.changed();
  };
  return { opened, draft, write };
}

const refused = (code: ErrorCode) => new ApiError(ERRORS[code].status, { code }, ERRORS[code].message);
const keptNames = () => Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at));
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('what is unsaved stays with the tab, and goes when it is saved', async () => {
  const { write } = open('ana', letter('a'));
  write({ text: 'ab' });
  await wait(300);
  expect(keptNames()).toEqual(['unsaved:ana:l1']);
  expect(['ana', 'an', 'luz'].map(hasKeptText)).toEqual([true, false, false]);
  await wait(2000);
  expect(send).toHaveBeenCalledTimes(1);
  expect(keptNames()).toEqual([]);
  expect(hasKeptText('ana')).toBe(false);
});

test('left in the middle, it comes back with what was typed beside it, and saves itself on the same version', async () => {
  const before = open('ana', letter('a', 4));
  before.write({ text: 'ab', beside: 'a medias' });
  before.draft.close();
  expect(send).not.toHaveBeenCalled();

  const after = open('ana', letter('a', 4));
  expect(after.opened).toMatchObject({ values: { text: 'ab', beside: 'a medias' }, isRestored: true });
  await wait(1500);
  expect(send).toHaveBeenCalledExactlyOnceWith('ab', expect.objectContaining({ version: 4 }), expect.any(String));
  after.draft.close();
  expect(open('ana', letter('ab', 5)).opened).toMatchObject({ values: { beside: 'a medias' }, isRestored: true });
});

test('what was written on an older version is sent as such: the server knows that there is a newer one', async () => {
  const before = open('ana', letter('a', 4));
  before.write({ text: 'ab' });
  before.draft.close();
  send.mockRejectedValueOnce(refused('DRAFT_CHANGED'));

  const after = open('ana', letter('otra', 9));
  await wait(1500);
  expect(send).toHaveBeenCalledExactlyOnceWith('ab', expect.objectContaining({ version: 4 }), expect.any(String));
  expect(after.draft.state().is).toBe('overtaken');
});

test('what the server has in the meantime is nothing to bring back', () => {
  const before = open('ana', letter('a', 4));
  before.write({ text: 'ab' });
  before.draft.close();
  expect(open('ana', letter('ab', 5)).opened).toMatchObject({ document: { version: 5 }, isRestored: false });
});

test('a new one keeps its request key, so that it is made once; made, it is kept under its own name', async () => {
  const first = open('ana');
  first.write({ text: 'a' });
  first.draft.close();
  const second = open('ana');
  expect(second.opened.requestKey).toBe(first.opened.requestKey);
  expect(second.opened.requestKey).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  await second.draft.flush();
  expect(send).toHaveBeenCalledExactlyOnceWith('a', undefined, first.opened.requestKey);
  second.write({ text: 'ab' });
  second.draft.keep();
  expect(keptNames()).toEqual(['unsaved:ana:l1']);
  expect(open('ana').opened).toMatchObject({ values: { text: '' }, isRestored: false });
  expect(open('ana').opened.requestKey).not.toBe(first.opened.requestKey);
});

test('what is discarded does not come back', async () => {
  const { draft, write } = open('ana', letter('a'));
  write({ text: 'ab' });
  await wait(300);
  draft.discard();
  draft.close();
  await wait(60_000);
  expect(keptNames()).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

test('a save that fails after the page is left takes nothing away', async () => {
  const { promise, reject } = Promise.withResolvers<Letter>();
  send.mockReturnValueOnce(promise);
  const { draft, write } = open('ana', letter('a'));
  write({ text: 'ab' });
  await wait(1500);
  draft.close();
  reject(new ApiError(401, {}, 'Tu sesión expiró.'));
  await wait(60_000);
  expect(open('ana', letter('a')).opened.values.text).toBe('ab');
});

test('nobody sees what somebody else has left, and it is erased', () => {
  const { draft, write } = open('ana', letter('a'));
  write({ text: 'ab' });
  draft.close();
  sessionStorage.setItem('vencido', 'sí');
  expect(open('berta', letter('a')).opened).toMatchObject({ values: { text: 'a' }, isRestored: false });
  forgetTextOfOthers('ana');
  expect(keptNames()).toContain('unsaved:ana:l1');
  forgetTextOfOthers('berta');
  expect(keptNames()).toEqual(['vencido']);
});

test('who signs out leaves nothing behind, not even in a page that closes because of it; the next one is kept again', () => {
  const stop = forgetTextOnSignOut();
  const otherTab = (key: string, newValue: string | null) =>
    browser.window.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue: null, newValue }));
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const left = open('ana', letter('a'));
  left.write({ text: 'ab' });
  left.draft.keep();
  expect(keptNames()).toHaveLength(1);
  otherTab('signedOut', '1');
  browser.localStorage.clear();
  otherTab('accessToken', null);
  left.draft.close();
  expect(keptNames()).toEqual([]);

  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  const { draft, write } = open('ana', letter('a'));
  write({ text: 'ab' });
  draft.close();
  expect(keptNames()).toHaveLength(1);
  forgetAllText();
  expect(keptNames()).toEqual([]);
  storeTokens({ accessToken: 'a3', refreshToken: 'r3' });
  stop();
});

test('a session that merely ends leaves what was written', () => {
  const stop = forgetTextOnSignOut();
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const { draft, write } = open('ana', letter('a'));
  write({ text: 'ab' });
  endSession('r1');
  draft.close();
  expect(keptNames()).toHaveLength(1);
  stop();
});

test('loaded again in the middle of a save, it knows its own text', async () => {
  send.mockReturnValueOnce(new Promise(() => {}));
  const before = open('ana', letter('a', 4));
  before.write({ text: 'ab' });
  await wait(1500);
  before.write({ text: 'abc' });
  before.draft.close();

  load.mockResolvedValue(letter('ab', 5));
  send.mockRejectedValueOnce(refused('DRAFT_CHANGED'));
  const after = open('ana', letter('ab', 5));
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 5 }), expect.any(String));
  expect(after.draft.state().is).toBe('saved');
});

test('what was sent for an older version than the server has comes too late, and is not waited for', async () => {
  send.mockReturnValueOnce(new Promise(() => {}));
  const before = open('ana', letter('a', 4));
  before.write({ text: 'ab' });
  await wait(1500);
  before.draft.close();
  const { opened, draft } = open('ana', letter('ab', 5));
  expect(opened).toMatchObject({ unanswered: [], isRestored: false });
  expect(draft.isUnsaved()).toBe(false);
});

test('a new one whose key has made what is finalised by now gets another key', async () => {
  const { opened, draft, write } = open('ana');
  write({ text: 'a' });
  send.mockRejectedValueOnce(refused('CLINICAL_NOTE_FINALIZED'));
  await draft.flush();
  const keys = send.mock.calls.map(([, , key]) => key);
  expect(keys).toEqual([opened.requestKey, expect.any(String)]);
  expect(keys[1]).not.toBe(keys[0]);
  expect(draft.state().is).toBe('saved');
});

test('a storage that refuses or holds something else stops nobody from writing', async () => {
  sessionStorage.setItem('unsaved:ana:l1', '{"values":7}');
  expect(open('ana', letter('a')).opened.values.text).toBe('a');
  sessionStorage.setItem('unsaved:ana:l1', '{');
  const { write } = open('ana', letter('a'));
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  write({ text: 'ab' });
  await wait(1500);
  expect(send).toHaveBeenCalledTimes(1);
});

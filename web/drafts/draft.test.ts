import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { createDraft } from '#web/drafts/create-draft.ts';
import { type DraftKind, draftName, newDocumentId, openDraft } from '#web/drafts/draft.ts';
import {
  clearAllUnsavedChanges,
  clearUnsavedChangesOfOthers,
  clearUnsavedChangesOnSignOut,
  hasUnsavedChanges,
} from '#web/drafts/unsaved-changes.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';
import { endSession, storeTokens } from '#web/platform/session.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';

interface TestNote {
  _id: string;
  text: string;
  version: number;
  updatedAt: string;
}
interface Values {
  text: string;
  pending: string;
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

const noteWith = (text: string, version = 1): TestNote => ({
  _id: 'n1',
  text,
  version,
  updatedAt: '2026-07-15T12:00:00Z',
});

const load = vi.fn<DraftKind<Values, string, TestNote>['load']>();
const send = vi.fn<DraftKind<Values, string, TestNote>['send']>();
const kind: DraftKind<Values, string, TestNote> = {
  storageName: (one) => draftName('clinical-note', { patientId: 'p1' }, one?._id),
  valuesOf: (one) => ({ text: one?.text ?? '', pending: '' }),
  parseValues: (values) => (typeof values === 'object' && values && 'text' in values ? (values as Values) : undefined),
  contentOf: ({ text }) => text.trim(),
  hasPendingInput: ({ pending }) => pending !== '',
  send,
  load,
  isConflict: (error) => isError(error, 'DRAFT_CHANGED') || isError(error, 'CLINICAL_NOTE_FINALIZED'),
};

beforeEach(() => {
  load.mockReset().mockResolvedValue(noteWith('otra', 9));
  send.mockReset().mockImplementation(async (text, one) => noteWith(text, (one?.version ?? 0) + 1));
});

/** Opens the page as that person. */
function open(ownerId: string, stored?: TestNote) {
  const id = stored?._id ?? newDocumentId(ownerId, 'clinical-note', { patientId: 'p1' });
  const opened = openDraft(kind, ownerId, id, stored);
  let values = opened.values;
  const draft = createDraft(kind, ownerId, opened, { values: () => values, isValid: () => true, onSaved: () => {} });
  draft.open();
  const write = (next: Partial<Values>) => {
    values = { ...values, ...next };
    draft.changed();
  };
  return { opened, draft, write };
}

const apiError = (code: ErrorCode) => new ApiError(ERRORS[code].status, { code }, ERRORS[code].message);
const storedNames = () => Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at));
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('stores unsaved changes in the tab until they are saved', async () => {
  const { write } = open('ana', noteWith('a'));
  write({ text: 'ab' });
  await wait(300);
  expect(storedNames()).toEqual(['unsaved:ana:clinical-note:n1']);
  expect(['ana', 'an', 'luz'].map(hasUnsavedChanges)).toEqual([true, false, false]);
  await wait(2000);
  expect(send).toHaveBeenCalledTimes(1);
  expect(storedNames()).toEqual([]);
  expect(hasUnsavedChanges('ana')).toBe(false);
});

test('restores unsaved changes with their pending input, and saves them on the same version', async () => {
  const before = open('ana', noteWith('a', 4));
  before.write({ text: 'ab', pending: 'a medias' });
  before.draft.close();
  expect(send).not.toHaveBeenCalled();

  const after = open('ana', noteWith('a', 4));
  expect(after.opened).toMatchObject({ values: { text: 'ab', pending: 'a medias' }, isRestored: true });
  await wait(1500);
  expect(send).toHaveBeenCalledExactlyOnceWith('ab', expect.objectContaining({ version: 4 }), expect.any(String));
  after.draft.close();
  expect(open('ana', noteWith('ab', 5)).opened).toMatchObject({ values: { pending: 'a medias' }, isRestored: true });
});

test('changes that were written on an older version are a conflict', async () => {
  const before = open('ana', noteWith('a', 4));
  before.write({ text: 'ab' });
  before.draft.close();
  send.mockRejectedValueOnce(apiError('DRAFT_CHANGED'));

  const after = open('ana', noteWith('otra', 9));
  await wait(1500);
  expect(send).toHaveBeenCalledExactlyOnceWith('ab', expect.objectContaining({ version: 4 }), expect.any(String));
  expect(after.draft.state().status).toBe('conflict');
});

test('does not restore changes that the server holds by now', () => {
  const before = open('ana', noteWith('a', 4));
  before.write({ text: 'ab' });
  before.draft.close();
  expect(open('ana', noteWith('ab', 5)).opened).toMatchObject({ document: { version: 5 }, isRestored: false });
});

test('a new document keeps its id when the page is opened again, until it is created', async () => {
  const first = open('ana');
  first.write({ text: 'a' });
  first.draft.close();
  const second = open('ana');
  expect(second.opened.id).toBe(first.opened.id);
  expect(second.opened.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  await second.draft.flush();
  expect(send).toHaveBeenCalledExactlyOnceWith('a', undefined, first.opened.id);
  second.write({ text: 'ab' });
  second.draft.storeChanges();
  expect(storedNames()).toEqual(['unsaved:ana:clinical-note:n1']);
  expect(open('ana').opened).toMatchObject({ values: { text: '' }, isRestored: false });
  expect(open('ana').opened.id).not.toBe(first.opened.id);
});

test('does not restore discarded changes', async () => {
  const { draft, write } = open('ana', noteWith('a'));
  write({ text: 'ab' });
  await wait(300);
  draft.discard();
  draft.close();
  await wait(60_000);
  expect(storedNames()).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

test('a save that fails after the page is closed keeps the unsaved changes', async () => {
  const { promise, reject } = Promise.withResolvers<TestNote>();
  send.mockReturnValueOnce(promise);
  const { draft, write } = open('ana', noteWith('a'));
  write({ text: 'ab' });
  await wait(1500);
  draft.close();
  reject(new ApiError(401, {}, 'Tu sesión expiró.'));
  await wait(60_000);
  expect(open('ana', noteWith('a')).opened.values.text).toBe('ab');
});

test('unsaved changes of another person are not shown, and are cleared', () => {
  const { draft, write } = open('ana', noteWith('a'));
  write({ text: 'ab' });
  draft.close();
  sessionStorage.setItem('other', 'yes');
  expect(open('berta', noteWith('a')).opened).toMatchObject({ values: { text: 'a' }, isRestored: false });
  clearUnsavedChangesOfOthers('ana');
  expect(storedNames()).toContain('unsaved:ana:clinical-note:n1');
  clearUnsavedChangesOfOthers('berta');
  expect(storedNames()).toEqual(['other']);
});

test('a sign-out in any tab clears unsaved changes, also those of pages that close because of it', () => {
  const stop = clearUnsavedChangesOnSignOut();
  const otherTab = (key: string, newValue: string | null) =>
    browser.window.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue: null, newValue }));
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const left = open('ana', noteWith('a'));
  left.write({ text: 'ab' });
  left.draft.storeChanges();
  expect(storedNames()).toHaveLength(1);
  otherTab('signedOut', '1');
  browser.localStorage.clear();
  otherTab('accessToken', null);
  left.draft.close();
  expect(storedNames()).toEqual([]);

  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  const { draft, write } = open('ana', noteWith('a'));
  write({ text: 'ab' });
  draft.close();
  expect(storedNames()).toHaveLength(1);
  clearAllUnsavedChanges();
  expect(storedNames()).toEqual([]);
  storeTokens({ accessToken: 'a3', refreshToken: 'r3' });
  stop();
});

test('keeps unsaved changes when the session ends by itself', () => {
  const stop = clearUnsavedChangesOnSignOut();
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const { draft, write } = open('ana', noteWith('a'));
  write({ text: 'ab' });
  endSession('r1');
  draft.close();
  expect(storedNames()).toHaveLength(1);
  stop();
});

test('after a reload during a save, the text on the server is not a conflict', async () => {
  send.mockReturnValueOnce(new Promise(() => {}));
  const before = open('ana', noteWith('a', 4));
  before.write({ text: 'ab' });
  await wait(1500);
  before.write({ text: 'abc' });
  before.draft.close();

  load.mockResolvedValue(noteWith('ab', 5));
  send.mockRejectedValueOnce(apiError('DRAFT_CHANGED'));
  const after = open('ana', noteWith('ab', 5));
  await wait(1500);
  expect(send).toHaveBeenLastCalledWith('abc', expect.objectContaining({ version: 5 }), expect.any(String));
  expect(after.draft.state().status).toBe('saved');
});

test('does not wait for the answer to a content that was sent for an older version', async () => {
  send.mockReturnValueOnce(new Promise(() => {}));
  const before = open('ana', noteWith('a', 4));
  before.write({ text: 'ab' });
  await wait(1500);
  before.draft.close();
  const { opened, draft } = open('ana', noteWith('ab', 5));
  expect(opened).toMatchObject({ unanswered: [], isRestored: false });
  expect(draft.isUnsaved()).toBe(false);
});

test('a new document that was created by a lost request and finalised since is a conflict', async () => {
  const { opened, draft, write } = open('ana');
  write({ text: 'a' });
  send.mockRejectedValueOnce(apiError('CLINICAL_NOTE_FINALIZED'));
  await expect(draft.flush()).rejects.toThrow();
  expect(load).toHaveBeenCalledExactlyOnceWith(opened.id);
  expect(draft.state().status).toBe('conflict');
});

test('saves as another document after a conflict', async () => {
  const { opened, draft, write } = open('ana');
  write({ text: 'a' });
  send.mockRejectedValueOnce(apiError('DRAFT_CHANGED'));
  await expect(draft.flush()).rejects.toThrow();
  await draft.saveAsNew();
  const ids = send.mock.calls.map(([, document, id]) => document ?? id);
  expect(ids).toEqual([opened.id, expect.any(String)]);
  expect(ids[1]).not.toBe(ids[0]);
  expect(draft.state().status).toBe('saved');
});

test('a duplicated tab writes the same document, and meets what the first tab has saved', async () => {
  const one = open('ana');
  one.write({ text: 'a' });
  one.draft.storeChanges();
  const other = open('ana');
  expect(other.opened).toMatchObject({ id: one.opened.id, values: { text: 'a' }, isRestored: true });
  await one.draft.flush();
  other.write({ text: 'b' });
  send.mockRejectedValueOnce(apiError('DRAFT_CHANGED'));
  load.mockResolvedValue(noteWith('a', 1));
  await expect(other.draft.flush()).rejects.toThrow();
  expect(other.draft.state()).toMatchObject({ status: 'conflict', theirs: { text: 'a' } });
});

test('a full or corrupt storage does not prevent writing', async () => {
  sessionStorage.setItem('unsaved:ana:clinical-note:n1', '{"values":7}');
  expect(open('ana', noteWith('a')).opened.values.text).toBe('a');
  sessionStorage.setItem('unsaved:ana:clinical-note:n1', '{');
  const { write } = open('ana', noteWith('a'));
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  write({ text: 'ab' });
  await wait(1500);
  expect(send).toHaveBeenCalledTimes(1);
});

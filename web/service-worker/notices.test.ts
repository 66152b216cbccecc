import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openNotice, showNotice } from './notices.ts';

const ORIGIN = 'https://ficha.cl';
const message = (content: unknown) => ({ json: () => content });
const NOTICE = {
  title: 'Ficha Austral',
  body: 'Tienes una respuesta de un paciente',
  tag: 'cancelled 1',
  path: '/dashboard/agenda?fecha=2026-11-18',
};

const showNotification = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => undefined);
const pages: { url: string; focus: () => Promise<unknown> }[] = [];
beforeEach(() => {
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('registration', { showNotification });
  vi.stubGlobal('clients', { matchAll: async () => pages, openWindow });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  pages.length = 0;
});

test('a notice is shown with its texts, and keeps its page', async () => {
  await showNotice(message(NOTICE));
  const { title, body, tag, path } = NOTICE;
  expect(showNotification.mock.calls).toEqual([[title, expect.objectContaining({ body, tag, data: path })]]);
});

const BROKEN = {
  json: () => {
    throw new Error('no JSON');
  },
};
test.each([
  ['without content', null],
  ['without JSON', BROKEN],
  ['of another shape', message({ ...NOTICE, path: 1 })],
  ['of null', message(null)],
])('a message %s is shown as a notice without news: a browser takes the permission otherwise', async (_, data) => {
  await showNotice(data);
  expect(showNotification.mock.calls).toEqual([
    ['Ficha Austral', expect.objectContaining({ body: 'Tienes un aviso', data: '/dashboard' })],
  ]);
});

const press = async (data: unknown) => {
  const close = vi.fn();
  await openNotice({ data, close });
  expect(close).toHaveBeenCalledOnce();
};

test('a press shows the window that has the page open', async () => {
  const [other, same] = [vi.fn(), vi.fn()];
  pages.push({ url: `${ORIGIN}/dashboard/pacientes`, focus: other }, { url: ORIGIN + NOTICE.path, focus: same });
  await press(NOTICE.path);
  expect([other.mock.calls.length, same.mock.calls.length, openWindow.mock.calls.length]).toEqual([0, 1, 0]);
});

test('a press opens a new window beside one with another page, which may have unsaved text', async () => {
  pages.push({ url: `${ORIGIN}/dashboard/agenda?fecha=2026-11-19`, focus: vi.fn() });
  await press(NOTICE.path);
  expect(openWindow.mock.calls).toEqual([[ORIGIN + NOTICE.path]]);
});

test.each(['https://ejemplo.cl/', '//ejemplo.cl/', 'javascript:alert(1)'])(
  'a press leads to no other site: %s',
  async (path) => {
    await press(path);
    expect(openWindow.mock.calls).toEqual([[`${ORIGIN}/dashboard`]]);
  },
);

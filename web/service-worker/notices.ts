import type { NoticeContent } from '#contract/notice-content';
import { worker } from '#web/service-worker/worker-scope.ts';

/** Shown for a message that cannot be read: a browser withdraws the permission of a site that shows nothing. */
const UNREADABLE: NoticeContent = {
  title: 'Ficha Austral',
  body: 'Tienes un aviso',
  tag: 'unreadable',
  path: '/dashboard',
};
const ICON = '/icon-192.png';

/** The path waits in the notice until somebody presses it. */
export function showNotice(message: { json(): unknown } | null): Promise<void> {
  const { title, body, tag, path } = readNotice(message) ?? UNREADABLE;
  return worker.registration.showNotification(title, { body, tag, icon: ICON, lang: 'es-CL', data: path });
}

function readNotice(message: { json(): unknown } | null): NoticeContent | undefined {
  try {
    const content = message?.json();
    return isNotice(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

const isNotice = (content: unknown): content is NoticeContent =>
  typeof content === 'object' &&
  content !== null &&
  ['title', 'body', 'tag', 'path'].every((name) => typeof Reflect.get(content, name) === 'string');

/** Shows the page in a window that has it open, or in a new one: another window may have unsaved text. */
export async function openNotice(notice: Pick<Notification, 'data' | 'close'>): Promise<void> {
  notice.close();
  const { href, origin } = new URL(String(notice.data), location.origin);
  const address = origin === location.origin ? href : location.origin + UNREADABLE.path;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
}

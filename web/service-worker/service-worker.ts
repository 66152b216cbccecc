import { keepBuild, openApp, readAsset, readThemeScript, removeEarlierBuilds } from '#web/service-worker/kept-build.ts';
import { openNotice, showNotice } from '#web/service-worker/notices.ts';
import { worker } from '#web/service-worker/worker-scope.ts';

// A page works with any version of this worker, which keeps the files of every version that may be open.
worker.addEventListener('install', (event) => event.waitUntil(keepBuild().then(() => worker.skipWaiting())));

worker.addEventListener('activate', (event) => event.waitUntil(start()));

async function start(): Promise<void> {
  await worker.clients.claim();
  for (const page of await openPages()) page.postMessage({ entry: __APP_ENTRY__ });
}

worker.addEventListener('message', ({ data, source }) => {
  if (data === 'version') source?.postMessage({ entry: __APP_ENTRY__ });
});

worker.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)));

worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!isAppPage(pathname)) return;
    event.respondWith(openApp(request));
    event.waitUntil(cleanUp());
  } else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request));
  else if (pathname === '/theme.js') event.respondWith(readThemeScript(request));
});

/** All other pages are public or belong to the link of a patient: the worker leaves them to the network. */
const isAppPage = (pathname: string): boolean => pathname === '/dashboard' || pathname.startsWith('/dashboard/');

const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * Runs when no page is open but the page that is being opened, which does not count. A new worker that is being installed
 * adds files to the same cache.
 */
async function cleanUp(): Promise<void> {
  const { installing, waiting } = worker.registration;
  if (!installing && !waiting && (await openPages()).length === 0) await removeEarlierBuilds();
}

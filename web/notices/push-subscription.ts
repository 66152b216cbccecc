import type { DeviceSubscription } from '#contract/notices';

/** Longer than a worker takes to start. With SERVICE_WORKER=off there is none. */
const WORKER_TIMEOUT_MS = 10_000;

/** False on an iPhone too, unless the application is opened from the home screen. */
export const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether the browser refuses without asking. */
export const areNoticesDenied = (): boolean => Notification.permission === 'denied';

/** Whether the browser is subscribed for the server with that key. */
export async function isSubscribed(publicKey: string): Promise<boolean> {
  const subscription = await findSubscription();
  return subscription !== null && Notification.permission === 'granted' && isForKey(subscription, publicKey);
}

/** Subscribes the browser. Call it on a press: browsers ask for permission only then. */
export async function subscribeBrowser(publicKey: string): Promise<DeviceSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('no permission');
  const { pushManager } = await readyWorker();
  const former = await pushManager.getSubscription();
  if (former && !isForKey(former, publicKey)) await former.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: decodeBase64Url(publicKey) };
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function readyWorker(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no service worker')), WORKER_TIMEOUT_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

function isForKey({ options }: PushSubscription, publicKey: string): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const expected = decodeBase64Url(publicKey);
  return own.length === expected.length && own.every((byte, at) => byte === expected[at]);
}

/** From base64url. */
const decodeBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

import type { DeviceSubscription } from '#contract/notices';

/** Longer than a worker takes to start. With SERVICE_WORKER=off there is none. */
const WORKER_TIMEOUT_MS = 10_000;
/** Longer than a push service takes to answer. Behind some firewalls it never answers. */
const SUBSCRIPTION_TIMEOUT_MS = 30_000;

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

/**
 * Subscribes the browser. Call it on a press: browsers ask for permission only then. The text of an error is for the
 * user.
 */
export const subscribeBrowser = (publicKey: string): Promise<DeviceSubscription> =>
  subscribe(publicKey).catch((error: unknown) => {
    throw readableError(error);
  });

async function subscribe(publicKey: string): Promise<DeviceSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('no permission');
  const { pushManager } = await within(WORKER_TIMEOUT_MS, navigator.serviceWorker.ready, 'TimeoutError');
  const former = await pushManager.getSubscription();
  if (former && !isForKey(former, publicKey)) await former.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: decodeBase64Url(publicKey) };
  const subscription = await within(SUBSCRIPTION_TIMEOUT_MS, pushManager.subscribe(options), 'AbortError');
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

/** Browsers report a push service that they cannot reach, or that their settings turn off, as AbortError. */
const readableError = (error: unknown): Error =>
  new Error(
    error instanceof Error && error.name === 'AbortError'
      ? 'El navegador no pudo conectarse con su servicio de avisos. Revisa si tu red o tu navegador lo bloquea.'
      : 'El navegador no permitió activar los avisos',
  );

/** Rejects with an error of that name when the browser takes longer. */
function within<T>(milliseconds: number, awaited: Promise<T>, errorName: string): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('', errorName)), milliseconds);
  });
  return Promise.race([awaited, timeout]);
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function isForKey({ options }: PushSubscription, publicKey: string): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const expected = decodeBase64Url(publicKey);
  return own.length === expected.length && own.every((byte, at) => byte === expected[at]);
}

/** From base64url. */
const decodeBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

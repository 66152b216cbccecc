import { expect, type Page } from '@playwright/test';
import { noticeContent } from '#contract/notice-content';
import { test } from './fixtures.ts';

const ACCOUNT = '/dashboard/configuracion';

/** A browser of a test reaches no push service, so the service's part of a subscription is made here. */
function subscribeWithoutService(): void {
  // A browser without a window says 'denied' whatever it was granted.
  Object.defineProperty(Notification, 'permission', { value: 'granted' });
  Notification.requestPermission = async () => 'granted';
  let subscription: object | null = null;
  PushManager.prototype.subscribe = async (options) => {
    subscription = {
      options: { applicationServerKey: options?.applicationServerKey },
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
      toJSON: () => ({
        endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      }),
    };
    return subscription as PushSubscription;
  };
  PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
}

/** Gives the worker of the page a message, as a push service does. */
async function deliver(page: Page, content: unknown): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(content) });
}

/** A browser without a window shows no notices, so the worker keeps what it would show. */
async function watchNotices(page: Page): Promise<() => Promise<unknown>> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    registration.showNotification = async (title, options) => void shown.push({ title, ...options });
    Object.assign(globalThis, { shown });
  });
  return () => worker.evaluate(() => Reflect.get(globalThis, 'shown'));
}

test('un dispositivo activa los avisos con el teclado y muestra uno sin nombres', async ({ ana }) => {
  const page = await ana.newPage({ serviceWorkers: 'allow' });
  await page.addInitScript(subscribeWithoutService);
  await page.goto(ACCOUNT);
  await page.getByRole('button', { name: 'Activar avisos' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Enviar un aviso de prueba' })).toBeVisible();
  await expect(page.getByText('Activados', { exact: true })).toBeVisible();

  const shownNotices = await watchNotices(page);
  const notice = { kind: 'cancelled', day: '2030-01-07', professional: ana.user._id, isForAssistant: false } as const;
  await deliver(page, noticeContent(notice));
  await expect.poll(shownNotices).toEqual([
    {
      title: 'Ficha Austral',
      body: 'Tienes una respuesta de un paciente',
      tag: `cancelled ${ana.user._id}`,
      icon: '/icon-192.png',
      lang: 'es-CL',
      data: '/dashboard/agenda?fecha=2030-01-07',
    },
  ]);

  await page.getByRole('button', { name: 'Desactivar', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Activar avisos' })).toBeVisible();
});

import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { logout } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { getNotices, sendTestNotice, turnOffNotices, turnOnNotices } from '#contract/notices';
import { assistantServer } from '#web/testing/assistant-server.ts';
import { closeToast, expectToast, letTimePass, openApp, serverFor } from '#web/testing/open-app.tsx';

const ACCOUNT = '/dashboard/configuracion';
const PUBLIC_KEY = `B${'A'.repeat(86)}`;
const DEVICE = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  keys: { p256dh: PUBLIC_KEY, auth: 'A'.repeat(22) },
};

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const keyBytes = (first: number) => Uint8Array.from({ length: 65 }, (_, at) => (at === 0 ? first : 0)).buffer;

interface Browser {
  permission?: NotificationPermission;
  /** What the user answers to the question of the browser. */
  answer?: NotificationPermission;
  /** The first byte of the key for which the browser is subscribed already. */
  subscribedFor?: number;
}

/** A browser with notices, as far as the page uses it. */
function fakeNotices({ permission = 'default', answer = 'granted', subscribedFor }: Browser = {}) {
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = answer;
      return answer;
    }),
  };
  const subscribe = vi.fn(async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
    subscription = subscriptionFor(applicationServerKey.buffer);
    return subscription;
  });
  const unsubscribe = vi.fn(async () => {
    subscription = null;
  });
  const subscriptionFor = (applicationServerKey: ArrayBuffer) => ({
    options: { applicationServerKey },
    toJSON: () => DEVICE,
    unsubscribe,
  });
  let subscription = subscribedFor === undefined ? null : subscriptionFor(keyBytes(subscribedFor));
  const shown = { close: vi.fn() };
  const registration = {
    getNotifications: async () => [shown],
    pushManager: { getSubscription: async () => subscription, subscribe },
  };
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    register: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', notification);
  return { notification, subscribe, unsubscribe, shown };
}

const button = (name: string) => screen.findByRole('button', { name });

async function openCard(browser: Browser, { isOn = false } = {}) {
  const parts = fakeNotices(browser);
  const server = serverFor();
  let onServer = isOn;
  server.reply(getNotices, () => ({ publicKey: PUBLIC_KEY, isOn: onServer }));
  const turn = (to: boolean) => () => {
    onServer = to;
    return undefined;
  };
  server.reply(turnOnNotices, turn(true));
  server.reply(turnOffNotices, turn(false));
  server.reply(logout, undefined);
  return { ...parts, server, ...(await openApp(ACCOUNT, server)) };
}

test('notices are turned on by a press, tried out, and turned off', async () => {
  const { user, server, notification, unsubscribe } = await openCard({});
  const activate = await button('Activar avisos');
  expect(notification.requestPermission).not.toHaveBeenCalled();
  await user.click(activate);
  await expectToast('Avisos activados en este dispositivo');
  expect(server.requests(turnOnNotices).map(({ body }) => body)).toEqual([DEVICE]);
  expect(await screen.findByText('Activados')).toBeVisible();
  expect(await button('Desactivar')).toHaveFocus();
  closeToast();

  server.reply(sendTestNotice, undefined);
  await user.click(await button('Enviar un aviso de prueba'));
  await expectToast('Aviso de prueba enviado');
  closeToast();

  await user.click(await button('Desactivar'));
  await expectToast('Avisos desactivados en este dispositivo');
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(await button('Activar avisos')).toBeVisible();
});

test('a browser without notices says so calmly, and asks the server nothing', async () => {
  const server = serverFor();
  await openApp(ACCOUNT, server);
  expect(
    await screen.findByText(/Este navegador no puede mostrar avisos\. En un iPhone o iPad funcionan/),
  ).toBeVisible();
  expect(server.requests(getNotices)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Activar avisos' })).toBeNull();
});

test('a browser that blocks notices is told how to allow them', async () => {
  await openCard({ permission: 'denied' });
  expect(await screen.findByText(/Este navegador tiene bloqueados los avisos/)).toHaveTextContent(
    /presiona el ícono que está junto a la dirección de la página/,
  );
});

test('the window of the installed application shows no address, and the text names none', async () => {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(display-mode: standalone)' ? Object.assign(new EventTarget(), { matches: true }) : matchMedia(query),
  );
  await openCard({ permission: 'denied' });
  const text = await screen.findByText(/Este navegador tiene bloqueados los avisos/);
  expect(text).toHaveTextContent(/activa las notificaciones en los ajustes de la aplicación o del navegador/);
  expect(text).not.toHaveTextContent(/dirección/);
});

test('a user who refuses the question of the browser finds out how to undo it', async () => {
  const { user, server } = await openCard({ answer: 'denied' });
  await user.click(await button('Activar avisos'));
  await expectToast('El navegador no permitió activar los avisos');
  expect(await screen.findByText(/Este navegador tiene bloqueados los avisos/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Avisos en este dispositivo' })).toHaveFocus());
  expect(server.requests(turnOnNotices)).toEqual([]);
});

const UNREACHABLE =
  'El navegador no pudo conectarse con su servicio de avisos. Revisa si tu red o tu navegador lo bloquea.';

test('a push service that the browser cannot reach is named as the reason', async () => {
  const { user, server, subscribe } = await openCard({});
  subscribe.mockRejectedValueOnce(new DOMException('Registration failed - push service error', 'AbortError'));
  await user.click(await button('Activar avisos'));
  await expectToast(UNREACHABLE);
  expect(server.requests(turnOnNotices)).toEqual([]);
});

test('a push service that never answers is waited for, and then named as the reason', async () => {
  const { subscribe } = await openCard({});
  subscribe.mockReturnValueOnce(new Promise<never>(() => undefined));
  const activate = await button('Activar avisos');
  vi.useFakeTimers();
  act(() => activate.click());
  await letTimePass(29_000);
  expect(activate).toHaveTextContent('Activando...');
  await letTimePass(2000);
  await expectToast(UNREACHABLE);
  expect(activate).toHaveTextContent('Activar avisos');
});

test('a refusal of the server is shown, and the notices stay off', async () => {
  const { user, server } = await openCard({});
  const message = 'No conocemos el servicio de avisos de este navegador';
  const details = [{ field: 'endpoint', message }];
  server.respond(turnOnNotices, 400, { code: 'INVALID_INPUT', error: ERRORS.INVALID_INPUT.message, details }, 1);
  await user.click(await button('Activar avisos'));
  await expectToast(message);
  expect(await button('Activar avisos')).toBeVisible();
});

test('a test that reaches nobody shows the notices as off', async () => {
  const { user, server } = await openCard({ permission: 'granted', subscribedFor: 4 }, { isOn: true });
  const { message } = ERRORS.NOTICES_OFF;
  server.respond(sendTestNotice, 409, { code: 'NOTICES_OFF', error: message }, 1);
  const send = await button('Enviar un aviso de prueba');
  server.reply(getNotices, { publicKey: PUBLIC_KEY, isOn: false });
  await user.click(send);
  await expectToast(message);
  expect(await button('Activar avisos')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Avisos en este dispositivo' })).toHaveFocus());
});

test('a browser that is subscribed under a former key of the server is off, and subscribes anew', async () => {
  const { user, unsubscribe, subscribe } = await openCard({ permission: 'granted', subscribedFor: 5 }, { isOn: true });
  await user.click(await button('Activar avisos'));
  expect(await screen.findByText('Activados')).toBeVisible();
  expect([unsubscribe.mock.calls.length, subscribe.mock.calls.length]).toEqual([1, 1]);
});

test('a failure to load offers another attempt', async () => {
  fakeNotices();
  const server = serverFor();
  server.respond(getNotices, 500, { code: 'UNEXPECTED', error: ERRORS.UNEXPECTED.message });
  const { user } = await openApp(ACCOUNT, server);
  expect(await screen.findByText('No se pudo saber si este dispositivo recibe avisos')).toBeVisible();
  server.reply(getNotices, { publicKey: PUBLIC_KEY, isOn: false });
  await user.click(await button('Volver a intentar'));
  expect(await button('Activar avisos')).toBeVisible();
});

test('logging out unsubscribes the browser and removes the notices that it shows', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const { user, unsubscribe, shown } = await openCard({ permission: 'granted', subscribedFor: 4 }, { isOn: true });
  await button('Enviar un aviso de prueba');
  await user.click(await button('Cerrar sesión'));
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect([unsubscribe.mock.calls.length, shown.close.mock.calls.length]).toEqual([1, 1]);
});

test('an assistant turns notices on in the account page', async () => {
  fakeNotices();
  const server = assistantServer();
  server.reply(getNotices, { publicKey: PUBLIC_KEY, isOn: false });
  await openApp(ACCOUNT, server);
  expect(await button('Activar avisos')).toBeVisible();
  expect(server.refused).toEqual([]);
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The push services of the makers of browsers. The server sends requests to these hosts and to no others. */
const PUSH_SERVICES = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
const PUSH_SERVICE_DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'];

export function isPushService(address: string): boolean {
  const { protocol, hostname, port, username, password } = URL.parse(address) ?? {};
  if (protocol !== 'https:' || !hostname || hostname.startsWith('.') || port || username || password) return false;
  return PUSH_SERVICES.includes(hostname) || PUSH_SERVICE_DOMAINS.some((domain) => hostname.endsWith(domain));
}

/** What a browser returns when it subscribes (`PushSubscription.toJSON()`). */
export const DeviceSubscription = z.object({
  endpoint: z.string().max(2000).refine(isPushService, 'No conocemos el servicio de avisos de este navegador'),
  keys: z.object({
    /** A point of P-256, 65 bytes. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/, 'La clave del navegador no es válida'),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/, 'La clave del navegador no es válida'),
  }),
});
export type DeviceSubscription = z.output<typeof DeviceSubscription>;

const NoticeState = z.object({
  /** The key with which a browser subscribes (VAPID, RFC 8292), in base64url. */
  publicKey: z.string(),
  /** Whether the device of this session gets notices. */
  isOn: z.boolean(),
});

export const getNotices = endpoint({
  method: 'GET',
  path: '/api/account/notices',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Dice si el dispositivo de esta sesión recibe avisos, y con qué clave se suscribe un navegador',
  reply: NoticeState,
});

export const turnOnNotices = endpoint({
  method: 'POST',
  path: '/api/account/notices',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Activa los avisos en el dispositivo de esta sesión, hasta que la sesión termine',
  body: DeviceSubscription,
  reply: z.undefined(),
  limits: [{ by: 'session', max: 30, seconds: 15 * 60 }],
});

export const turnOffNotices = endpoint({
  method: 'DELETE',
  path: '/api/account/notices',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Desactiva los avisos en el dispositivo de esta sesión',
  reply: z.undefined(),
  // A screen that others see must become silent at once.
  allowsLowStorage: true,
});

export const sendTestNotice = endpoint({
  method: 'POST',
  path: '/api/account/notices/test',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Envía un aviso de prueba al dispositivo de esta sesión',
  reply: z.undefined(),
  limits: [{ by: 'session', max: 10, seconds: 15 * 60 }],
});

export const NOTICE_OPERATIONS = { getNotices, turnOnNotices, turnOffNotices, sendTestNotice };

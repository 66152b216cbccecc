import { receiveNotification } from '#contract/billing';
import type { Delivery } from './test-checkout.ts';

interface Address {
  host: string;
  port: number;
}

/** Posts a notification of the test checkout to this server over HTTP, as the real provider does. */
export async function postNotification(at: Address, { query, headers, body }: Delivery): Promise<void> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[at.host] ?? (at.host.includes(':') ? `[${at.host}]` : at.host);
  const reply = await fetch(`http://${host}:${at.port}${receiveNotification.path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  await reply.body?.cancel();
}

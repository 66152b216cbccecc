import type { BillingSql } from '#server/platform/database/database';

/** The content of a notification. It is not trusted until the provider confirms it. */
export interface Notice {
  type: string;
  action: string | undefined;
  eventId: string | undefined;
  paymentId: string | undefined;
}

export interface ProcessingResult {
  status: 'processed' | 'failed' | 'ignored';
  reason?: string;
  /** Undefined when the notification belongs to no known account. */
  ownerId: string | undefined;
}

export async function insertWebhook(
  db: BillingSql,
  { type, action, eventId, paymentId }: Notice,
  { id, receivedAt, address, isGenuine }: { id: string; receivedAt: Date; address: string; isGenuine: boolean },
): Promise<void> {
  await db`
    insert into webhooks (id, received_at, webhook_type, action, provider_event_id, provider_payment_id, status,
                          ip_address, is_genuine)
    values (${id}, ${receivedAt}, ${type}, ${action ?? null}, ${eventId ?? null}, ${paymentId ?? null}, 'received',
            ${address}, ${isGenuine})`;
}

export async function closeWebhook(
  db: BillingSql,
  id: string,
  { status, reason, ownerId }: ProcessingResult,
): Promise<void> {
  await db`
    update webhooks
       set status = ${status}, error_message = ${reason ?? null},
           user_id = (select u.id from users u where u.id = ${ownerId ?? null})
     where id = ${id}`;
}

/** An event is identified by id, action and payment, because the provider does not guarantee unique event ids. */
export async function wasProcessed(db: BillingSql, { action, eventId, paymentId }: Notice): Promise<boolean> {
  if (!eventId) return false;
  const [row] = await db<[{ known: boolean }]>`
    select exists (
      select from webhooks
       where provider_event_id = ${eventId} and status = 'processed'
         and action is not distinct from ${action ?? null} and provider_payment_id is not distinct from ${paymentId ?? null}
    ) as known`;
  return row.known;
}

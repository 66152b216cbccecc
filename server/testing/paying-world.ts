import { inject } from 'vitest';
import * as api from '#contract/billing';
import type { SubscriptionType } from '#contract/plans';
import { mercadoPago } from '#server/billing/mercado-pago';
import type { Deps } from '#server/deps';
import { embeddedConnections } from '#server/platform/database/connection';
import { type Gates, openGates } from '#server/platform/database/gates';
import { startMercadoPago, type WrittenPayment } from './mercado-pago.ts';
import { createWorld, type World } from './world.ts';

export type PayingWorld = Awaited<ReturnType<typeof createPayingWorld>>;
type Person = Awaited<ReturnType<World['newProfessional']>>;
export type Buyer = Awaited<ReturnType<PayingWorld['newBuyer']>>;

interface WebhookRow {
  status: string;
  error_message: string | null;
  webhook_type: string;
  provider_payment_id: string | null;
  ip_address: string;
  user_id: string | null;
}

/** A world whose payments go to the stand-in for Mercado Pago. */
export async function createPayingWorld({ rateLimit = false } = {}) {
  const standIn = await startMercadoPago(() => world.deps.now());
  const world = await createWorld({ rateLimit, mercadoPago: standIn.config });

  const warnings: Record<string, unknown>[] = [];
  world.deps.warn = (particulars, message) => void warnings.push({ ...particulars, message });
  const others: Gates[] = [];

  const notify = (payment: Pick<WrittenPayment, 'id'>) => world.deliver(standIn.notification(payment));

  const asBuyer = (person: Person) => ({
    ...person,
    /** As services know them. */
    owner: { id: person.user._id, role: person.user.role, sessionId: person.user._id, user: person.user } as const,
    buys: async (subscriptionType: SubscriptionType = 'monthly') =>
      (await person.send(api.createPreference, { body: { subscriptionType } })).body.preference.id,
    info: async () => (await person.send(api.getSubscriptionInfo)).body,
    history: async () => (await person.send(api.listPayments)).body,
    /** The same person, signed in anew: after a day their session has not lasted. */
    returns: async () => asBuyer(await world.logIn(person.user.email)),
  });

  return {
    ...world,
    standIn,
    /** What whoever runs it would read in the log. */
    warnings,
    newBuyer: async () => asBuyer(await world.newProfessional()),
    /** Tells us of a payment as it now is. */
    notify,
    webhooks: async () => [
      ...(await world.sql<WebhookRow[]>`
        select status, error_message, webhook_type, provider_payment_id, ip_address, user_id
          from webhooks order by received_at, id`),
    ],
    /** A provider for which we wait a moment instead of some seconds. */
    losePatience: () => {
      const options = { ...standIn.config, publicUrl: world.deps.publicUrl, now: world.deps.now, tryMs: 300 };
      world.deps.payments = { provider: mercadoPago(options), testCheckout: undefined };
    },
    /** What a second process on the same database works with: its own connections, and its own lanes before them. */
    secondProcess: async (): Promise<Deps> => {
      const [{ name }] = await world.sql<[{ name: string }]>`select current_database() as name`;
      const gates = openGates(embeddedConnections({ socket: inject('socket') }, name), {
        poolSize: 8,
        writesPerOwner: 4,
      });
      others.push(gates);
      return { ...world.deps, ...gates };
    },
    close: async () => {
      for (const gates of others) await gates.close();
      await world.close();
      await standIn.close();
    },
  };
}

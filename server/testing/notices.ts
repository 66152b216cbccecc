import { turnOnNotices } from '#contract/notices';
import { deliverDueNotices } from '#server/notices/delivery';
import { createTestDevice } from './push-service.ts';
import type { Request, TestApp } from './test-app.ts';

interface Account {
  send(endpoint: typeof turnOnNotices, request: Request<typeof turnOnNotices>): Promise<{ status: number }>;
}

/** A browser that shows notices to the session of that account. */
export async function subscribedDevice(account: Account, device = createTestDevice()) {
  const { status } = await account.send(turnOnNotices, { body: device.subscription });
  if (status !== 204) throw new Error(`notices were not turned on: ${status}`);
  return device;
}

/** Delivers what is due. Returns the addresses that got a notice, in order. */
export async function deliverNotices({ deps, pushService }: Pick<TestApp, 'deps' | 'pushService'>) {
  pushService.take();
  await deliverDueNotices(deps);
  return pushService.take();
}

import { expect, test, vi } from 'vitest';
import { postNotification } from './test-checkout.ts';

test('posting a notification cancels the reply body, so the connection is released', async () => {
  const cancel = vi.fn();
  const fetched = vi.fn<typeof fetch>(async () => new Response(new ReadableStream({ cancel })));
  vi.stubGlobal('fetch', fetched);
  await postNotification({ host: '::', port: 3000 }, { query: { id: '7' }, headers: {}, body: {} });
  expect(fetched.mock.calls[0]?.[0]).toBe('http://[::1]:3000/api/payments/webhook?id=7');
  expect(cancel).toHaveBeenCalledOnce();
});

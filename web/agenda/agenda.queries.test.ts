import { beforeEach, expect, test, vi } from 'vitest';
import { appointmentsOn } from '#web/agenda/agenda.queries.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  const { localStorage, window } = fakeBrowser();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', fetched);
});

test('appointments that come without a duration are read as 30 minutes', async () => {
  const answered = [{ time: '09:00' }, { time: '10:00', duration: null }, { time: '11:00', duration: 90 }];
  fetched.mockResolvedValue(Response.json(answered));
  const read = await queryClient.fetchQuery(appointmentsOn('2030-01-07'));
  expect(read).toEqual([
    { time: '09:00', duration: 30 },
    { time: '10:00', duration: 30 },
    { time: '11:00', duration: 90 },
  ]);
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/appointments?date=2030-01-07');
});

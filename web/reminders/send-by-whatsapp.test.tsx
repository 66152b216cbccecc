import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sendReminder } from '#contract/reminders';
import { queryClient } from '#web/platform/query-client.ts';
import { useSendByWhatsapp } from '#web/reminders/send-by-whatsapp.ts';
import { mockServer } from '#web/testing/mock-server.ts';
import { dismissToast, useShownToast } from '#web/ui/toast.ts';

const APPOINTMENT = '0197a000-0000-7000-8000-0000000000c1';
const URL = 'https://wa.me/56912345678?text=Hola';
const SENT = {
  _id: '0197a000-0000-7000-8000-0000000000d1',
  kind: 'manual' as const,
  channel: 'whatsapp' as const,
  status: 'sent' as const,
  at: '2026-11-16T12:00:00.000Z',
  url: URL,
  text: 'Hola',
};

afterEach(() => vi.restoreAllMocks());

function open(tab: Window | null) {
  const server = mockServer();
  vi.stubGlobal('fetch', server.fetch);
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab);
  const { result } = renderHook(() => ({ ...useSendByWhatsapp(), toast: useShownToast() }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return { server, opened, result };
}
const newTab = () => ({ opener: window, location: { replace: vi.fn() }, close: vi.fn() }) as unknown as Window;

test('opens the tab in the press itself and directs it to the conversation after the answer', async () => {
  const tab = newTab();
  const { server, opened, result } = open(tab);
  const answer = server.hold(sendReminder);
  const onSent = vi.fn();
  act(() => result.current.send(APPOINTMENT, onSent));
  expect(opened.mock.calls).toEqual([['', '_blank']]);
  expect(tab.opener).toBeNull();
  await waitFor(() => expect(result.current.sendingId).toBe(APPOINTMENT));
  expect(tab.location.replace).not.toHaveBeenCalled();
  answer(SENT);
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(URL));
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(server.requests(sendReminder).map(({ body }) => body)).toEqual([{ channel: 'whatsapp' }]);
  expect(result.current.toast?.open).toBeFalsy();
});

test('closes the tab and says why when the server refuses', async () => {
  const tab = newTab();
  const { server, result } = open(tab);
  server.refuse(sendReminder, 'PATIENT_PHONE_UNUSABLE');
  act(() => result.current.send(APPOINTMENT));
  await waitFor(() => expect(tab.close).toHaveBeenCalledOnce());
  await waitFor(() =>
    expect(result.current.toast?.description).toBe('El teléfono del paciente no es un número válido para WhatsApp'),
  );
  act(() => dismissToast(result.current.toast?.id ?? 0));
});

test('offers the conversation in the toast when the browser blocks the tab', async () => {
  const { server, opened, result } = open(null);
  server.reply(sendReminder, SENT);
  act(() => result.current.send(APPOINTMENT));
  await waitFor(() => expect(result.current.toast?.action?.label).toBe('Abrir WhatsApp'));
  const { action } = result.current.toast ?? {};
  if (action && 'onPress' in action) action.onPress();
  expect(opened).toHaveBeenLastCalledWith(URL, '_blank', 'noopener');
});

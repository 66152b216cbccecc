import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getNotices, sendTestNotice, turnOffNotices, turnOnNotices } from '#contract/notices';
import { areNoticesDenied, canShowNotices, isSubscribed, subscribeBrowser } from '#web/notices/push-subscription.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { unsubscribeBrowser } from '#web/platform/unsubscribe-browser.ts';

export const NOTICES_NOT_LOADED = 'No se pudo saber si este dispositivo recibe avisos';

interface DeviceNotices {
  /** Whether notices are shown, and why not. */
  state: 'unsupported' | 'denied' | 'off' | 'on';
  publicKey: string;
}

/** Asks the browser and the server: either may have forgotten the subscription. */
const deviceNotices = queryOptions({
  queryKey: [getNotices.path],
  queryFn: async ({ signal }): Promise<DeviceNotices> => {
    if (!canShowNotices()) return { state: 'unsupported', publicKey: '' };
    const { publicKey, isOn } = await call(getNotices, {}, signal);
    if (areNoticesDenied()) return { state: 'denied', publicKey };
    return { state: isOn && (await isSubscribed(publicKey)) ? 'on' : 'off', publicKey };
  },
  meta: { failed: NOTICES_NOT_LOADED },
  // The user may have changed the permission in the settings of the browser.
  staleTime: 0,
});

export const useDeviceNotices = () => useQuery(deviceNotices);

/** The message for a field says more than the message of the reply. */
const toReason = ({ details, message }: ApiError): string => details[0]?.message ?? message;

/** Also after a failure, which may come from a permission or a subscription that the browser has withdrawn. */
function useReload() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: deviceNotices.queryKey });
}

export const useTurnOnNotices = () =>
  useMutation({
    mutationFn: async (publicKey: string) => call(turnOnNotices, { body: await subscribeBrowser(publicKey) }),
    meta: {
      done: 'Avisos activados en este dispositivo',
      failed: (error) => (error instanceof ApiError ? toReason(error) : error.message),
    },
    onSettled: useReload(),
  });

export const useTurnOffNotices = () =>
  useMutation({
    mutationFn: async () => {
      await call(turnOffNotices);
      await unsubscribeBrowser();
    },
    meta: { done: 'Avisos desactivados en este dispositivo', failed: 'No se pudieron desactivar los avisos' },
    onSettled: useReload(),
  });

export const useSendTestNotice = () =>
  useMutation({
    mutationFn: () => call(sendTestNotice),
    meta: { done: 'Aviso de prueba enviado', failed: 'No se pudo enviar el aviso de prueba' },
    onSettled: useReload(),
  });

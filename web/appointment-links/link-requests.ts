import type { FreeHours, LinkedAppointment, LinkedWaiting } from '#contract/appointment-links';
import { post, send } from '#web/patient-pages/requests.ts';

/** The token is as the address of the page has it. */
export const linkAddress = (token: string, act = ''): string => `/api/appointment-links/${token}${act}`;

export const getAppointment = (token: string): Promise<LinkedAppointment> => send(linkAddress(token));

export const getWaiting = (token: string): Promise<LinkedWaiting> => send(linkAddress(token, '/waiting'));

export const getFreeHours = (token: string, period: { from: string; to: string }): Promise<FreeHours[]> =>
  send(linkAddress(token, `/slots?from=${period.from}&to=${period.to}`));

export const postAct = <Reply>(token: string, act: string, body?: object): Promise<Reply> =>
  post(linkAddress(token, act), body);

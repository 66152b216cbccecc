import type { z } from 'zod';
import type { Challenge } from '#contract/proof-of-work';
import type { getRightsRecipient, NewRightsRequest, RightsReceipt } from '#contract/rights-requests';
import { post, send } from '#web/patient-pages/requests.ts';
import type { Recipient } from '#web/rights-form/recipient.ts';

export const getRecipient = (recipient: Recipient) =>
  send<z.output<(typeof getRightsRecipient)['reply']>>(
    'token' in recipient
      ? `/api/rights-recipients/link/${recipient.token}`
      : `/api/rights-recipients/${encodeURIComponent(recipient.slug)}`,
  );

export const getChallenge = (): Promise<Challenge> => send('/api/rights-requests/challenge');

export const sendRequest = (body: z.input<typeof NewRightsRequest>): Promise<RightsReceipt> =>
  post('/api/rights-requests', body);

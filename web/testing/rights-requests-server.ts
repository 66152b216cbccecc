import { exportPatient } from '#contract/export';
import { getPatient } from '#contract/patients';
import { extendedAnswerDay } from '#contract/rights-clocks';
import {
  awaitsAnswer,
  changeRightsRequest,
  countRightsRequests,
  getRightsRecipient,
  getRightsRequest,
  listRightsRequests,
  RIGHTS_PER_PAGE,
  type RightsRequest,
} from '#contract/rights-requests';
import { refusal } from './mock-server.ts';
import { ANA, serverFor } from './open-app.tsx';
import { patientNumber } from './patients-server.ts';

/** Received on 19 November 2026 of a patient. */
export const RIGHTS_REQUEST: RightsRequest = {
  _id: '0197a000-0000-7000-8000-0000000000c1',
  number: 'D-2026-0007',
  kind: 'access',
  name: 'Rosa Díaz Soto',
  rut: '20000001-1',
  email: 'rosa@ejemplo.cl',
  text: 'Quiero una copia de mis exámenes.',
  receivedAt: '2026-11-19T13:00:00.000Z',
  dueAt: '2026-12-20T02:59:59.999Z',
  dueOn: '2026-12-19',
  warnOn: '2026-12-14',
  status: 'open',
  patientId: patientNumber(1)._id,
  patientName: 'Rosa Díaz',
  patientBlocked: false,
  isPatientEmail: true,
};

/** Keeps requests like the real server. An answered one stays as it is. */
export function rightsServer(requests: RightsRequest[] = [RIGHTS_REQUEST]) {
  const server = serverFor();
  const inState = (state: string | null) =>
    requests.filter(({ status }) => state === null || awaitsAnswer(status) === (state === 'waiting'));
  server.reply(listRightsRequests, ({ url: { searchParams } }) => {
    const skipped = (Number(searchParams.get('page') ?? 1) - 1) * RIGHTS_PER_PAGE;
    return inState(searchParams.get('state')).slice(skipped, skipped + RIGHTS_PER_PAGE);
  });
  server.reply(getRightsRequest, ({ url }) => {
    const found = requests.find(({ _id }) => url.pathname.endsWith(_id));
    if (!found) throw refusal('NOT_FOUND');
    return found;
  });
  server.reply(countRightsRequests, ({ url: { searchParams } }) => {
    const counted = inState(searchParams.get('state') ?? 'waiting');
    return { total: counted.length, next: counted[0] };
  });
  server.reply(changeRightsRequest, ({ url, body }) => {
    const at = requests.findIndex(({ _id }) => url.pathname.endsWith(_id));
    const request = requests[at];
    if (!request) throw new Error('Unknown request');
    const { status, answer } = body as { status: 'answered' | 'refused' | 'extended'; answer: string };
    const now = new Date().toISOString();
    const changed: RightsRequest =
      status === 'extended'
        ? { ...request, status, extensionReason: answer, extendedAt: now, dueOn: extendedAnswerDay(request.dueOn) }
        : { ...request, status, answer, answeredAt: now, mailStatus: 'pending' };
    requests[at] = changed;
    return changed;
  });
  server.reply(getRightsRecipient, { professional: ANA.name });
  server.reply(getPatient, patientNumber(1));
  server.answer(exportPatient, () => new Response('zip'));
  return server;
}

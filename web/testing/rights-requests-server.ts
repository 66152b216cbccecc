import { exportPatient } from '#contract/export';
import { getPatient } from '#contract/patients';
import { extendedAnswerDay } from '#contract/rights-clocks';
import {
  awaitsAnswer,
  changeRightsRequest,
  countRightsRequests,
  getRightsRecipient,
  listRightsRequests,
  type RightsRequest,
} from '#contract/rights-requests';
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
  server.reply(listRightsRequests, () => [...requests]);
  server.reply(countRightsRequests, () => {
    const waiting = requests.filter(({ status }) => awaitsAnswer(status));
    return { total: waiting.length, next: waiting[0] };
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

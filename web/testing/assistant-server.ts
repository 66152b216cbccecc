import type { Appointment } from '#contract/agenda';
import {
  getReceptionDay,
  getReceptionDayVersion,
  listProfessionals,
  nextFreeWithAnyone,
  type Professional,
} from '#contract/assistants';
import { me, type User } from '#contract/auth';
import { listBookingRequests } from '#contract/booking-requests';
import { type AssistantUse, type Endpoint, PROFESSIONAL_HEADER } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import type { ErrorCode } from '#contract/errors';
import { getPatient, type Patient } from '#contract/patients';
import { listRemindersOfDay } from '#contract/reminders';
import { listWaiting } from '#contract/waiting-list';
import { agendaServer, ROSA } from './agenda-server.ts';
import { refusal } from './mock-server.ts';
import { ANA } from './open-app.tsx';

const MARTA: User = {
  _id: '0197a000-0000-7000-8000-0000000000d1',
  name: 'Marta Soto',
  email: 'marta@ejemplo.cl',
  role: 'assistant',
  subscriptionStatus: 'free',
  patientCount: 0,
  patientLimit: 0,
  nextPaymentDate: null,
};

export const PROFESSIONAL_ANA: Professional = {
  _id: ANA._id,
  name: ANA.name,
  profession: 'Médicos/as',
  timeZone: 'America/Santiago',
  canEditPatients: true,
  canCharge: false,
};
export const PROFESSIONAL_LUIS: Professional = {
  ...PROFESSIONAL_ANA,
  _id: '0197a000-0000-7000-8000-00000000000c',
  name: 'Luis Rojas Vera',
  timeZone: 'Pacific/Easter',
  canEditPatients: false,
};

/** What the server sends of a patient to an assistant. */
function receptionPatient(patient: Patient): Patient {
  const { allergies: _allergies, notas: _notas, alertas: _alertas, preferencias: _preferencias, ...rest } = patient;
  return rest;
}

interface Options {
  professionals?: Professional[];
  appointments?: Appointment[];
}

/** Knows Marta, who works for these professionals, and refuses what the server refuses to an assistant. */
export function assistantServer({
  professionals = [PROFESSIONAL_ANA, PROFESSIONAL_LUIS],
  appointments = [],
}: Options = {}) {
  const server = agendaServer(appointments);
  server.reply(me, MARTA);
  server.reply(listProfessionals, () => professionals);
  server.reply(getReceptionDay, () =>
    professionals.map((professional) => ({ professional, appointments: [], freeTimes: ['09:00'] })),
  );
  server.reply(getReceptionDayVersion, { version: '1' });
  server.reply(nextFreeWithAnyone, []);
  server.reply(listBookingRequests, []);
  server.reply(listWaiting, []);
  server.reply(listRemindersOfDay, []);
  server.reply(getPatient, receptionPatient(ROSA));
  const refused: string[] = [];
  return {
    ...server,
    /** The requests that were refused: 'GET /api/drafts ASSISTANT_FORBIDDEN'. */
    refused,
    fetch: async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const { pathname } = new URL(address instanceof Request ? address.url : address, location.origin);
      const method = init.method ?? 'GET';
      const named = new Headers(init.headers).get(PROFESSIONAL_HEADER);
      const code = findRefusal(endpointAt(method, pathname), named, professionals);
      if (!code) return server.fetch(address, init);
      refused.push(`${method} ${pathname} ${code}`);
      return Response.json(refusal(code).reply, { status: refusal(code).status });
    },
    /** The professional ends the access of the assistant. */
    end: ({ _id }: Professional): void => {
      professionals.splice(
        professionals.findIndex((one) => one._id === _id),
        1,
      );
    },
  };
}

function endpointAt(method: string, path: string): Endpoint | undefined {
  const answering = ENDPOINTS.filter(
    (endpoint) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return answering.find((endpoint) => endpoint.path === path) ?? answering[0];
}

/** The rules of the guard. An endpoint that is not found is one for assistants. */
function findRefusal(
  endpoint: Endpoint | undefined,
  named: string | null,
  professionals: readonly Professional[],
): ErrorCode | undefined {
  if (!endpoint || endpoint.access === 'public' || endpoint.access === 'assistant') return undefined;
  const use: AssistantUse | undefined = endpoint.assistants;
  if (use === 'own-account') return undefined;
  if (!use) return 'ASSISTANT_FORBIDDEN';
  if (!named) return 'PROFESSIONAL_REQUIRED';
  const professional = professionals.find(({ _id }) => _id === named);
  const isAllowed = professional && (use === 'for-professional' || professional[use]);
  return isAllowed ? undefined : 'ASSISTANT_FORBIDDEN';
}

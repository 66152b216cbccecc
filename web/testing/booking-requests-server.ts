import type { Appointment } from '#contract/agenda';
import {
  acceptBookingRequest,
  type BookingRequest,
  countBookingRequests,
  listBookingRequests,
  rejectBookingRequest,
} from '#contract/booking-requests';
import { agendaServer, DAY } from './agenda-server.ts';

/** A booking of somebody new that waits for the professional. In January Santiago is three hours behind UTC. */
export const REQUEST: BookingRequest = {
  _id: '0197a000-0000-7000-8000-0000000000d1',
  status: 'requested',
  serviceId: '0197a000-0000-7000-8000-0000000000e1',
  serviceName: 'Control',
  date: DAY,
  time: '10:00',
  duration: 60,
  name: 'Eva Paz Muñoz',
  rut: '12345678-5',
  birthDate: '1990-03-15',
  phone: '9 8765 4321',
  email: 'eva@ejemplo.cl',
  createdAt: '2030-01-04T15:05:00.000Z',
  expiresAt: '2030-01-06T13:00:00.000Z',
  patientId: null,
};

/** Keeps bookings like the real server: an accepted one becomes an appointment, a rejected one frees its hour. */
export function bookingServer(requests: BookingRequest[] = [REQUEST], appointments: Appointment[] = []) {
  const server = agendaServer(appointments);
  const take = ({ url }: { url: URL }) => {
    const at = requests.findIndex(({ _id }) => url.pathname.includes(_id));
    const [request] = requests.splice(at, 1);
    if (!request) throw new Error('Unknown booking');
    return request;
  };
  server.reply(listBookingRequests, () => [...requests]);
  server.reply(countBookingRequests, () => {
    const latest = requests.map(({ createdAt }) => createdAt).sort();
    return { total: requests.filter(({ status }) => status === 'requested').length, latest: latest.at(-1) };
  });
  server.reply(acceptBookingRequest, (sent) => {
    const { _id, date, time, duration, name, rut } = take(sent);
    const made: Appointment = {
      _id,
      patientId: '0197a000-0000-7000-8000-0000000000f9',
      patientName: name,
      patientRut: rut,
      date,
      time,
      duration,
      status: 'scheduled',
      overbooked: false,
    };
    appointments.push(made);
    return made;
  });
  server.reply(rejectBookingRequest, (sent) => {
    take(sent);
    return undefined;
  });
  return server;
}

import { type AppointmentMailValues, appointmentMail } from '#server/reminders/appointment-mail';

const VALUES: AppointmentMailValues = {
  patient: 'Rosa',
  professional: 'Dra. Valentina Rojas Cárdenas',
  timeZone: 'America/Santiago',
  place: 'Av. Providencia 1234, oficina 502, Providencia',
  phone: '+56 2 2345 6789',
  message: '',
  hours: [{ date: '2026-03-18', time: '15:30' }],
  previous: undefined,
  link: 'https://ficha.example.cl/cita/Zk3vT0pQn8yWcXhR5sLd1uEoAaGfJbMi2K4N6P7q9tU',
};

/** Mails to a patient of which pictures are made, as a telephone shows them. */
export const MAILS = [
  { name: 'mail-reminder', html: appointmentMail('before', VALUES).html },
  {
    name: 'mail-change',
    html: appointmentMail('change', { ...VALUES, previous: { date: '2026-03-17', time: '11:00' } }).html,
  },
  { name: 'mail-cancellation', html: appointmentMail('cancellation', VALUES).html },
] as const;

/** A small telephone. The picture is as high as the mail. */
export const TELEPHONE = { width: 360, height: 400 };

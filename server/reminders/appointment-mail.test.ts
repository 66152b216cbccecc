import { expect, test } from 'vitest';
import { type AppointmentMailValues, appointmentMail } from './appointment-mail.ts';

const LINK = 'https://ficha.cl/cita/3q2-7wAB';
const values = (details: Partial<AppointmentMailValues> = {}): AppointmentMailValues => ({
  patient: 'Rosa',
  professional: 'Ana Soto',
  timeZone: 'America/Santiago',
  place: 'Av. Colón 123',
  phone: '+56 61 223 4567',
  message: '',
  hours: [{ date: '2026-11-24', time: '15:30' }],
  previous: undefined,
  link: LINK,
  ...details,
});

/** What a reader sees of HTML. */
const shown = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('a reminder has the message, the button, and who, when and where', () => {
  const { subject, text, html } = appointmentMail('before', values());
  expect(subject).toBe('Recordatorio de tu hora');
  expect(
    text,
  ).toBe(`Hola Rosa: te recordamos tu hora con Ana Soto el martes 24 de noviembre a las 15:30. Confirma o cancela tu hora aquí: ${LINK}

Con: Ana Soto
Cuándo: martes 24 de noviembre a las 15:30
Dónde: Av. Colón 123
Teléfono: +56 61 223 4567

Recibes este correo porque tienes una hora con Ana Soto. Si lo respondes, tu respuesta le llega a Ana Soto.

No recibir más recordatorios: ${LINK}

Enviado con Ficha Austral
`);
  expect(shown(html)).toContain('Confirma o cancela tu hora aquí: Confirmar o cancelar Si el botón');
  expect(shown(html)).toContain('Cuándo martes 24 de noviembre a las 15:30 Dónde Av. Colón 123');
  expect(html).toMatch(new RegExp(`<a href="${LINK}"[^>]*>Confirmar o cancelar</a>`));
  expect(html).toMatch(new RegExp(`<a href="${LINK}"[^>]*>No recibir más recordatorios</a>`));
});

test.each([
  ['booking', 'Tu hora está agendada'],
  ['manual', 'Recordatorio de tu hora'],
  ['change', 'Tu hora cambió'],
  ['cancellation', 'Tu hora fue cancelada'],
] as const)('the subject of a mail of kind %s is %s', (kind, subject) => {
  expect(appointmentMail(kind, values()).subject).toBe(subject);
});

test("the professional's message keeps its paragraphs, and a link within it stays where it was", () => {
  const message =
    'Hola {paciente}:\nnos vemos el {fecha}.\n\nAquí {enlace} puedes confirmar.\n\n{profesional}, {lugar}';
  const { text, html } = appointmentMail('booking', values({ message }));
  expect(text).toContain(
    `Hola Rosa:\nnos vemos el martes 24 de noviembre.\n\nAquí ${LINK} puedes confirmar.\n\nAna Soto`,
  );
  expect(html).toContain('<p>Hola Rosa:<br>nos vemos el martes 24 de noviembre.</p>');
  expect(html).toMatch(new RegExp(`<p>Aquí <a href="${LINK}"[^>]*>${LINK}</a> puedes confirmar.</p>`));
});

test('what people wrote is text in the HTML, never markup', () => {
  const hostile = `<img src=x onerror="alert('1')">&{enlace}`;
  const { html } = appointmentMail(
    'before',
    values({ message: `${hostile} <b>{paciente}</b>`, patient: hostile, professional: hostile, place: hostile }),
  );
  expect(html).not.toMatch(/<img|<b>|onerror="/);
  expect(html).toContain('&lt;b>&lt;img');
  for (const kind of ['change', 'cancellation'] as const) {
    const details = { patient: hostile, professional: hostile, place: hostile, phone: hostile };
    expect(appointmentMail(kind, values(details)).html).not.toMatch(/<img|onerror="/);
  }
});

test('without place and telephone their lines are left out', () => {
  const { text } = appointmentMail('before', values({ place: '', phone: '' }));
  expect(text).toContain('Cuándo: martes 24 de noviembre a las 15:30\n\nRecibes');
});

test('a series lists ten hours and counts the others', () => {
  const hours = Array.from({ length: 12 }, (_, n) => ({
    date: `2026-12-${String(n + 1).padStart(2, '0')}`,
    time: '09:00',
  }));
  const [first = { date: '', time: '' }, ...others] = hours;
  const { subject, text, html } = appointmentMail('booking', values({ hours: [first, ...others] }));
  expect(subject).toBe('Tus horas están agendadas');
  expect(text).toContain('Primera: martes 1 de diciembre a las 09:00\n');
  expect(text.match(/^- .* a las 09:00$/gm)).toHaveLength(10);
  expect(text).toContain('- jueves 10 de diciembre a las 09:00\n- y 2 más\n');
  expect(html.match(/<li>/g)).toHaveLength(11);
  const ten = appointmentMail('booking', values({ hours: [first, ...others.slice(0, 9)] }));
  expect(ten.text).not.toContain('más\n\nEl enlace');
});

test('a change has the old hour and the new one', () => {
  const { text } = appointmentMail('change', values({ previous: { date: '2026-11-23', time: '09:00' } }));
  expect(text).toContain(`Hola Rosa: tu hora con Ana Soto cambió.

Con: Ana Soto
Antes: lunes 23 de noviembre a las 09:00
Ahora: martes 24 de noviembre a las 15:30
Dónde: Av. Colón 123
Teléfono: +56 61 223 4567

Si la nueva hora no te acomoda, avisa cuanto antes aquí:

${LINK}
`);
});

test('a changed series has every new hour, and the link is of the first one', () => {
  const hours = [
    { date: '2026-11-24', time: '15:30' },
    { date: '2026-12-01', time: '15:30' },
  ] as const;
  const { subject, text } = appointmentMail(
    'change',
    values({ hours, previous: { date: '2026-11-24', time: '09:00' } }),
  );
  expect(subject).toBe('Tus horas cambiaron');
  expect(text).toContain(`Hola Rosa: tus horas con Ana Soto cambiaron.

Con: Ana Soto
Primera: martes 24 de noviembre a las 15:30
Dónde: Av. Colón 123
Teléfono: +56 61 223 4567

Tus 2 horas:

- martes 24 de noviembre a las 15:30
- martes 1 de diciembre a las 15:30

El enlace de este correo vale para la primera.
`);
});

test('a cancelled series has every hour', () => {
  const hours = [
    { date: '2026-11-24', time: '15:30' },
    { date: '2026-12-01', time: '15:30' },
  ] as const;
  const { subject, text } = appointmentMail('cancellation', values({ hours }));
  expect(subject).toBe('Tus horas fueron canceladas');
  expect(text).toContain(`Hola Rosa: estas horas con Ana Soto fueron canceladas:

- martes 24 de noviembre a las 15:30
- martes 1 de diciembre a las 15:30
`);
});

test('a cancellation after a deletion has no link', () => {
  const deleted = values({ link: undefined });
  const { text, html } = appointmentMail('cancellation', deleted);
  expect(text).toContain('tu hora con Ana Soto del martes 24 de noviembre a las 15:30 fue cancelada.');
  expect(text).toContain('Para pedir otra hora, llama al +56 61 223 4567 o responde este correo.');
  expect(text).toContain('porque tenías una hora con Ana Soto');
  expect(text + html).not.toMatch(/https?:/);
  expect(() => appointmentMail('before', deleted)).toThrow('without a link');
});

test('the zone is named where the clocks differ from most of the country', () => {
  expect(appointmentMail('before', values({ timeZone: 'America/Punta_Arenas' })).text).toContain(
    'Cuándo: martes 24 de noviembre a las 15:30 (hora de Magallanes)',
  );
});

test('the closing leads to the form of rights in one line', () => {
  const rightsLink = 'https://ficha.cl/derechos/ana-soto';
  for (const kind of ['booking', 'before', 'change', 'cancellation'] as const) {
    const { text, html } = appointmentMail(kind, values({ rightsLink }));
    expect(text.split('\n').filter((line) => line.includes('/derechos/'))).toEqual([
      `Derechos sobre tus datos: ${rightsLink}`,
    ]);
    expect(html).toMatch(new RegExp(`<hr[^>]*>[^]*<a href="${rightsLink}"[^>]*>Derechos sobre tus datos</a>`));
  }
});

test('a cancellation leads to the page where another hour is booked', () => {
  const bookingLink = 'https://ficha.cl/reservar/ana-soto';
  const { text, html } = appointmentMail('cancellation', values({ bookingLink }));
  expect(text).toContain('Para pedir otra hora, resérvala en línea, llama al +56 61 223 4567 o responde este correo.');
  expect(text).toContain(`\n\n${bookingLink}\n\n`);
  expect(html).toMatch(new RegExp(`<a href="${bookingLink}"[^>]*>Reservar otra hora</a>`));
});

test('the patient who moved an hour is told of the own act', () => {
  const { subject, text } = appointmentMail(
    'change',
    values({ previous: { date: '2026-11-23', time: '09:00' }, isByPatient: true }),
  );
  expect(subject).toBe('Tu hora cambió');
  expect(text).toContain('Hola Rosa: cambiaste tu hora con Ana Soto.\n');
  expect(text).toContain(`Si no fuiste tú, o ya no te acomoda, avisa cuanto antes aquí:\n\n${LINK}\n`);
});

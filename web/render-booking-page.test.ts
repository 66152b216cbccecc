import { expect, test } from 'vitest';
import type { BookingPage } from '#contract/booking';
import { renderBookingPage } from '#web/render-booking-page.tsx';

const SERVICE = {
  _id: '0197a000-0000-7000-8000-000000000001',
  name: 'Consulta',
  duration: 90 as const,
  price: 25_000,
  deposit: null,
  modality: 'in-person' as const,
  description: 'Primera consulta',
};
const PAGE: BookingPage = {
  professional: {
    name: 'Dra. Ana Rojas',
    profession: 'Médicos/as',
    specialty: 'Medicina familiar',
    city: 'Valdivia',
    identity: 'verified',
  },
  services: [
    SERVICE,
    { ...SERVICE, _id: 'otro', name: 'Control', duration: 30, price: null, deposit: null, modality: 'remote' },
  ],
  message: 'Trae tus exámenes.',
  timeZone: 'America/Santiago',
  approval: 'automatic',
  windowDays: 30,
  acceptsNewPatients: true,
  cancelNoticeHours: 12,
  confirmsByMail: true,
};
const URL = 'https://ficha.cl/reservar/ana';

const render = (page: Partial<BookingPage> = {}) => renderBookingPage({ ...PAGE, ...page }, { slug: 'ana', url: URL });

const block = (body: string, type: string) =>
  JSON.parse(new RegExp(`<script type="${type}"[^>]*>(.*?)</script>`, 's').exec(body)?.[1] ?? '');
/** What somebody reads who runs no script. */
const readable = (body: string) => body.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]+>/g, ' ');

test('the head names the professional, the profession and the city', () => {
  const { head } = render();
  const title = 'Reserva una hora con Dra. Ana Rojas, médico/a en Valdivia';
  expect(head).toContain(`<title>${title}</title>`);
  expect(head).toContain(`<meta property="og:title" content="${title}"/>`);
  const description =
    'Dra. Ana Rojas, Médico/a, Medicina familiar en Valdivia. Elige el servicio, el día y la hora, y reserva en línea.';
  for (const name of ['name="description"', 'property="og:description"']) {
    expect(head).toContain(`<meta ${name} content="${description}"/>`);
  }
  expect(head).toContain(`<link rel="canonical" href="${URL}"/>`);
  expect(head).toContain(`<meta property="og:url" content="${URL}"/>`);
  expect(head).not.toContain('noindex');
});

test('the services can be read without JavaScript', () => {
  const text = readable(render().body);
  for (const part of [
    'Reserva una hora con',
    'Médico/a · Medicina familiar · Valdivia',
    'Identidad verificada',
    'Trae tus exámenes.',
    '1 h 30 min · $25.000 · Presencial',
    '30 min · A convenir · Remota',
    'Primera consulta',
    'Para reservar en línea activa JavaScript en tu navegador.',
  ]) {
    expect(text).toContain(part);
  }
});

test('a professional who reviews bookings says so', () => {
  const text = 'revisa cada solicitud y responde por correo o teléfono';
  expect(readable(render().body)).not.toContain(text);
  expect(readable(render({ approval: 'manual' }).body)).toContain(text);
  expect(readable(render({ acceptsNewPatients: false }).body)).toContain(text);
});

test('search engines read the professional and the services as JSON-LD', () => {
  expect(block(render().body, 'application/ld\\+json')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Physician',
    name: 'Dra. Ana Rojas',
    description: 'Médico/a, Medicina familiar',
    url: URL,
    address: { '@type': 'PostalAddress', addressLocality: 'Valdivia', addressCountry: 'CL' },
    employee: { '@type': 'Person', name: 'Dra. Ana Rojas', jobTitle: 'Médico/a' },
    makesOffer: [
      {
        '@type': 'Offer',
        itemOffered: { '@type': 'Service', name: 'Consulta', description: 'Primera consulta' },
        price: 25_000,
        priceCurrency: 'CLP',
      },
      { '@type': 'Offer', itemOffered: { '@type': 'Service', name: 'Control', description: 'Primera consulta' } },
    ],
    potentialAction: { '@type': 'ReserveAction', target: URL, name: 'Reservar una hora' },
  });
});

test.each([
  ['Odontólogos/as', 'Dentist'],
  ['Nutricionistas', 'DietNutrition'],
  ['Psicólogos/as', 'MedicalBusiness'],
  ['', 'MedicalBusiness'],
])('the profession "%s" is a %s', (profession, kind) => {
  const { body } = render({ professional: { ...PAGE.professional, profession } });
  expect(block(body, 'application/ld\\+json')).toMatchObject({ '@type': kind });
});

test('the script gets the data of the page, so that it asks for none', () => {
  expect(block(render().body, 'application/json')).toEqual({ slug: 'ana', page: PAGE });
});

test('no text of the professional is taken for HTML', () => {
  const name = `</script></title><img src=x onerror="alert('1')">`;
  const { head, body } = render({
    professional: { ...PAGE.professional, name, specialty: name, city: name },
    services: [{ ...SERVICE, name, description: name }],
    message: name,
  });
  expect(head + body).not.toContain('<img');
  expect(head).not.toContain('"alert');
  expect(head.match(/<\/title>/g)).toHaveLength(1);
  expect(body.match(/<\/script>/g)).toHaveLength(2);
  expect(block(body, 'application/json').page.professional.name).toBe(name);
  expect(block(body, 'application/ld\\+json').name).toBe(name);
});

test('a page without services says so', () => {
  expect(readable(render({ services: [] }).body)).toContain('no ofrece servicios para reservar en línea');
});

test('a professional without profession and city has no empty words', () => {
  const { head, body } = render({ professional: { name: 'Ana', profession: '', city: '', identity: 'declared' } });
  expect(head).toContain('<title>Reserva una hora con Ana</title>');
  expect(block(body, 'application/ld\\+json')).not.toHaveProperty('employee');
  expect(head).toContain('content="Ana. Elige el servicio, el día y la hora, y reserva en línea."');
});

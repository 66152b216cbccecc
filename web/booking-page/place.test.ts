import { expect, test } from 'vitest';
import { type Place, placeAddress, readPlace } from '#web/booking-page/place.ts';

const service = (_id: string) => ({
  _id,
  name: _id,
  duration: 30 as const,
  price: null,
  deposit: null,
  modality: 'remote' as const,
});
const [ONE, OTHER] = [service('uno'), service('otro')];

test.each<Place>([
  { step: 'service' },
  { step: 'hours', service: ONE },
  { step: 'waiting', service: OTHER },
  { step: 'data', service: OTHER, hour: { date: '2026-11-24', time: '15:30' } },
])('every place has an address that leads back to it: $step', (place) => {
  expect(readPlace(placeAddress(place), [ONE, OTHER])).toEqual(place);
});

test('a single service is not chosen', () => {
  expect(readPlace('', [ONE])).toEqual({ step: 'hours', service: ONE });
  expect(readPlace('?servicio=otro&lista-de-espera', [ONE])).toEqual({ step: 'waiting', service: ONE });
  expect(readPlace('', [])).toEqual({ step: 'service' });
});

test.each(['?servicio=nada', '?fecha=2026-11-24&hora=15:30', '?enviada'])(
  'an address without a service of the page begins with the choice: %s',
  (query) => {
    expect(readPlace(query, [ONE, OTHER])).toEqual({ step: 'service' });
  },
);

test.each([
  'fecha=2026-02-30&hora=10:00',
  'fecha=2026-02-20',
  'fecha=2026-02-20&hora=<b>',
  'fecha=2026-02-20&hora=99:99',
  'fecha=2026-02-20&hora=24:00',
])('an address with half an hour leads to the hours: %s', (query) => {
  expect(readPlace(`?servicio=uno&${query}`, [ONE, OTHER])).toEqual({ step: 'hours', service: ONE });
});

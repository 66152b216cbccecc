import { expect, test } from 'vitest';
import { type ChargesAddress, readAddress, writeAddress } from '#web/charges/charges-address.ts';

const TODAY = '2026-11-19';
const read = (address: string) => readAddress(new URLSearchParams(address), TODAY);

test('without parameters, the current month is shown', () => {
  expect(read('')).toEqual({
    period: 'month',
    day: TODAY,
    status: undefined,
    withoutInvoice: false,
    search: '',
    page: 1,
  });
});

test('what is shown is written and read again', () => {
  const shown: ChargesAddress[] = [
    { period: 'day', day: '2026-11-01', status: 'pending', withoutInvoice: false, search: '', page: 1 },
    { period: 'week', day: '2026-11-01', status: 'void', withoutInvoice: true, search: 'Rosa Díaz', page: 1 },
    { period: 'month', day: '2026-11-01', status: undefined, withoutInvoice: false, search: '1024', page: 3 },
  ];
  for (const one of shown) expect(read(writeAddress(one))).toEqual(one);
});

test('words that the page does not know are left out', () => {
  expect(read('?vista=siglo&fecha=2026-02-30&estado=perdonado&boleta=con&buscar=%20&pagina=-1')).toEqual(read(''));
});

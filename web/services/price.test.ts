import { expect, test } from 'vitest';
import { parsePrice, priceText } from '#web/services/price.ts';

test.each([
  [null, 'A convenir'],
  [0, '$0'],
  [990, '$990'],
  [5000, '$5.000'],
  [25_000, '$25.000'],
  [100_000_000, '$100.000.000'],
])('a price of %j is shown as %s, and read back', (price, text) => {
  expect(priceText(price)).toBe(text);
  if (price !== null) expect(parsePrice(text)).toBe(price);
});

test.each([
  ['', null],
  [' ', null],
  ['$', null],
  ['25000', 25_000],
  [' $ 25.000 ', 25_000],
  ['1.250.000', 1_250_000],
])('%j is read as %j', (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

test.each(['25,000', '25.5', '25.00', '2.5000', '.500', '-25000', '25 mil', '1e4'])('%j is no price', (text) => {
  expect(parsePrice(text)).toBeNaN();
});

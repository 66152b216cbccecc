import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberInWords, quantityInWords } from './quantity.ts';

test.each([
  [0, 'cero'],
  [1, 'uno'],
  [16, 'dieciséis'],
  [21, 'veintiuno'],
  [30, 'treinta'],
  [31, 'treinta y uno'],
  [99, 'noventa y nueve'],
  [100, 'cien'],
  [101, 'ciento uno'],
  [555, 'quinientos cincuenta y cinco'],
  [1000, 'mil'],
  [1200, 'mil doscientos'],
  [21_000, 'veintiún mil'],
  [31_001, 'treinta y un mil uno'],
  [100_000, 'cien mil'],
  [999_999, 'novecientos noventa y nueve mil novecientos noventa y nueve'],
])('%i is %s', (number, words) => {
  expect(numberInWords(number)).toBe(words);
});

test('numbers in words are all different and have no gap', () => {
  const number = fc.nat({ max: 999_999 });
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(numberInWords(one)).toMatch(/^[a-záéíóú]+( [a-záéíóú]+)*$/);
      expect(numberInWords(one) === numberInWords(other)).toBe(one === other);
    }),
  );
});

test.each([
  ['30 comprimidos', '30 (treinta) comprimidos'],
  ['1 caja', '1 (una) caja'],
  ['1 frasco', '1 (un) frasco'],
  ['1 ampolla', '1 (una) ampolla'],
  ['1 frasco-ampolla', '1 (un) frasco-ampolla'],
  ['21 cápsulas', '21 (veintiuna) cápsulas'],
  ['21 CÁPSULAS blandas', '21 (veintiuna) CÁPSULAS blandas'],
  ['31 tabletas', '31 (treinta y una) tabletas'],
  ['21 comprimidos', '21 (veintiún) comprimidos'],
  ['21 lápices', '21 (veintiún) lápices'],
  ['101 dosis', '101 (ciento una) dosis'],
  ['100 cápsulas', '100 (cien) cápsulas'],
  ['200 aplicaciones', '200 (doscientas) aplicaciones'],
  ['500 UI', '500 (quinientas) UI'],
  ['500 mL', '500 (quinientos) mL'],
  ['1 mes', '1 (un) mes'],
  ['21 meses', '21 (veintiún) meses'],
  ['21 días', '21 (veintiún) días'],
  ['1 año', '1 (un) año'],
  ['1 semana', '1 (una) semana'],
  ['1 crema', '1 (una) crema'],
  ['1 pomada', '1 (una) pomada'],
  ['1 solución', '1 (una) solución'],
  ['1 colirio', '1 (un) colirio'],
  ['1 gel', '1 (un) gel'],
  ['1 spray nasal', '1 (un) spray nasal'],
  ['31 jeringas', '31 (treinta y una) jeringas'],
  ['1 óvulo', '1 (un) óvulo'],
  ['1 artilugio', '1 artilugio'],
  ['1 según indicación', '1 (uno) según indicación'],
  ['21 en total', '21 (veintiuno) en total'],
  ['30 artilugios', '30 (treinta) artilugios'],
  ['200 artilugios', '200 artilugios'],
  ['21', '21 (veintiuno)'],
  ['21.000 unidades', '21.000 (veintiún mil) unidades'],
  ['200.001 unidades', '200.001 (doscientas mil una) unidades'],
  ['1.200 mL', '1.200 (mil doscientos) mL'],
  ['30', '30 (treinta)'],
  ['dos cajas', 'dos cajas'],
  ['1,5 L', '1,5 L'],
  ['1.5 L', '1.5 L'],
  ['1/2 frasco', '1/2 frasco'],
  ['2 x 30 comprimidos', '2 x 30 comprimidos'],
  ['10-20 sobres', '10-20 sobres'],
  ['30–60 comprimidos', '30–60 comprimidos'],
  ['30 – 60 comprimidos', '30 – 60 comprimidos'],
  ['30 a 60', '30 a 60'],
  ['1 o 2 cajas', '1 o 2 cajas'],
  ['2 x30 comprimidos', '2 x30 comprimidos'],
  ['2 por 30', '2 por 30'],
  ['30mg', '30mg'],
  ['30 + 10 comprimidos', '30 + 10 comprimidos'],
  ['30 ampollas', '30 (treinta) ampollas'],
  ['2 óvulos', '2 (dos) óvulos'],
  ['1234567 UI', '1234567 UI'],
  ['1.200.000 UI', '1.200.000 UI'],
])('%s is printed as %s', (quantity, printed) => {
  expect(quantityInWords(quantity)).toBe(printed);
});

import { expect, test } from 'vitest';
import { NewBooking } from '#contract/booking';
import { checkPerson, type FormValues } from '#web/booking-page/check-person.ts';
import { birthDateFrom } from '#web/patient-pages/check-birth-date.ts';

const TODAY = '2026-11-18';
const RIGHT: FormValues = {
  name: 'Rosa Díaz',
  rut: '12.345.678-5',
  documentType: 'rut',
  birthDate: '09/03/1985',
  phone: '9 1234 5678',
  email: 'rosa@ejemplo.cl',
  acceptsPrivacy: true,
};

test('a complete form is right', () => {
  expect(checkPerson(RIGHT, TODAY)).toEqual({});
  expect(checkPerson({ ...RIGHT, documentType: 'passport', rut: 'AB123' }, TODAY)).toEqual({});
});

test('a wrong check digit is no mistake, for the contract neither', () => {
  const values = { ...RIGHT, rut: '12.345.678-9' };
  expect([checkPerson(values, TODAY), contractErrors(values)]).toEqual([{}, {}]);
});

test.each([
  ['3/5/65', '1965-05-03'],
  ['03051965', '1965-05-03'],
  ['030565', '1965-05-03'],
  ['3-5-1965', '1965-05-03'],
  ['3.5.65', '1965-05-03'],
  ['1965-05-03', '1965-05-03'],
  ['18/11/26', '2026-11-18'],
  ['18/11/27', '1927-11-18'],
  ['1/1/00', '2000-01-01'],
])('the birth date %s is %s', (birthDate, day) => {
  expect(birthDateFrom(birthDate, TODAY)).toBe(day);
  expect(checkPerson({ ...RIGHT, birthDate }, TODAY)).toEqual({});
});

/** The first message of the contract about each field. */
function contractErrors(values: FormValues): Record<string, string> {
  const { error } = NewBooking.safeParse({
    ...values,
    birthDate: values.birthDate === '09/03/1985' ? '1985-03-09' : values.birthDate,
    serviceId: '0197a000-0000-7000-8000-000000000001',
    date: '2026-11-24',
    time: '15:30',
    altcha: 'e30=',
  });
  return Object.fromEntries((error?.issues ?? []).reverse().map(({ path, message }) => [String(path[0]), message]));
}

test.each<Partial<FormValues>>([
  { name: ' ' },
  { rut: '' },
  { rut: 'AB123456' },
  { birthDate: '' },
  { birthDate: '31/02/1985' },
  { phone: '' },
  { phone: '123' },
  { email: '' },
  { email: 'rosa@' },
  { acceptsPrivacy: false },
])('a mistake has the text of the contract: %j', (mistake) => {
  const errors = checkPerson({ ...RIGHT, ...mistake }, TODAY);
  expect(Object.keys(errors)).toEqual(Object.keys(mistake));
  expect(errors).toEqual(contractErrors({ ...RIGHT, ...mistake }));
});

test('the number of another document is asked for by its name', () => {
  expect(checkPerson({ ...RIGHT, documentType: 'dni', rut: '' }, TODAY)).toEqual({ rut: 'El número es requerido' });
});

test.each(['15', '15/03', '15/03/188', 'marzo'])(
  'a text that is no day is asked for with an example: %s',
  (birthDate) => {
    expect(checkPerson({ ...RIGHT, birthDate }, TODAY)).toEqual({
      birthDate: 'Escribe día, mes y año, como 15/03/1988',
    });
  },
);

test('nobody is born tomorrow', () => {
  expect(checkPerson({ ...RIGHT, birthDate: '19/11/2026' }, TODAY)).toEqual({
    birthDate: 'La fecha de nacimiento no puede ser futura',
  });
  expect(checkPerson({ ...RIGHT, birthDate: '18/11/2026' }, TODAY)).toEqual({});
});

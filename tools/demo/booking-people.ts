import type { BookingPerson } from '#contract/booking';
import type { WorkingInterval } from '#contract/working-hours';

/** How patients book with a professional of the demonstration, and who did. */
export interface BookingPractice {
  slug: string;
  message: string;
  hours: readonly WorkingInterval[];
  /** Who booked and is no patient yet. */
  newPeople: readonly BookingPerson[];
  waiting: readonly BookingPerson[];
}

const onWeekdays = (...intervals: [from: WorkingInterval['from'], to: WorkingInterval['to']][]): WorkingInterval[] =>
  [1, 2, 3, 4, 5].flatMap((weekday) => intervals.map(([from, to]) => ({ weekday, from, to })));

const person = (name: string, rut: string, birthDate: string, phone: string): BookingPerson => ({
  name,
  rut,
  documentType: 'rut',
  birthDate,
  phone,
  email: `${name.split(' ', 1)[0]?.toLowerCase()}.${rut.slice(-4, -2)}@ejemplo.cl`,
});

export const PHYSICIAN_BOOKING: BookingPractice = {
  slug: 'dra-camila-fuentealba',
  message: 'La consulta queda en el tercer piso, con ascensor. Llega diez minutos antes.',
  hours: onWeekdays(['09:00', '13:00'], ['15:00', '18:00']),
  newPeople: [
    person('Paulina Andrea Oyarzo Vidal', '17204938-9', '1989-06-02', '+56 9 7214 5530'),
    {
      ...person('Mateo Sebastián Ferreyra', 'AAB417205', '1994-10-21', '+54 9 294 455 0117'),
      documentType: 'passport',
      email: 'mateo.ferreyra@ejemplo.com',
    },
  ],
  waiting: [
    person('Ricardo Alonso Miranda Peña', '12640817-K', '1974-03-28', '+56 9 6102 7745'),
    person('Valeria Soledad Antilef Ruiz', '18930254-1', '1994-12-11', '+56 9 8847 3091'),
    person('Eliana del Carmen Reyes Toro', '8417362-2', '1959-08-05', '+56 9 5533 1208'),
  ],
};

export const PSYCHOLOGIST_BOOKING: BookingPractice = {
  slug: 'tomas-huenchumilla',
  message: 'La primera sesión es para conocernos. Puedes cancelar hasta el día anterior.',
  hours: onWeekdays(['09:00', '13:00'], ['15:00', '19:00']),
  newPeople: [person('Daniela Paz Cifuentes Lagos', '19475620-8', '1997-01-30', '+56 9 9360 2284')],
  waiting: [
    person('Gonzalo Iván Sáez Molina', '16082745-9', '1985-11-17', '+56 9 4471 9936'),
    person('Antonella Rivas Correa', '20318654-1', '2000-05-09', '+56 9 7728 6150'),
  ],
};

import { addDays } from '#contract/days';
import type { Consultation } from './consultation.ts';
import { type History, instantIn, type Person, type Visit, weekdayBefore } from './history.ts';
import { MEDICINE } from './medicine.ts';
import type { DemoPatient } from './people.ts';

const PATIENT: DemoPatient = {
  name: 'Rosa Elena Díaz Mansilla',
  rut: '7.654.321-6',
  birthDate: '1958-03-02',
  sex: 'femenino',
  address: 'General Lagos 1234, Valdivia',
  phone: '+56 9 6123 4567',
  email: 'rosa.diaz@ejemplo.cl',
  emergencyContact: 'Paula Soto Díaz (hija), +56 9 8765 4321',
  allergies: 'Penicilina',
  alertas: 'Usa anticoagulante oral',
  notas: 'Trae sus exámenes en papel.',
  preferencias: 'Prefiere que la llamen por la tarde.',
  occupation: 'Profesora jubilada',
  prevision: 'fonasa-c',
};

/** No other appointment is at this hour. */
const HOUR = '13:00';
const PRINTED_DAYS_AGO = 14;

interface Measured extends Pick<Consultation, 'measurements'> {
  /** What the text says of them, and what it says instead. */
  said: [before: string, after: string];
}

/** The same consultation with other measurements. */
const measured = (consultation: Consultation | undefined, { said, measurements }: Measured) =>
  consultation && { ...consultation, anamnesis: consultation.anamnesis.replace(...said), measurements };

/** A patient whose record shows everything, for the pictures and for who looks around. */
export function rosa(zone: string, today: string): History & { person: Person } {
  const person: Person = { input: PATIENT, since: instantIn(zone, addDays(today, -237), '09:00') };
  const [hypertension, diabetes] = MEDICINE;
  const visit = (
    daysAgo: number,
    details: Pick<Visit, 'consultation' | 'certificate' | 'isFinalized' | 'addendum' | 'file'>,
  ): Visit => {
    const day = weekdayBefore(addDays(today, -daysAgo));
    const startsAt = instantIn(zone, day, HOUR);
    const bookedAt = instantIn(zone, addDays(day, -6), '10:00');
    const booking = { person, day, time: HOUR, duration: 30, startsAt, bookedAt, note: 'Control' } as const;
    const isPrinted = daysAgo === PRINTED_DAYS_AGO;
    return { ...booking, ...details, status: 'attended', isOverbooked: false, isPrinted };
  };
  const visits = [
    visit(91, {
      consultation: measured(hypertension, {
        said: ['PA 138/86 mmHg, FC 74 lpm, peso 78 kg', 'PA 146/90 mmHg, FC 78 lpm, peso 80,2 kg'],
        measurements: { weightKg: 80.2, heightCm: 163, systolic: 146, diastolic: 90, pulse: 78, waistCm: 101 },
      }),
      certificate: undefined,
      isFinalized: true,
      addendum: 'Llegaron los exámenes: creatinina y potasio en rango normal. Se avisa a la paciente por teléfono.',
    }),
    visit(49, {
      consultation: measured(diabetes, {
        said: ['IMC 29,4', 'IMC 29,7'],
        measurements: { weightKg: 78.9, heightCm: 163, glucose: 131, waistCm: 99.5 },
      }),
      certificate: undefined,
      isFinalized: true,
    }),
    visit(PRINTED_DAYS_AGO, {
      consultation: hypertension,
      certificate: { template: 0, isFinalized: true },
      isFinalized: true,
      file: 'laboratory',
    }),
    visit(1, {
      consultation: diabetes,
      certificate: { template: 1, isFinalized: false },
      isFinalized: false,
      file: 'electrocardiogram',
    }),
  ];
  return { person, people: [person], visits };
}

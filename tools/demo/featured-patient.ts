import { addDays } from '#contract/days';
import { bodyMassIndex } from '#contract/measurement-texts';
import { formatDecimal } from '#contract/measurements';
import type { Consultation } from './consultation.ts';
import { DIABETES, HYPERTENSION } from './medicine.ts';
import type { DemoPatient } from './people.ts';
import { PRESCRIPTIONS } from './prescriptions.ts';
import { type History, instantIn, type Person, type Visit, weekdayBefore } from './visits.ts';

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
const HEIGHT_CM = 163;

/** A control of her blood pressure, as the text tells it and as the charts show it. */
function hypertensionControl(measured: { weightKg: number; systolic: number; diastolic: number; pulse: number }) {
  const { weightKg, systolic, diastolic, pulse } = measured;
  const anamnesis = `Asiste a control de presión. Toma sus medicamentos a diario. Sin cefalea, dolor torácico ni disnea. Registro domiciliario con promedio de ${systolic - 2}/${diastolic - 2} mmHg.

PA ${systolic}/${diastolic} mmHg, FC ${pulse} lpm, peso ${formatDecimal(weightKg)} kg. Ruidos cardíacos rítmicos, sin edema de extremidades.`;
  return { ...HYPERTENSION, anamnesis, measurements: { ...measured, heightCm: HEIGHT_CM } };
}

function diabetesControl(measured: { weightKg: number; glucose: number; waistCm: number }, glycatedHemoglobin: string) {
  const { glucose } = measured;
  const measurements = { ...measured, heightCm: HEIGHT_CM };
  const anamnesis = `Glicemias capilares en ayunas entre ${glucose - 9} y ${glucose + 14} mg/dl. Sin hipoglicemias. Camina tres veces por semana. HbA1c de este mes: ${glycatedHemoglobin} %.

IMC ${formatDecimal(bodyMassIndex(measurements) ?? 0)}. Pies sin lesiones, pulsos presentes, sensibilidad conservada con monofilamento.`;
  return { ...DIABETES, anamnesis, measurements };
}

/** The usual antibiotics are penicillins and cephalosporins, which her allergy excludes. */
const CYSTITIS: Consultation = {
  reason: 'Molestias al orinar',
  anamnesis:
    'Disuria y polaquiuria de dos días, sin fiebre ni dolor lumbar. Alergia a penicilina: erupción en todo el cuerpo con amoxicilina en 2011.\n\nAbdomen blando, puñopercusión lumbar negativa. T° 36,7 °C, FC 80 lpm.',
  measurements: { temperatureC: 36.7, pulse: 80 },
  diagnoses: ['N39.0'],
  plan: 'Por su alergia se evitan amoxicilina y cefadroxilo; se indica nitrofurantoína, con creatinina normal.\nUrocultivo antes de iniciar el tratamiento. Abundante agua.\nConsultar si hay fiebre, dolor lumbar o vómitos.',
  prescriptions: [PRESCRIPTIONS.nitrofurantoin],
};

/** A patient whose record shows everything, for the pictures and for who looks around. */
export function rosa(zone: string, today: string): History & { person: Person } {
  const person: Person = { input: PATIENT, since: instantIn(zone, addDays(today, -237), '09:00') };
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
  const finalized = (daysAgo: number, consultation: Consultation, details: Partial<Visit> = {}): Visit =>
    visit(daysAgo, { consultation, certificate: undefined, isFinalized: true, ...details });
  const visits = [
    finalized(224, hypertensionControl({ weightKg: 84.6, systolic: 162, diastolic: 98, pulse: 82 })),
    finalized(182, diabetesControl({ weightKg: 83.4, glucose: 164, waistCm: 105 }, '8,2')),
    finalized(147, hypertensionControl({ weightKg: 82.1, systolic: 154, diastolic: 94, pulse: 80 })),
    finalized(119, diabetesControl({ weightKg: 81.2, glucose: 149, waistCm: 103 }, '7,8')),
    finalized(91, hypertensionControl({ weightKg: 80.2, systolic: 146, diastolic: 90, pulse: 78 }), {
      addendum: 'Llegaron los exámenes: creatinina y potasio en rango normal. Se avisa a la paciente por teléfono.',
    }),
    finalized(70, CYSTITIS, {
      addendum: 'Urocultivo: Escherichia coli sensible a nitrofurantoína. Por teléfono refiere que está sin molestias.',
    }),
    finalized(49, diabetesControl({ weightKg: 78.9, glucose: 131, waistCm: 99.5 }, '7,1')),
    finalized(PRINTED_DAYS_AGO, hypertensionControl({ weightKg: 78, systolic: 138, diastolic: 86, pulse: 74 }), {
      certificate: { template: 0, isFinalized: true },
      file: 'laboratory',
      isSent: true,
    }),
    visit(1, {
      consultation: diabetesControl({ weightKg: 77.6, glucose: 127, waistCm: 98 }, '6,8'),
      certificate: { template: 1, isFinalized: false },
      isFinalized: false,
      file: 'electrocardiogram',
    }),
  ];
  return { person, people: [person], visits, series: undefined };
}

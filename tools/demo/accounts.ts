import type { z } from 'zod';
import type { AssistantInvitation, AssistantPermissions } from '#contract/assistants';
import type { Registration } from '#contract/auth';
import type { NewService } from '#contract/services';
import { type BookingPractice, PHYSICIAN_BOOKING, PSYCHOLOGIST_BOOKING } from './booking-people.ts';
import type { Consultation } from './consultation.ts';
import { rosa } from './featured-patient.ts';
import { MEDICINE } from './medicine.ts';
import { notablePatients } from './notable-patients.ts';
import type { Purchase } from './payments.ts';
import type { DemoPatient } from './people.ts';
import { PHYSIOTHERAPY } from './physiotherapy.ts';
import { PHYSICIAN_PRESETS, PHYSIOTHERAPIST_PRESETS, type Presets, PSYCHOLOGIST_PRESETS } from './presets.ts';
import { PSYCHOLOGY } from './psychology.ts';
import { PHYSICIAN_SERVICES, PHYSIOTHERAPIST_SERVICES, PSYCHOLOGIST_SERVICES } from './services.ts';
import type { History, Person } from './visits.ts';

/** The password of every account of the demonstration. It is printed at start and protects nothing. */
export const PASSWORD = 'demostracion';
export const ADMIN = { email: 'admin@ejemplo.cl', password: PASSWORD };

export interface Professional {
  profile: Omit<z.input<typeof Registration>, 'password'>;
  /** What the list of logins says of the account. */
  about: string;
  /** How many days ago the account was registered. */
  registered: number;
  patients: number;
  ages: { least: number; most: number };
  /** The hours of the appointments, and how long most of them take. */
  hours: readonly string[];
  duration: 30 | 60;
  consultations: readonly Consultation[];
  certificates: readonly { name: string; content: string }[];
  presets: Presets;
  services: readonly NewService[];
  /** Absent when patients do not book online. */
  booking?: BookingPractice;
  purchases: readonly Purchase[];
  /** What the assistant of the demonstration may do beyond the agenda. */
  assistant: AssistantPermissions;
  /** A person who was invited and has not answered. */
  invites?: AssistantInvitation;
  /** What patients read in reminders. */
  reminders: { place: string; phone: string };
  /** Whether an administrator has confirmed the identity. */
  isConfirmed: boolean;
  hasSignature: boolean;
  /** Whether somebody is overbooked today. */
  overbooks?: true;
  /** The hour of a patient who comes every week. No other appointment is at this hour. */
  weeklyAt?: string;
  /** A patient whose record shows everything. */
  featured?: (zone: string, today: string) => History & { person: Person };
  /** Other patients that are not made by chance. */
  notable?: (today: string) => DemoPatient[];
}

const HALF_HOURS = '09:00 09:30 10:00 10:30 11:00 11:30 12:00 12:30 15:00 15:30 16:00 16:30 17:00 17:30'.split(' ');
const HOURS = '09:00 10:00 11:00 12:00 15:00 16:00 17:00 18:00'.split(' ');

export const PROFESSIONALS: readonly Professional[] = [
  {
    profile: {
      name: 'Camila Fuentealba Soto',
      rut: '15.482.937-7',
      email: 'camila@ejemplo.cl',
      profession: 'Médicos/as',
      rnpi: '284913',
      specialty: 'Medicina familiar',
      city: 'Valdivia',
      region: 'Región de Los Ríos',
    },
    about: 'médica, plan anual vigente',
    registered: 240,
    patients: 180,
    ages: { least: 1, most: 88 },
    hours: HALF_HOURS,
    duration: 30,
    consultations: MEDICINE,
    presets: PHYSICIAN_PRESETS,
    services: PHYSICIAN_SERVICES,
    booking: PHYSICIAN_BOOKING,
    certificates: [
      {
        name: 'Certificado de atención',
        content:
          'Certifico haber atendido en esta fecha a la persona individualizada en este documento, en control de salud.\n\nSe extiende el presente certificado a petición de la persona interesada, para los fines que estime convenientes.',
      },
      {
        name: 'Reposo',
        content:
          'Certifico que la persona individualizada en este documento presenta un cuadro que requiere reposo en su domicilio por tres días, a contar de esta fecha.',
      },
      {
        name: 'Aptitud para actividad física',
        content:
          'Certifico que, al examen físico de esta fecha, la persona individualizada en este documento no presenta contraindicaciones para realizar actividad física escolar y recreativa.',
      },
    ],
    purchases: [
      { daysAgo: 239.02, type: 'annual', states: ['rejected'] },
      { daysAgo: 239, type: 'annual', states: ['approved'] },
    ],
    assistant: { canEditPatients: true, canCharge: true },
    invites: {
      name: 'Carolina Vera Leiva',
      email: 'carolina@ejemplo.cl',
      canEditPatients: false,
      canCharge: false,
    },
    reminders: { place: 'Arauco 159, oficina 302, Valdivia', phone: '+56 63 2 214 380' },
    isConfirmed: true,
    hasSignature: true,
    overbooks: true,
    featured: rosa,
    notable: notablePatients,
  },
  {
    profile: {
      name: 'Tomás Huenchumilla Rojas',
      rut: '17.263.540-7',
      email: 'tomas@ejemplo.cl',
      profession: 'Psicólogos/as',
      rnpi: '391276',
      specialty: 'Psicología clínica',
      city: 'Temuco',
      region: 'Región de La Araucanía',
    },
    about: 'psicólogo, plan mensual que vence en pocos días, pagos en todos los estados',
    registered: 88,
    patients: 110,
    ages: { least: 8, most: 74 },
    hours: HOURS,
    duration: 60,
    consultations: PSYCHOLOGY,
    presets: PSYCHOLOGIST_PRESETS,
    services: PSYCHOLOGIST_SERVICES,
    booking: PSYCHOLOGIST_BOOKING,
    certificates: [
      {
        name: 'Certificado de asistencia',
        content:
          'Certifico que la persona individualizada en este documento asiste a proceso de psicoterapia individual con frecuencia semanal.\n\nSe extiende el presente certificado a petición de la persona interesada.',
      },
    ],
    purchases: [
      { daysAgo: 86, type: 'monthly', states: ['approved'] },
      { daysAgo: 58.02, type: 'monthly', states: ['rejected'] },
      { daysAgo: 58, type: 'monthly', states: ['approved'] },
      { daysAgo: 30, type: 'monthly', states: ['pending', 'approved'] },
      { daysAgo: 25, type: 'monthly', states: ['approved', 'refunded'] },
      { daysAgo: 9, type: 'annual', states: ['pending', 'cancelled'] },
      { daysAgo: 0.2, type: 'annual', states: ['pending'] },
    ],
    assistant: { canEditPatients: true, canCharge: false },
    reminders: { place: 'Antonio Varas 854, oficina 41, Temuco', phone: '+56 9 4410 2275' },
    isConfirmed: false,
    hasSignature: false,
    weeklyAt: '19:00',
  },
  {
    profile: {
      name: 'Constanza Barría Oyarzún',
      rut: '18.094.615-2',
      email: 'constanza@ejemplo.cl',
      profession: 'Kinesiólogos/as/Fisioterapeutas',
      rnpi: '452088',
      city: 'Punta Arenas',
      region: 'Región de Magallanes y de la Antártica Chilena',
    },
    about: 'kinesióloga, plan vencido: lee e imprime, y no puede escribir atenciones',
    registered: 78,
    patients: 70,
    ages: { least: 6, most: 86 },
    hours: HOURS,
    duration: 60,
    consultations: PHYSIOTHERAPY,
    presets: PHYSIOTHERAPIST_PRESETS,
    services: PHYSIOTHERAPIST_SERVICES,
    certificates: [
      {
        name: 'Certificado de asistencia a kinesiología',
        content:
          'Certifico que la persona individualizada en este documento asistió en esta fecha a sesión de kinesiología.',
      },
    ],
    purchases: [
      { daysAgo: 76, type: 'monthly', states: ['approved'] },
      { daysAgo: 48, type: 'monthly', states: ['approved'] },
      { daysAgo: 2, type: 'monthly', states: ['rejected'] },
    ],
    assistant: { canEditPatients: false, canCharge: false },
    reminders: { place: 'Avenida Colón 766, Punta Arenas', phone: '+56 61 2 224 915' },
    isConfirmed: false,
    hasSignature: false,
  },
];

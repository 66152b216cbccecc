import type { DemoPatient } from './people.ts';

/**
 * Patients with what few have: a social name, a document that is no RUT, a mother who decides, no wish for reminders, a
 * telephone number without its country, no e-mail address.
 */
export const notablePatients = (today: string): DemoPatient[] => [
  {
    name: 'Javier Ignacio Leiva Sandoval',
    socialName: 'Javiera Leiva Sandoval',
    rut: '19.482.731-8',
    birthDate: '1997-02-18',
    sex: 'masculino',
    address: 'Picarte 1870, Valdivia',
    phone: '+56 9 7312 4408',
    email: 'javiera.leiva@ejemplo.cl',
    preferencias: 'Llamarla por su nombre social en la sala de espera.',
    reminders: false,
    occupation: 'Diseñadora gráfica',
    prevision: 'isapre',
  },
  {
    name: 'Yuliana Carolina Rondón Peña',
    documentType: 'passport',
    rut: '143207865',
    birthDate: '1990-11-05',
    sex: 'femenino',
    address: 'Los Notros 455, Valdivia',
    phone: '+56 9 5521 8830',
    notas: 'Su RUT está en trámite.',
    allergies: 'Ibuprofeno y otros AINEs',
    occupation: 'Enfermera',
    prevision: 'none',
  },
  {
    name: 'Hernán Gabriel Quiroga',
    documentType: 'dni',
    rut: '28456917',
    birthDate: '1981-06-30',
    sex: 'masculino',
    address: 'San Martín 812, San Martín de los Andes, Argentina',
    phone: '2972 41-6620',
    occupation: 'Guía de montaña',
    prevision: 'other',
  },
  {
    name: 'Amaru Antonio Nahuelpán Vera',
    rut: '26.318.459-9',
    birthDate: `${Number(today.slice(0, 4)) - 7}-01-14`,
    sex: 'masculino',
    address: 'Los Copihues 230, Valdivia',
    phone: '+56 9 6640 1297',
    emergencyContact: 'Daniela Vera Curilem (madre), +56 9 6640 1297',
    allergies: 'Amoxicilina',
    prevision: 'fonasa-b',
    legalRepresentative: { name: 'Daniela Vera Curilem', rut: '17.905.283-0', relationship: 'madre' },
  },
];

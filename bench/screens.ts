import { createPatient } from '#contract/patients';
import { sendAs, signIn, storageStateOf } from './sign-in.ts';

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

export interface Screen {
  name: string;
  path: string;
  heading: string;
  /** What leads there is a button and not a link. */
  button?: string;
}

export const screensWith = (patientId: string): Screen[] => [
  { name: 'agenda', path: '/dashboard/agenda', heading: 'Agenda' },
  { name: 'patients', path: '/dashboard/pacientes', heading: 'Pacientes' },
  { name: 'patient', path: `/dashboard/pacientes/${patientId}`, heading: 'Rosa Díaz' },
  {
    name: 'new note',
    path: `/dashboard/pacientes/${patientId}/atencion`,
    heading: 'Nota Clínica',
    button: 'Agregar Atención',
  },
  { name: 'account', path: '/dashboard/configuracion', heading: 'Configuración de Cuenta' },
];

/** A professional with a patient. */
export async function signedIn(url: string) {
  const session = await signIn(url, 'ana@ejemplo.cl');
  const { accessToken } = session;
  const body = { name: 'Rosa Díaz', rut: '11.111.111-1', birthDate: '1980-05-10' };
  const { _id: patientId } = await sendAs(accessToken, url, createPatient, { body });
  return { accessToken, patientId, storageState: storageStateOf(url, session) };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Printable, PrintedCertificate, PrintedNote, PrintedReceipt } from '#server/pdf/printable';
import type { SigningIdentity } from '#server/pdf/signing/cms';
import { loadSigningIdentity } from '#server/pdf/signing/identity';

type Head = Omit<Printable, 'kind' | 'content'>;

const HEAD: Head = {
  pageSize: 'letter',
  folio: 'ATN-2026-000123-9C41D07A2E5B',
  verifyUrl: 'https://ficha.example.cl/verificar/7F3K-9QXM-2VTA-HC4D-W8RJ-P6NB-YE',
  code: '7F3K-9QXM-2VTA-HC4D-W8RJ-P6NB-YE',
  contentHash: '3b7e9c1f'.repeat(8),
  finalizedAt: '2026-11-15T17:05:00.000Z',
  professional: {
    name: 'Ana María Muñoz Ñancupil',
    rut: '12345678-5',
    rnpi: '763509',
    profession: 'Médicos/as',
    specialty: 'Medicina Familiar',
    city: 'Punta Arenas',
    region: 'Región de Magallanes y de la Antártica Chilena',
    timeZone: 'America/Punta_Arenas',
  },
  patient: {
    name: 'Rosa Díaz Güiraldes',
    rut: '7654321-6',
    birthDate: '1958-03-02',
    sex: 'femenino',
    address: 'Av. España 1234, depto. 56, Punta Arenas',
  },
};

const NOTE: PrintedNote = {
  reason: 'Control de hipertensión arterial y cefalea desde hace 3 días.',
  anamnesis:
    'Paciente de 68 años con antecedentes de HTA y diabetes mellitus tipo 2. Refiere cefalea holocránea de intensidad 6/10, sin náuseas ni fotofobia.\n\nPresión arterial 158/94 mmHg; FC 78 lpm; SatO₂ 97 %. VFG ≥ 60 ml/min. TSH 2,1 µUI/ml.\nExamen neurológico sin focalidad.',
  diagnoses: [
    { system: 'CIE-10', code: 'I10', display: 'Hipertensión esencial (primaria)' },
    { system: 'CIE-10', code: 'E11.9', display: 'Diabetes mellitus tipo 2, sin mención de complicación' },
    { text: 'Cefalea tensional' },
  ],
  plansAndIndications:
    'Dieta hiposódica y caminata de 30 minutos al día.\nControl de presión en domicilio, mañana y noche, durante 7 días.\n\nConsultar en urgencia si PA ≥ 180/110 mmHg, dolor torácico o dificultad para respirar.',
  prescriptions: [
    {
      medicamento: 'Losartán 50 mg comprimidos',
      dosis: '1 comprimido (50 mg)',
      posologia: 'Cada 12 horas, vía oral',
      duracion: '30 días',
      indicacionesUso: 'Tomar a la misma hora, con o sin alimentos.',
    },
    {
      medicamento: 'Metformina 850 mg comprimidos',
      dosis: '1 comprimido',
      posologia: 'Cada 12 horas, con las comidas',
      duracion: '90 días',
    },
  ],
};

const CERTIFICATE: PrintedCertificate = {
  title: 'Certificado de asistencia',
  content:
    'Certifico que doña Rosa Díaz Güiraldes asistió a control médico el día 15 de noviembre de 2026, entre las 13:30 y las 14:05 horas.\n\nSe extiende el presente certificado a petición de la interesada, para ser presentado ante quien corresponda.',
};

type NoteKind = 'clinical-note' | 'plans' | 'prescriptions';

export const printedNote = (
  kind: NoteKind,
  content: Partial<PrintedNote> = {},
  head: Partial<Head> = {},
): Printable => ({ ...HEAD, ...head, kind, content: { ...NOTE, ...content } });

export const printedCertificate = (content: Partial<PrintedCertificate> = {}, head: Partial<Head> = {}): Printable => ({
  ...HEAD,
  ...head,
  kind: 'certificate',
  content: { ...CERTIFICATE, ...content },
});

const RECEIPT: PrintedReceipt = {
  date: '2026-11-15',
  appointment: { date: '2026-11-15', time: '13:30' },
  concept: 'Consulta de medicina familiar',
  amount: 45_000,
  payments: [
    { date: '2026-11-15', method: 'bono', amount: 30_000, reference: '123456789' },
    { date: '2026-11-15', method: 'transfer', amount: 15_000, reference: '0042' },
  ],
  invoiceNumber: '1207',
};

export const printedReceipt = (content: Partial<PrintedReceipt> = {}, head: Partial<Head> = {}): Printable => ({
  ...HEAD,
  folio: 'COB-2026-000123-9C41D07A2E5B',
  ...head,
  kind: 'receipt',
  content: { ...RECEIPT, ...content },
});

export const professional = (changes: Partial<Head['professional']>) => ({ ...HEAD.professional, ...changes });
export const patient = (changes: Partial<Head['patient']>) => ({ ...HEAD.patient, ...changes });

/** Runs a test with a temporary folder. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-documents-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A key and its certificate for tests, made as the first start makes them. */
export const SIGNING_PEM = join(import.meta.dirname, 'signing.pem');

export const testIdentity = (): Promise<SigningIdentity> =>
  loadSigningIdentity({ certificate: SIGNING_PEM, key: SIGNING_PEM, passphrase: undefined }, '', new Date());

/** Another one than `testIdentity`. */
export const newIdentity = (): Promise<SigningIdentity> =>
  withFolder((folder) => loadSigningIdentity(undefined, folder, new Date('2026-11-01T12:00:00Z')));

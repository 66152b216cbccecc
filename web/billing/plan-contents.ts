/** What the paid plan includes, whether it is paid monthly or annually. */
export const PROFESSIONAL_CONTENTS = [
  'Pacientes ilimitados',
  'Agenda completa',
  'Fichas clínicas ilimitadas',
  'Impresión de PDF con validez legal',
  'Firma digital en recetas',
  'Soporte técnico y prioritario',
] as const;

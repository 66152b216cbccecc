/** What the paid plan gives, monthly or annual alike. */
export const PROFESSIONAL_CONTENTS = [
  'Pacientes ilimitados',
  'Agenda completa',
  'Fichas clínicas ilimitadas',
  'Impresión de PDF con validez legal',
  'Firma digital en recetas',
  'Soporte técnico y prioritario',
] as const;

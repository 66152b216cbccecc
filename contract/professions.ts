export const PROFESSIONS = [
  'Médicos/as',
  'Psicólogos/as',
  'Odontólogos/as',
  'Kinesiólogos/as/Fisioterapeutas',
  'Enfermeros/as',
  'Nutricionistas',
] as const;

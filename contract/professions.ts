export const PROFESSIONS = [
  'Médicos/as',
  'Psicólogos/as',
  'Odontólogos/as',
  'Kinesiólogos/as/Fisioterapeutas',
  'Enfermeros/as',
  'Nutricionistas',
] as const;

// By law, physicians and dentists prescribe. What the other listed professions write is not a receta.
const WITHOUT_PRESCRIPTION: readonly string[] = PROFESSIONS.filter(
  (one) => one !== 'Médicos/as' && one !== 'Odontólogos/as',
);

export const mayPrescribe = (profession: string | undefined): boolean =>
  !WITHOUT_PRESCRIPTION.includes(profession ?? '');

/** The heading of the prescriptions, which are only indications when the profession may not prescribe. */
export const prescriptionsHeading = (profession: string | undefined): 'Recetas' | 'Indicaciones' =>
  mayPrescribe(profession) ? 'Recetas' : 'Indicaciones';

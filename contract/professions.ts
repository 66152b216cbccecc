import { fold } from './fold.ts';

export const PROFESSIONS = [
  'Médicos/as',
  'Psicólogos/as',
  'Odontólogos/as',
  'Kinesiólogos/as/Fisioterapeutas',
  'Enfermeros/as',
  'Nutricionistas',
] as const;

const SINGULAR: Record<(typeof PROFESSIONS)[number], string> = {
  'Médicos/as': 'Médico/a',
  'Psicólogos/as': 'Psicólogo/a',
  'Odontólogos/as': 'Odontólogo/a',
  'Kinesiólogos/as/Fisioterapeutas': 'Kinesiólogo/a, Fisioterapeuta',
  'Enfermeros/as': 'Enfermero/a',
  Nutricionistas: 'Nutricionista',
};

const isListed = (profession: string): profession is (typeof PROFESSIONS)[number] =>
  (PROFESSIONS as readonly string[]).includes(profession);

/** The singular of a profession. The list has plurals. */
export const singularProfession = (profession: string): string =>
  isListed(profession) ? SINGULAR[profession] : profession;

/** The value of the list for its singular, which pages show. Any other text stays as it is. */
export const listedProfession = (text: string): string =>
  PROFESSIONS.find((profession) => fold(SINGULAR[profession]) === fold(text)) ?? text;

// By law, physicians and dentists prescribe. What the other listed professions write is not a receta.
const WITHOUT_PRESCRIPTION: readonly string[] = PROFESSIONS.filter(
  (one) => one !== 'Médicos/as' && one !== 'Odontólogos/as',
);

export const mayPrescribe = (profession: string | undefined): boolean =>
  !WITHOUT_PRESCRIPTION.includes(profession ?? '');

/** The heading above the title of a certificate. Only a physician's is a 'certificado médico'. */
export const certificateHeading = (profession: string | undefined): 'CERTIFICADO MÉDICO' | 'CERTIFICADO' =>
  profession === 'Médicos/as' ? 'CERTIFICADO MÉDICO' : 'CERTIFICADO';

/** The heading of the prescriptions, which are only indications when the profession may not prescribe. */
export const prescriptionsHeading = (profession: string | undefined): 'Recetas' | 'Indicaciones' =>
  mayPrescribe(profession) ? 'Recetas' : 'Indicaciones';

import type { z } from 'zod';
import { NewNoteTemplate, NewPrescriptionFavourite } from '#contract/presets';
import type { AppDeps } from '#server/app';
import type { Owner } from '#server/auth/owner';
import { createNoteTemplate, createPrescriptionFavourite } from '#server/presets/presets.service';
import { PRESCRIPTIONS } from './prescriptions.ts';

/** What a professional copies into notes. */
export interface Presets {
  noteTemplates: readonly z.input<typeof NewNoteTemplate>[];
  favourites: readonly z.input<typeof NewPrescriptionFavourite>[];
}

export const PHYSICIAN_PRESETS: Presets = {
  noteTemplates: [
    {
      name: 'Control cardiovascular',
      reason: 'Control de salud cardiovascular',
      anamnesis:
        'Adherencia a los medicamentos:\nSíntomas (cefalea, dolor torácico, disnea, edema):\nPresión en domicilio:\n\nExamen físico: ruidos cardíacos rítmicos, sin edema de extremidades.',
      plansAndIndications:
        'Dieta con menos sal y caminata de 30 minutos, cinco días a la semana.\nExámenes: creatinina, electrolitos, perfil lipídico y orina completa.\nControl en tres meses.',
    },
    {
      name: 'Control sano de niño',
      reason: 'Control sano',
      anamnesis: 'Alimentación:\nSueño:\nDesarrollo psicomotor:\nVacunas:\n\nExamen físico segmentario:',
      plansAndIndications:
        'Alimentación variada, sin bebidas azucaradas.\nControl dental.\nPróximo control en seis meses.',
    },
    {
      name: 'Señales de alarma respiratorias',
      plansAndIndications:
        'Consultar en urgencia si hay dificultad para respirar, labios morados, decaimiento o fiebre por más de tres días.',
    },
  ],
  favourites: [
    { name: 'Presión: losartán', ...PRESCRIPTIONS.losartan },
    { name: 'Diabetes: metformina', ...PRESCRIPTIONS.metformin },
    { name: 'Fiebre o dolor: paracetamol', ...PRESCRIPTIONS.paracetamol },
    PRESCRIPTIONS.levothyroxine,
  ],
};

export const PSYCHOLOGIST_PRESETS: Presets = {
  noteTemplates: [
    {
      name: 'Primera sesión',
      reason: 'Primera sesión',
      anamnesis: 'Motivo de consulta:\nHistoria personal y familiar:\nRed de apoyo:\nRiesgo suicida:\nExamen mental:',
      plansAndIndications: 'Encuadre: sesiones semanales de 60 minutos.\nPróxima sesión:',
    },
  ],
  favourites: [],
};

export const PHYSIOTHERAPIST_PRESETS: Presets = {
  noteTemplates: [
    {
      name: 'Sesión de kinesiología',
      reason: 'Sesión de kinesiología',
      anamnesis: 'Sesión número:\nDolor (EVA):\nRango de movimiento:\nFuerza:',
      plansAndIndications: 'Ejercicios en casa, dos veces al día.\nPróxima sesión:',
    },
  ],
  favourites: [],
};

export async function createPresets(
  deps: AppDeps,
  owner: Owner,
  { noteTemplates, favourites }: Presets,
): Promise<void> {
  for (const template of noteTemplates) await createNoteTemplate(deps, owner, NewNoteTemplate.parse(template));
  for (const favourite of favourites) {
    await createPrescriptionFavourite(deps, owner, NewPrescriptionFavourite.parse(favourite));
  }
}

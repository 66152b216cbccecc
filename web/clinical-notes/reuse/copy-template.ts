/** The texts of a template, in the order of the note, with the titles that they have there. */
export const TEMPLATE_TEXTS = [
  { name: 'reason', title: 'Motivo de Consulta' },
  { name: 'anamnesis', title: 'Anamnesis' },
  { name: 'plansAndIndications', title: 'Planes e Indicaciones' },
] as const;
export type TemplateText = (typeof TEMPLATE_TEXTS)[number]['name'];

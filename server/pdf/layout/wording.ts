import { ageOn, dayIn, formatDay } from '#contract/days';
import { certificateHeading, mayPrescribe, prescriptionsHeading, singularProfession } from '#contract/professions';
import type { LayoutInput, Printable, PrintedAddendum, PrintedPart } from '../printable.ts';

interface WordingInput {
  kind: Printable['kind'];
  profession: string | undefined;
  /** The number of prescriptions in the document. */
  prescriptions: number;
}

interface Wording {
  title: string;
  profession: string | undefined;
}

/** The printed title of the document and the printed profession. */
export function wordingOf({ kind, profession, prescriptions }: WordingInput): Wording {
  return {
    title: TITLES[kind](profession, prescriptions),
    profession: profession ? singularProfession(profession) : undefined,
  };
}

const TITLES: Record<Printable['kind'], (profession: string | undefined, prescriptions: number) => string> = {
  'clinical-note': () => 'Atención Clínica',
  plans: () => 'Planes e Indicaciones',
  certificate: certificateHeading,
  receipt: () => 'Comprobante de Pago',
  prescriptions: (profession, count) => (count > 1 ? prescriptionsHeading(profession) : oneOf(profession)),
};

const oneOf = (profession: string | undefined) => (mayPrescribe(profession) ? 'Receta' : 'Indicaciones');

/** The title of the document, on the paper and in the window of a PDF reader. */
export const printedTitle = (printable: Printable): string =>
  wordingOf({
    kind: printable.kind,
    profession: printable.professional.profession,
    prescriptions: countPrescriptions(printable),
  }).title;

export const countPrescriptions = ({ content }: PrintedPart): number =>
  'prescriptions' in content ? content.prescriptions.length : 0;

const DECLARED =
  'No es firma electrónica avanzada. Los datos del profesional son los que declaró en su cuenta: la página de ' +
  'verificación dice si alguien los comprobó.';

const SIGNED =
  'Documento finalizado por el profesional en su cuenta (firma electrónica simple, Ley 19.799) y cerrado con un sello ' +
  `de integridad del sistema. ${DECLARED}`;

/** An assistant prints receipts too. */
const ISSUED = `Documento emitido desde la cuenta del profesional y cerrado con un sello de integridad del sistema. ${DECLARED}`;

/** The legal text: what the document is, and what it is not. */
export function legalOf(printable: LayoutInput): string {
  switch (printable.kind) {
    case 'clinical-note':
      return `Copia de un registro de la ficha clínica (Ley 20.584, Decreto 41 de 2012). ${SIGNED}`;
    case 'plans':
      return `Estas indicaciones no reemplazan una receta. ${SIGNED}`;
    case 'certificate':
      return `Este certificado no constituye licencia médica. ${SIGNED}`;
    case 'prescriptions':
      return `${mayPrescribe(printable.professional.profession) ? prescriptionLaw(printable) : NO_PRESCRIPTION} ${SIGNED}`;
    case 'receipt':
      return `Este comprobante no reemplaza la boleta de honorarios. ${ISSUED}`;
  }
}

const NO_PRESCRIPTION =
  'Estas indicaciones no constituyen una receta médica ni permiten la venta de medicamentos que la requieren.';

const prescriptionLaw = ({ picture }: LayoutInput) =>
  'Esta receta no es válida para estupefacientes ni psicotrópicos que requieren receta retenida o receta cheque. ' +
  'Para su dispensación como receta gráfica debe llevar la firma manuscrita del profesional' +
  (picture ? '; la imagen de su firma no la reemplaza.' : '.');

/** When all of it was finalised: a note with addenda, when the last of these was. */
export function completionOf({ finalizedAt }: Pick<Printable, 'finalizedAt'>, part: PrintedPart): Date {
  return new Date((addendaOf(part).at(-1) ?? { finalizedAt }).finalizedAt);
}

export const addendaOf = (part: PrintedPart): readonly PrintedAddendum[] =>
  'addenda' in part.content ? (part.content.addenda ?? []) : [];

/** '15/11/2026 14:05', in the professional's time zone. */
export function finalizedOf({
  finalizedAt,
  professional: { timeZone },
}: Pick<Printable, 'finalizedAt' | 'professional'>): string {
  const at = new Date(finalizedAt);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${formatDay(dayIn(timeZone, at))} ${clock.format(at)}`;
}

/** The age on the day of finalisation. */
export function printedAge({ finalizedAt, professional, patient }: Printable): string | undefined {
  if (patient.birthDate === undefined) return undefined;
  const years = ageOn(patient.birthDate, dayIn(professional.timeZone, new Date(finalizedAt)));
  if (years < 1) return 'menos de 1 año';
  return years === 1 ? '1 año' : `${years} años`;
}

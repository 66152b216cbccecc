import { documentText } from '#contract/patient-identity';
import type { RightsKind } from '#contract/rights-kinds';
import type { RightsRequest } from '#contract/rights-requests';

const IDENTITY =
  'Para entregarte el archivo necesito comprobar tu identidad: respóndeme este mensaje para acordar cómo.';

/** The same text in the answer and in the refusal of an erasure. */
const KEEPING_DUTY =
  'La ley me obliga a conservar la ficha clínica al menos 15 años desde su último registro (artículo 13 de la Ley 20.584 y artículo 11 del Decreto 41 de 2012, del Ministerio de Salud). Por eso no puedo eliminarla antes de ese plazo: el artículo 7 de la Ley 19.628 exceptúa de la supresión los datos que se tratan para cumplir una obligación legal.';

/** The text of an answer that the professional edits. The mail greets the person and says where to complain. */
const ANSWERS: Record<RightsKind, string> = {
  access: `Preparé una copia de los datos que guardo de ti: tu ficha con sus atenciones, recetas y certificados, tus citas y el registro de quiénes la han visto.

Uso tus datos para atenderte y para llevar tu ficha clínica, como ordena la Ley 20.584. Los conservo al menos 15 años desde el último registro. Ficha Austral los guarda por mi encargo.

${IDENTITY}`,
  rectification: `Corregí en tu ficha el dato que indicaste.

Las notas y los certificados ya finalizados no se reescriben, porque son la constancia de lo que se hizo. Si alguno contiene el dato anterior, agrego la corrección con su fecha.`,
  erasure: `${KEEPING_DUTY}

Mientras tanto, tu ficha está protegida por el secreto profesional y la uso solo para tu atención y para lo que la ley exige. Si quieres, puedo dejar de enviarte recordatorios o bloquear temporalmente el uso de tus datos: respóndeme este mensaje.`,
  opposition: `Desde hoy no uso tus datos para el fin al que te opones.

Sigo conservando tu ficha clínica, porque la Ley 20.584 me obliga a llevarla.`,
  portability: `Preparé tu ficha en formatos que otros sistemas pueden leer: HL7 FHIR R4 y CSV, junto con los documentos en PDF.

${IDENTITY}`,
  blocking: `Bloqueé temporalmente el uso de tus datos. Quedan guardados en tu ficha, que la ley me obliga a conservar, y mientras dure el bloqueo no recibirás recordatorios ni documentos.

Te avisaré cuando se levante.`,
};

/** How the answer to a request begins. */
export function preparedAnswer(request: RightsRequest): string {
  if (request.patientId) return ANSWERS[request.kind];
  return `No encontré una ficha tuya con el documento que indicaste (${documentText(request)}).

Si te atendí con otro documento, respóndeme este mensaje e indícamelo.`;
}

/** How the reason of a refusal begins. */
export const preparedRefusal = ({ kind }: RightsRequest): string => (kind === 'erasure' ? KEEPING_DUTY : '');

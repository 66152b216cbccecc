import { dateInWords } from '#contract/reminder-message';
import { RIGHTS_KINDS, type RightsKind } from '#contract/rights-kinds';
import type { RightsReceipt } from '#contract/rights-requests';
import { part, setText, showViews } from '#web/patient-pages/parts.ts';

/** A request that was sent. The history of the tab keeps it, so that it survives a reload of the page. */
export interface Done extends RightsReceipt {
  kind: RightsKind;
  email: string;
}

export function showDone({ number, kind, dueOn, professional, sendsMail, email }: Done): void {
  setText('number', number);
  setText('asked', `${RIGHTS_KINDS[kind]}, a ${professional}`);
  setText('due', `A más tardar el ${dateInWords(dueOn)}`);
  setText(
    'next',
    `${professional} revisa tu solicitud y te responde a ${email}. Antes puede pedirte que compruebes quién eres.`,
  );
  setText(
    'extension',
    kind === 'blocking' ? '' : 'Puede ampliar el plazo una sola vez, hasta 30 días más, y debe decirte por qué.',
  );
  setText(
    'keep',
    sendsMail ? `Te enviamos estos datos a ${email}.` : 'Anota el número o guarda una imagen de esta página.',
  );
  showViews('done');
  document.title = `${part('done-heading').textContent} · Ficha Austral`;
}

import { formatDay } from '#contract/days';
import type { SharedDocument } from '#contract/shares';
import { part } from '#web/patient-pages/parts.ts';
import { shareAddress } from '#web/shared-documents/share-requests.ts';

/**
 * Shows the documents, each with a form of its own. Browsers inside other applications show and save what a form
 * answers, and not what a script has loaded. The ticket travels in the body, so it is in no address.
 */
export function showDocuments(token: string, ticket: string, documents: readonly SharedDocument[]): void {
  const list = part('documents');
  const model = part('document');
  list.replaceChildren(model, ...documents.map((document) => item(model, token, ticket, document)));
}

function item(model: HTMLElement, token: string, ticket: string, document: SharedDocument): Node {
  const copy = model.cloneNode(true) as HTMLElement;
  const find = <Kind extends HTMLElement>(selector: string) => copy.querySelector(selector) as Kind;
  delete copy.dataset.part;
  copy.hidden = false;
  find<HTMLFormElement>('form').action = shareAddress(token, `/${document._id}`);
  find<HTMLInputElement>('input').value = ticket;
  find('[data-title]').textContent = document.title;
  find('[data-date]').textContent = formatDay(document.date);
  for (const button of copy.querySelectorAll('button')) {
    button.setAttribute('aria-label', `${button.textContent} ${document.title}, ${formatDay(document.date)}`);
  }
  return copy;
}

import { momentIn } from '#contract/access-log';
import { MAIL_STATUS_NAMES } from '#contract/mail';
import { timeZoneOf } from '#contract/regions';
import { SHARE_STATUS_TEXTS } from '#contract/shares';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';
import { pagesOfShares } from '#server/shares/shares.service';

const HEADINGS = ['Creado', 'Válido hasta', 'Estado', 'Documentos', 'Correo', 'Veces abierto', 'Aperturas'];

/** The links with documents of a patient, and when they were opened. */
export async function* sharesCsv(
  deps: Pick<Deps, 'tenantRead' | 'cipher' | 'now'>,
  owner: Owner,
  patientId: string,
): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(HEADINGS)}`;
  for await (const page of pagesOfShares(deps, owner, patientId)) {
    const lines = page.map(({ createdAt, expiresAt, status, documents, mailStatus, opens, openings }) =>
      csvLine([
        moment(createdAt),
        moment(expiresAt),
        SHARE_STATUS_TEXTS[status],
        documents.map(({ title, folio }) => `${title} (${folio})`).join(', '),
        mailStatus ? MAIL_STATUS_NAMES[mailStatus] : '',
        String(opens),
        openings.map(({ at, address }) => `${moment(at)} desde ${address}`).join(', '),
      ]),
    );
    yield lines.join('');
  }
}
